import { TYPE_BYTES, TYPE_ENUM } from '../../base/schema/table.js';
import { encodeTree } from '../../read/tree/encode.js';
import type { MessageNode } from '../../read/tree/message.js';
import { parseTree } from '../../read/tree/parse.js';
import type { RecordNode } from '../../read/tree/record.js';
import { walkTree } from '../../read/tree/walk.js';

/** Limits for the reduced message. */
export interface ShrinkOptions {
  /** Minimum number of elements to keep of each list; at least 1. */
  readonly keep: number;
  /** Number of bytes to keep of a blob; 0 or more. */
  readonly blobBytes: number;
}

/**
 * Returns a smaller message that still has every field, oneof member and enum value of the original. The
 * result keeps the first elements of each list of messages, and later elements with new fields or values;
 * blobs are cut. The remaining records keep their order and encoding. Indices and counts are not adjusted, so
 * the smaller message may have new errors.
 */
export function shrinkMessage(message: Uint8Array, { keep, blobBytes }: ShrinkOptions): Uint8Array {
  const root = parseTree(message);
  const seen = new Set<string>();
  const shrink = (node: MessageNode): void => {
    const kept = new Map<number, number>();
    const stay: RecordNode[] = [];
    for (const record of node.records) {
      const { field, number } = record;
      if (record.holdsMessage && field?.repeated === true) {
        const count = kept.get(number) ?? 0;
        if (count >= keep && !showsMore(record, seen)) continue;
        kept.set(number, count + 1);
      }
      stay.push(record);
      for (const trait of traitsOfRecord(record)) seen.add(trait);
      const inner = record.holdsMessage ? record.message : undefined;
      if (inner !== undefined) shrink(inner);
      const isBlob = record.isKnown ? field?.type === TYPE_BYTES : field === undefined;
      if (isBlob && record.bytes.length > blobBytes) record.setBytes(record.bytes.subarray(0, blobBytes));
    }
    const { rest } = node;
    if (stay.length < node.records.length) node.setRecords(stay);
    // At most this many bytes are kept of a truncated record at the end, which can be as large as the file.
    const broken = Math.max(blobBytes, LEAST_REST);
    if (rest.length > broken) node.rest = rest.subarray(0, broken);
  };
  shrink(root);
  return encodeTree(root);
}

/** Number of bytes to keep of an unreadable part. */
const LEAST_REST = 1024;

function showsMore(record: RecordNode, seen: ReadonlySet<string>): boolean {
  if (traitsOfRecord(record).some((trait) => !seen.has(trait))) return true;
  const { message } = record;
  if (message === undefined) return false;
  for (const inner of walkTree(message)) {
    if (traitsOfRecord(inner).some((trait) => !seen.has(trait))) return true;
  }
  return false;
}

/** Returns the traits of a record without its content: its field and wire type, and the value of an enum. */
function traitsOfRecord({ field, number, wireType, holder, bits }: RecordNode): string[] {
  const name = `${holder?.table?.index ?? -1}.${number}.${wireType}`;
  return field?.type === TYPE_ENUM ? [name, `${name}=${bits}`] : [name];
}
