import type { FramingMode } from '../../base/container/detect.js';
import type { Source } from '../../base/source/source.js';
import { WritingSink } from './byte-sink.js';
import { ROOT } from './canonical-encoder.js';
import { CanonicalStream } from './canonical-stream.js';
import { EVERYTHING, type FieldFilter } from './field-filter.js';
import type { Content } from './frame-writer.js';
import { withMessage } from './message-parts.js';
import { type ModelFile, openModelFile, requireReadable } from './model-file.js';
import type { Known } from './record-list.js';
import type { Rewriting } from './rewriting.js';
import { SpanReader } from './span-reader.js';

/** How a file is read. */
export interface CanonicalizeOptions {
  /** What the file is (default: what it looks like). */
  readonly framing?: FramingMode;
}

/**
 * The file as an encoder would write it that had parsed it: fields in the order of their numbers, what is said twice
 * said once, lists packed, everything in the fewest bytes, unknown fields last and in their order. It means the same;
 * doing it again changes nothing. A frame stays what it is, with true sizes and checksums.
 * @param source must stay open until the rewriting is written; one that cannot go back is held in memory
 * @throws ProtomdlError for a file that parsers refuse, with code, offset and path; `source-*`
 */
export async function canonicalize(
  source: Source,
  { framing }: CanonicalizeOptions = {},
): Promise<Rewriting> {
  const file = await openModelFile(source, framing);
  await requireReadable(file);
  return withMessage(file, canonicalMessage(file));
}

/** The message of a readable file in canonical form, without what is filtered out. */
export function canonicalMessage(file: ModelFile, filter: FieldFilter = EVERYTHING): Content {
  // Lengths of large messages are found out once, however often it is written.
  const reader = new SpanReader(file.source);
  const stream = new CanonicalStream(reader, filter);
  return async (take) => {
    const sink = new WritingSink(new SpanReader(file.source), take);
    await stream.write([file.message], ROOT as NonNullable<Known>, sink);
    await sink.flush();
  };
}
