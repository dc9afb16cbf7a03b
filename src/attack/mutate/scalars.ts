import {
  type FieldTable,
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_UINT32,
  wireTypeOf,
} from '../../base/schema/table.js';
import { packedValues, setPackedValues } from '../../read/tree/packed.js';
import type { RecordNode } from '../../read/tree/record.js';
import type { Random } from '../random.js';

/**
 * Returns the value of a number's record, or of an element in a packed list; undefined without such a value.
 */
export function bitsAt(record: RecordNode, element: number): bigint | undefined {
  if (!record.isPacked) return element === 0 ? record.bits : undefined;
  return packedValues(record)[element];
}

/**
 * Sets the value of a record, or of an element in a packed list. The other elements of a packed list are
 * rewritten in the shortest encoding.
 */
export function setBitsAt(record: RecordNode, element: number, bits: bigint): void {
  if (!record.isPacked) {
    record.setBits(bits);
    return;
  }
  const values = packedValues(record);
  values[element] = bits;
  setPackedValues(record, values);
}

/** Returns a random element's index in a number's record; undefined for an empty packed list. */
export function anyElement(record: RecordNode, random: Random): number | undefined {
  if (!record.isPacked) return 0;
  const { length } = packedValues(record);
  return length === 0 ? undefined : random.below(length);
}

/** Returns the number of bits that readers keep of a field's value: 64 or 32. */
export function widthOf(field: FieldTable): 32 | 64 {
  const { type } = field;
  const isNarrow = type === TYPE_INT32 || type === TYPE_UINT32 || type === TYPE_ENUM || type === TYPE_BOOL;
  return isNarrow || wireTypeOf(type) === 5 ? 32 : 64;
}

const scratch = new DataView(new ArrayBuffer(8));

/** Formats a value in the usual notation: `255`, `0x1ffffffff` for large numbers, `-0`, `NaN`. */
export function scalarNotation(field: FieldTable | undefined, bits: bigint): string {
  if (field?.type === TYPE_FLOAT) {
    scratch.setUint32(0, Number(BigInt.asUintN(32, bits)));
    return floatText(scratch.getFloat32(0));
  }
  if (field?.type === TYPE_DOUBLE) {
    scratch.setBigUint64(0, bits);
    return floatText(scratch.getFloat64(0));
  }
  return bits < 1_000_000n ? bits.toString() : `0x${bits.toString(16)}`;
}

function floatText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
