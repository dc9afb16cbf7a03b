import { lenRecord, varintRecord } from '../arbitrary/wire-writer.js';

/** A context's operations, each with one action whose identity is its index. */
export function operations(count: number): Uint8Array {
  const records: Uint8Array[] = [];
  for (let i = 0; i < count; i++) records.push(lenRecord(2, lenRecord(2, varintRecord(1, i))));
  return new Uint8Array(Buffer.concat(records));
}
