import { wireTypeOf } from '../../base/schema/table.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { OK } from '../../base/wire/problem.js';
import { WIRE_I32, WIRE_I64 } from '../../base/wire/tag.js';
import { putVarint, uint64Of, varintSize } from '../../base/wire/value.js';
import type { RecordNode } from './record.js';

/** Returns the bits of the readable values in a packed record. */
export function packedValues(record: RecordNode): bigint[] {
  const wireType = elementWireType(record);
  const cursor = new Cursor(record.bytes);
  const values: bigint[] = [];
  while (cursor.pos < cursor.end) {
    const problem = readNumber(cursor, wireType);
    if (problem !== OK) break;
    values.push(uint64Of(cursor.lo, wireType === WIRE_I32 ? 0 : cursor.hi));
  }
  return values;
}

/** Replaces all values of a packed record, each in the shortest encoding. */
export function setPackedValues(record: RecordNode, values: readonly bigint[]): void {
  record.setBytes(packedBytes(elementWireType(record), values));
}

export function packedBytes(wireType: number, values: readonly bigint[]): Uint8Array {
  const width = wireType === WIRE_I64 ? 8 : wireType === WIRE_I32 ? 4 : 0;
  const size = width > 0 ? width * values.length : values.reduce((sum, value) => sum + varintSize(value), 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const value of values) {
    if (width === 0) at = putVarint(bytes, at, value);
    else {
      if (width === 8) view.setBigUint64(at, value, true);
      else view.setUint32(at, Number(BigInt.asUintN(32, value)), true);
      at += width;
    }
  }
  return bytes;
}

function elementWireType(record: RecordNode): number {
  const { field } = record;
  if (field === undefined || !record.isPacked) throw new Error('no packed record');
  return wireTypeOf(field.type);
}
