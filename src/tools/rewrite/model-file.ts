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
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Span } from '../../base/diagnostics/span.js';
import { hold } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import { NO_RULES } from '../../check/validate/rule-choice.js';
import { validate } from '../../check/validate/validate.js';

/** A file that something is to be made of: its sections, as far as they are there. */
export interface ModelFile {
  readonly source: Source;
  readonly size: number;
  /** Null for a bare message. */
  readonly frame: Frame | null;
  readonly message: Span;
  /** In file order; of a bare message there is one. */
  readonly sections: readonly Section[];
}

/**
 * Looks at how a file is framed. A source that cannot go back is held in memory.
 * @throws ProtomdlError `source-*`, and `frame-bad-magic`, `frame-truncated-header` or `frame-version-unsupported`
 *   where the message's place is not known; `frame-bad-magic` for what is no model, unless it is said to be `bare`
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

/** Archives and models of other kinds may be read as records that no schema knows, and be made into files as useless. */
async function refuseLookalike(source: Source): Promise<void> {
  const prefix = new Uint8Array(LOOKALIKE_BYTES);
  const kind = lookalike(prefix.subarray(0, await source.read(0, prefix)));
  if (kind === undefined) return;
  throw new ProtomdlError('frame-bad-magic', `this is ${kind}; framing bare takes it for a message`, 0);
}

/** A section of it; empty, and at the end of the file, where it has none. */
export function sectionOf({ sections, size }: ModelFile, name: SectionName): Span {
  return sections.find((section) => section.name === name) ?? { offset: size, length: 0 };
}

/**
 * Refuses what cannot be taken apart and put together again without guessing: a message that parsers refuse, and a
 * file whose sections are not all there.
 * @throws ProtomdlError with the code, offset and path of the first thing that is wrong, and `source-*`
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

/** @throws ProtomdlError `frame-length-mismatch` where the file ends inside of a section */
export function requireWhole({ sections, size }: ModelFile): void {
  const cut = sections.find(({ length, claimed }) => claimed > length);
  if (cut === undefined || cut.name === 'trailing') return;
  const message = `the header says that the ${cut.name} has ${cut.claimed} bytes, and ${cut.length} are there`;
  throw new ProtomdlError('frame-length-mismatch', message, size);
}

/** What every parser refuses. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'wire-truncated',
  'wire-varint-overflow',
  'wire-invalid-tag',
  'wire-invalid-type',
  'message-nesting-too-deep',
  'string-not-utf8',
]);
