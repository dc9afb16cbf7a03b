import { type SchemaTables, wireTypeOf } from '../../src/base/schema/table.js';
import { WIRE_I32, WIRE_I64 } from '../../src/base/wire/tag.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { packedValues } from '../../src/read/tree/packed.js';
import { parseTree } from '../../src/read/tree/parse.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { walkTree } from '../../src/read/tree/walk.js';

export interface TreeReading {
  /** True if the whole message could be read, including the last value of its packed lists. */
  readonly whole: boolean;
  /** The message, written from unchanged records. */
  readonly written: Uint8Array;
  /** The message, written with every record encoded again: with minimal tags, lengths and values. */
  readonly rewritten: Uint8Array;
}

/** @param schema schema with the message as its root */
export function readTree(schema: SchemaTables, bytes: Uint8Array): TreeReading {
  const root = parseTree(bytes, schema);
  const records = [...walkTree(root, ({ message }) => message !== undefined)];
  const messages = [root, ...records.flatMap(({ message }) => message ?? [])];
  const whole = messages.every(({ rest }) => rest.length === 0) && records.every(isWhole);
  const written = encodeTree(root);
  for (const record of records) record.touch();
  return { whole, written, rewritten: encodeTree(root) };
}

/** True if a packed list ends with a complete value. */
function isWhole(record: RecordNode): boolean {
  if (!record.isPacked) return true;
  const { bytes, field } = record;
  const { length } = packedValues(record);
  const wireType = wireTypeOf(field!.type);
  if (wireType === WIRE_I64 || wireType === WIRE_I32)
    return length * (wireType === WIRE_I64 ? 8 : 4) === bytes.length;
  const ends = bytes.reduce((count, byte) => count + (byte < 0x80 ? 1 : 0), 0);
  return length === ends && (bytes.at(-1) ?? 0) < 0x80;
}
