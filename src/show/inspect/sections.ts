import type { Detection } from '../../base/container/detect.js';
import { decodePrefixFields, type HeaderField } from '../../base/container/header.js';
import type { HeaderCode } from '../../base/container/header-fault.js';
import { type Frame, printSize, type Section, sectionsOf } from '../../base/container/layout.js';
import type { Found } from './found.js';
import type { Part, PartKind } from './part.js';

/** The parts of a file that are not records, with their summaries. */
export interface FileSections {
  readonly file: Found;
  /**
   * The sections of a framed file, in file order. A bare file has no sections, because its children are
   * records.
   */
  readonly sections: readonly Found[];
  readonly headerFields: readonly Found[];
  /**
   * The file, or the message inside of a framed file; undefined if the position of the message is unknown.
   */
  readonly message: Part | undefined;
}

/** Returns the code of the fault in a file's header; null without a fault. */
function problemOf({ problem }: Detection): HeaderCode | null {
  return problem === null ? null : `frame-${problem}`;
}

/**
 * Splits a file into parts according to its header.
 * @param root name of the type of the file's message
 */
export function filePartsOf(detection: Detection, size: number, root: string): FileSections {
  const { framing, frame, prefix, version } = detection;
  const base = { offset: 0, length: size, valueOffset: 0, valueLength: size, hasChildren: size > 0 };
  if (framing === 'bare') {
    const summary = `a bare message, ${printSize(size)}`;
    const file = found({ ...base, kind: 'file', label: 'file', summary, type: root, table: 0 }, 0);
    return { file, sections: [], headerFields: [], message: file.part };
  }
  const facts = frame === null ? unreadable(detection, size) : framed(frame, size, root);
  const sections = facts.map((section, index) => found(section, index));
  const fields = frame === null ? decodePrefixFields(prefix) : frame.fields;
  const known = version === null ? '' : ` of version ${version}`;
  const summary = `a framed file${known}, ${printSize(size)}`;
  const problem = problemOf(detection);
  return {
    file: found({ ...base, kind: 'file', label: 'file', summary, problem }, 0),
    sections,
    headerFields: fields.map((field, index) => found(headerField(field), index)),
    message: sections.find(({ part }) => part.kind === 'message')?.part,
  };
}

type PartFacts = Partial<Part> & Pick<Part, 'kind' | 'label' | 'offset' | 'length' | 'summary'>;

function framed(frame: Frame, size: number, root: string): PartFacts[] {
  return sectionsOf(frame, size)
    .filter(({ length, claimed }) => length > 0 || claimed > 0)
    .map((section) => sectionPart(section, root));
}

function sectionPart({ name, offset, length, claimed }: Section, root: string): PartFacts {
  const kind: PartKind = name === 'header' || name === 'message' ? name : 'section';
  const isCut = claimed > length;
  const isOpen = kind !== 'section' && length > 0;
  return {
    kind,
    label: name,
    offset,
    length,
    summary: isCut ? `${printSize(length)} of the ${printSize(claimed)} that are claimed` : printSize(length),
    hasChildren: isOpen,
    problem: isCut ? 'frame-length-mismatch' : null,
    ...(kind === 'message' ? { type: root, table: 0 } : {}),
  };
}

/** Returns the parts of a file with an unreadable header: the fields of its prefix, and unreadable bytes. */
function unreadable(detection: Detection, size: number): PartFacts[] {
  const fields = decodePrefixFields(detection.prefix);
  const end = fields.reduce((sum, { length }) => sum + length, 0);
  const parts: PartFacts[] = [];
  const code = problemOf(detection);
  if (end > 0) {
    const summary = 'as far as it can be read';
    parts.push({
      kind: 'header',
      label: 'header',
      offset: 0,
      length: end,
      summary,
      hasChildren: true,
      problem: code,
    });
  }
  if (size > end) {
    const length = size - end;
    parts.push({
      kind: 'unreadable',
      label: 'unreadable',
      offset: end,
      length,
      summary: printSize(length),
      problem: code,
    });
  }
  return parts;
}

function headerField({ name, offset, length, value, hex }: HeaderField): PartFacts {
  const isDigits = /md5|crc|xxh3|magic/.test(name);
  const isSize = name.includes('size');
  const summary = isDigits ? hex : isSize ? printSize(value) : value.toString();
  return { kind: 'header-field', label: name, offset, length, summary, type: `uint${8 * length}` };
}

function found(facts: PartFacts, index: number): Found {
  const part: Part = {
    path: '',
    depth: 0,
    valueOffset: facts.offset,
    valueLength: facts.length,
    number: null,
    wireType: null,
    type: null,
    table: -1,
    hasChildren: false,
    problem: null,
    ...facts,
  };
  const claimed = part.length;
  return {
    part,
    index,
    kind: -1,
    field: undefined,
    holder: undefined,
    tagLength: 0,
    element: 0,
    lo: 0,
    hi: 0,
    isNonMinimal: false,
    claimed,
  };
}
