/** Numbers and booleans of text format, computed from the tokens. */
import {
  TYPE_BOOL,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
} from '../../base/schema/table.js';
import { WIRE_I32, WIRE_I64, WIRE_VARINT } from '../../base/wire/tag.js';
import type { TextField } from './schema-names.js';
import { FLOAT_TOKEN, IDENT, INT } from './textproto-tokens.js';

const TRUE = ['true', 'True', 't'];
const FALSE = ['false', 'False', 'f'];

const SIGNED: ReadonlySet<number> = new Set([
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
]);

export function dueOf({ field, isPayload, values }: TextField, isNegative = false): string {
  if (isPayload) return 'a string in quotation marks';
  if (isNegative && !isSigned(field.type, values)) return 'a number without a sign';
  return values === undefined ? 'a whole number' : 'the name of a value';
}

/** True if a token of this kind can be the value of a whole-number field, with or without a minus sign. */
export function isWhole(kind: number, { field, values }: TextField, isNegative: boolean): boolean {
  return kind === INT && field.type !== TYPE_BOOL && (!isNegative || isSigned(field.type, values));
}

function isSigned(type: number, values: TextField['values']): boolean {
  return SIGNED.has(type) || values !== undefined;
}

/** @param text an INT token */
export function integerOf(text: string): bigint {
  return BigInt(/^0\d/.test(text) ? `0o${text}` : text);
}

/** Returns the boolean of a token; undefined if the token is neither true nor false. */
export function truthOf(kind: number, text: string): boolean | undefined {
  if (kind === INT) {
    const value = integerOf(text);
    return value === 1n ? true : value === 0n ? false : undefined;
  }
  if (kind !== IDENT) return undefined;
  return TRUE.includes(text) ? true : FALSE.includes(text) ? false : undefined;
}

/** Returns the number of a token; undefined if the token is not a decimal number. */
export function realOf(kind: number, text: string): number | undefined {
  if (kind === IDENT) {
    const word = text.toLowerCase();
    if (word === 'inf' || word === 'infinity') return Number.POSITIVE_INFINITY;
    return word === 'nan' ? Number.NaN : undefined;
  }
  if (kind === INT && /^0./.test(text)) return undefined;
  return kind === INT || kind === FLOAT_TOKEN ? Number.parseFloat(text) : undefined;
}

/**
 * Returns the wire type of an unknown number as `protoc --decode` prints it: a hexadecimal number with 8 or
 * 16 digits has a fixed width of 32 or 64 bits; any other number is a varint.
 * @param text an INT token
 */
export function unknownWireType(text: string): number {
  if (!/^0[xX]/.test(text)) return WIRE_VARINT;
  return text.length === 10 ? WIRE_I32 : text.length === 18 ? WIRE_I64 : WIRE_VARINT;
}
