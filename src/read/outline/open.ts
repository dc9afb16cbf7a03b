import type { FramingMode } from '../../base/container/detect.js';
import { type OpenedMessage, openMessage } from '../../base/container/open.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import { heldToGoBack } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import { entriesOf, type MessageEntries } from './entries.js';
import { loadOutline } from './load.js';

/** Options for opening a file by its outline. */
export interface OutlineOptions {
  /** Framing of the file: a bare message, or a header and a message (default: detected). */
  readonly framing?: FramingMode;
  /** The schema whose root message the file holds (default: ProtoMDL's). */
  readonly schema?: SchemaTables;
  /** Limit for the bytes of the model without its large blobs (default: 256 MiB). */
  readonly maxSkeletonBytes?: number;
  /**
   * Maximum size of files and streams that are held whole, blobs included. Default: 1 MiB for files and 4 MiB
   * for streams.
   */
  readonly heldBytes?: number;
}

const HELD_STREAM = 4 << 20;

/**
 * Opens a file and reads the structure of its message once. The returned source has random access: it answers
 * from memory, except for large blobs and bytes outside of the message, which it reads from the file. Large
 * blobs of a stream cannot be read.
 * @throws ProtomdlError `frame-…`, `model-too-large`, and the codes of the source
 */
export async function openOutline(input: Source, options: OutlineOptions = {}): Promise<OpenedMessage> {
  const { framing, schema = MDL, maxSkeletonBytes, heldBytes = HELD_STREAM } = options;
  const opened = await openMessage(await heldToGoBack(input, heldBytes), framing);
  const { source, from, end } = opened;
  if (source.bytes !== undefined) return opened;
  const most = Math.min(end, source.size ?? Number.MAX_SAFE_INTEGER);
  const shape = entriesOf(schema).messages[0] as MessageEntries;
  const { outline } = await loadOutline(source, Math.min(from, most), most, shape, {
    maxBytes: maxSkeletonBytes,
    isImmediate: opened.isImmediate,
    dropsUnknown: source.randomAccess,
  });
  // A stream shows its size only at its end, so it is read to the end.
  if (source.size === undefined) await source.read(Number.MAX_SAFE_INTEGER - 1, new Uint8Array(1));
  return { ...opened, source: outline };
}
