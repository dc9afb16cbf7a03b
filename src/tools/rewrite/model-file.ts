import { type FramingMode, LOOKALIKE_BYTES } from '../../base/container/detect.js';
import {
  type Frame,
  messageSpan,
  type Section,
  type SectionName,
  sectionsOf,
} from '../../base/container/layout.js';
import { lookalike } from '../../base/container/lookalike.js';
import { messageIn, openContainer } from '../../base/container/open.js';
import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { hold } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import { NO_RULES } from '../../check/validate/rule-choice.js';
import { validate } from '../../check/validate/validate.js';

export interface ModelFile {
  readonly source: Source;
  readonly size: number;
  /** Null for a bare message. */
  readonly frame: Frame | null;
  readonly message: Span;
  /** In file order; a bare message is the only section of its file. */
  readonly sections: readonly Section[];
}

/**
 * Reads the framing of a file. A source without random access is held in memory.
 * @throws ProtomdlError `source-*`, and `frame-bad-magic`, `frame-truncated-header` or
 * `frame-version-unsupported` if the position of the message is unknown; `frame-bad-magic` for a file that is
 * not a model, unless `bare` is requested
 */
export async function openModelFile(input: Source, framing: FramingMode = 'auto'): Promise<ModelFile> {
  const source = input.randomAccess && input.size !== undefined ? input : await hold(input);
  const size = source.size as number;
  const { detection } = await openContainer(source, framing);
  const { frame } = messageIn(detection);
  if (frame === null) {
    if (framing === 'auto') await refuseLookalike(source);
    const section: Section = { name: 'message', offset: 0, length: size, claimed: size };
    return { source, size, frame: null, message: { offset: 0, length: size }, sections: [section] };
  }
  return { source, size, frame, message: messageSpan(frame, size), sections: sectionsOf(frame, size) };
}

/**
 * Refuses a file that is not a model. Archives and other kinds of models can sometimes be parsed as unknown
 * records, and rewriting them would give useless files.
 */
async function refuseLookalike(source: Source): Promise<void> {
  const prefix = new Uint8Array(LOOKALIKE_BYTES);
  const kind = lookalike(prefix.subarray(0, await source.read(0, prefix)));
  if (kind === undefined) return;
  throw new ProtomdlError('frame-bad-magic', `this is ${kind}; framing bare takes it for a message`, 0);
}

/** Returns a section of the file; for a missing section, an empty section at the file's end. */
export function sectionOf({ sections, size }: ModelFile, name: SectionName): Span {
  return sections.find((section) => section.name === name) ?? { offset: size, length: 0 };
}

/**
 * Refuses a file that cannot be split and rebuilt without guessing: a file with a message that parsers
 * refuse, or with incomplete sections.
 * @throws ProtomdlError with the code, offset and path of the first fault, and `source-*`
 */
export async function requireReadable(file: ModelFile): Promise<void> {
  requireWhole(file);
  const { source, frame } = file;
  const report = await validate(source, {
    framing: frame === null ? 'bare' : 'framed',
    checksum: false,
    maxPerCode: 1,
    rules: NO_RULES,
    enough: ({ code }) => UNREADABLE.has(code),
  });
  const broken = report.diagnostics.find(({ code }) => UNREADABLE.has(code));
  if (broken === undefined) return;
  throw new ProtomdlError(broken.code, broken.message, broken.offset, broken.path);
}

/** @throws ProtomdlError `frame-length-mismatch` if the file ends inside a section */
export function requireWhole({ sections, size }: ModelFile): void {
  const cut = sections.find(({ length, claimed }) => claimed > length);
  if (cut === undefined || cut.name === 'trailing') return;
  const message = `the header says that the ${cut.name} has ${cut.claimed} bytes, and ${cut.length} are there`;
  throw new ProtomdlError('frame-length-mismatch', message, size);
}

/** Faults that every parser refuses. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'wire-truncated',
  'wire-varint-overflow',
  'wire-invalid-tag',
  'wire-invalid-type',
  'message-nesting-too-deep',
  'string-not-utf8',
]);
