import type { FramingMode } from '../../base/container/detect.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { TYPE_STRING } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import type { Entry } from '../../read/tape/entries.js';
import { WritingSink } from './byte-sink.js';
import { ROOT } from './canonical-encoder.js';
import { filterOf } from './field-filter.js';
import { FilteringStream } from './filtering-stream.js';
import { withMessage } from './message-parts.js';
import { openModelFile, requireReadable } from './model-file.js';
import type { Known } from './record-list.js';
import type { Rewriting } from './rewriting.js';
import { SpanReader } from './span-reader.js';

/** What can be taken out of a model. */
export type StripPart = 'names' | 'timestamp' | 'versions' | 'mapping' | 'unknown';

/** With what each is. */
export const STRIP_PARTS: Readonly<Record<StripPart, string>> = {
  names: 'all names: of groups, networks, layers, contexts, outputs, resources and features',
  timestamp: 'the time of creation',
  versions: 'the version of the tool chain, as a string and in numbers',
  mapping: 'the mapping blob',
  unknown: 'fields that the schema does not know',
};

/** What is taken out. */
export interface StripOptions {
  /** At least one. */
  readonly parts: readonly StripPart[];
  /** What the file is (default: what it looks like). */
  readonly framing?: FramingMode;
}

const HEADER = 'ProtoMDLHeader';

/**
 * The file without some of what is in it. What is left stays as it was written, in its place; a frame stays what it
 * is, with true sizes and checksums. A model without names is not one that runtimes load: `redact` makes one of those.
 * @param source must stay open until the rewriting is written; one that cannot go back is held in memory
 * @throws ProtomdlError `strip-option` where nothing is to be left out; for a file that parsers refuse, with code,
 *   offset and path; `source-*`
 */
export async function strip(source: Source, { parts, framing }: StripOptions): Promise<Rewriting> {
  if (parts.length === 0) throw new ProtomdlError('strip-option', 'nothing is to be left out');
  const file = await openModelFile(source, framing);
  await requireReadable(file);
  const filter = filterOf((entry) => parts.some((part) => belongsTo(part, entry)), parts.includes('unknown'));
  const stream = new FilteringStream(new SpanReader(file.source), filter);
  return withMessage(file, async (take) => {
    const sink = new WritingSink(new SpanReader(file.source), take);
    await stream.write(file.message, ROOT as NonNullable<Known>, sink);
    await sink.flush();
  });
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

/** Every string is one but the tool chain's version. */
function isName(typeName: string, type: number): boolean {
  return type === TYPE_STRING && typeName !== HEADER;
}
