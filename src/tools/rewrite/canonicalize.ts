import type { FramingMode } from '../../base/container/detect.js';
import type { Source } from '../../base/source/source.js';
import { CanonicalEncoder } from './canonical-encoder.js';
import { encodedMessage } from './encoded-message.js';
import { EVERYTHING, type FieldFilter } from './field-filter.js';
import type { FrameContent } from './frame-writer.js';
import { withMessage } from './message-parts.js';
import { type ModelFile, openModelFile, requireReadable } from './model-file.js';
import type { Rewriting } from './rewriting.js';

/** Options for reading the file. */
export interface CanonicalizeOptions {
  /** Framing of the file (default: detected). */
  readonly framing?: FramingMode;
}

/**
 * Rewrites the file as an encoder would after parsing it: fields in the order of their numbers, repeated
 * singular fields once, lists packed, everything in the fewest bytes, unknown fields last and in their
 * original order. The meaning stays the same; a second run changes nothing. A frame keeps its kind, with
 * correct sizes and checksums.
 * @param source must stay open until the rewriting is written; a source without random access is held in
 * memory
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

/** Returns the message of a readable file in canonical form, without filtered fields. */
export function canonicalMessage(file: ModelFile, filter: FieldFilter = EVERYTHING): FrameContent {
  return encodedMessage(file, new CanonicalEncoder(filter));
}
