import type { FramingMode } from '../../base/container/detect.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { TYPE_STRING } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import type { Entry } from '../../read/outline/entries.js';
import { encodedMessage } from './encoded-message.js';
import { filterOf } from './field-filter.js';
import { FilteringEncoder } from './filtering-encoder.js';
import { withMessage } from './message-parts.js';
import { openModelFile, requireReadable } from './model-file.js';
import type { Rewriting } from './rewriting.js';

/** Parts that can be removed from a model. */
export type StripPart = 'names' | 'timestamp' | 'versions' | 'mapping' | 'unknown';

/** Description of each part. */
export const STRIP_PARTS: Readonly<Record<StripPart, string>> = {
  names: 'all names: of groups, networks, layers, contexts, outputs, resources and features',
  timestamp: 'the time of creation',
  versions: 'the version of the tool chain, as a string and in numbers',
  mapping: 'the mapping blob',
  unknown: 'fields that the schema does not know',
};

/** Options for stripping a file. */
export interface StripOptions {
  /** The parts to remove, at least one. */
  readonly parts: readonly StripPart[];
  /** Framing of the file (default: detected). */
  readonly framing?: FramingMode;
}

const HEADER = 'ProtoMDLHeader';

/**
 * Removes parts of the file. The remaining parts keep their encoding and order; a frame keeps its kind, with
 * correct sizes and checksums. Runtimes do not load a model without names: `redact` replaces names, and the
 * model stays loadable.
 * @param source must stay open until the rewriting is written; a source without random access is held in
 * memory
 * @throws ProtomdlError `strip-option` if no part is given; for a file that parsers refuse, with code, offset
 * and path; `source-*`
 */
export async function strip(source: Source, { parts, framing }: StripOptions): Promise<Rewriting> {
  if (parts.length === 0) throw new ProtomdlError('strip-option', 'nothing is to be left out');
  const file = await openModelFile(source, framing);
  await requireReadable(file);
  const filter = filterOf((entry) => parts.some((part) => belongsTo(part, entry)), parts.includes('unknown'));
  return withMessage(file, encodedMessage(file, new FilteringEncoder(filter)));
}

function belongsTo(part: StripPart, { message: { typeName }, field: { name, type } }: Entry): boolean {
  switch (part) {
    case 'names':
      return isName(typeName, type);
    case 'timestamp':
      return typeName === HEADER && name === 'timestamp';
    case 'versions':
      return typeName === HEADER && (name === 'sdk_version' || name === 'sdk_version_numbers');
    case 'mapping':
      return name === 'mapping' && type !== TYPE_STRING;
    case 'unknown':
      return false;
  }
}

/** True for names: all strings except the tool chain's version. */
function isName(typeName: string, type: number): boolean {
  return type === TYPE_STRING && typeName !== HEADER;
}
