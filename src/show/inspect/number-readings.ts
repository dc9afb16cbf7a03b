import { showScalar } from '../../base/schema/scalar.js';
import {
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_UINT32,
  TYPE_UINT64,
} from '../../base/schema/table.js';
import { WIRE_I32, WIRE_I64, WIRE_VARINT } from '../../base/wire/tag.js';
import { floatOf, uint64Of } from '../../base/wire/value.js';

/** One interpretation of a number: `unsigned`, `0x1f`. */
export interface NumberReading {
  /** The type: `sint32`, `float`. */
  readonly name: string;
  /** The value as this type, in the usual notation. */
  readonly text: string;
}

type Bits = { readonly lo: number; readonly hi: number };

/**
 * Returns the number in all plausible interpretations. Interpretations that equal the field's own or another
 * interpretation are omitted.
 */
export function readingsOf(type: number | undefined, wireType: number, bits: Bits): readonly NumberReading[] {
  const readings: NumberReading[] = [];
  const add = (name: string, text: string): void => {
    if (!readings.some((other) => other.text === text)) readings.push({ name, text });
  };
  const as = (name: string, other: number): void => add(name, String(showScalar(other, bits.lo, bits.hi)));
  const { lo, hi } = bits;
  if (type === TYPE_FLOAT) {
    add('shortest', String(showScalar(TYPE_FLOAT, lo, hi)));
    add('exact', String(floatOf(lo)));
  } else if (type === TYPE_DOUBLE) as('double', TYPE_DOUBLE);
  else if (type !== undefined && type !== TYPE_BOOL && type !== TYPE_ENUM) as('value', type);
  else if (wireType === WIRE_I32) {
    as('unsigned', TYPE_UINT32);
    as('signed', TYPE_SFIXED32);
    as('float', TYPE_FLOAT);
  } else if (wireType === WIRE_I64) {
    as('unsigned', TYPE_UINT64);
    as('signed', TYPE_SFIXED64);
    as('double', TYPE_DOUBLE);
  } else {
    as('unsigned', TYPE_UINT64);
    if (hi < 0) as('signed', hi === -1 && lo < 0 ? TYPE_INT32 : TYPE_INT64);
    if (type === undefined) as('zigzag', hi === 0 ? TYPE_SINT32 : TYPE_SINT64);
  }
  const isWhole = wireType === WIRE_VARINT && type !== TYPE_SINT32 && type !== TYPE_SINT64;
  const digits = uint64Of(lo, wireType === WIRE_I32 ? 0 : hi).toString(16);
  if (isWhole || wireType !== WIRE_VARINT) add(isWhole ? 'hexadecimal' : 'bits', `0x${digits}`);
  return readings;
}
