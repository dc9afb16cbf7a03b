import { MDL } from '../../base/schema/mdl.gen.js';
import {
  type FieldTable,
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FIXED64,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_STRING,
  TYPE_UINT64,
} from '../../base/schema/table.js';
import type { Scalar } from '../../read/tree/make.js';

/**
 * Parses a value in the usual notation: digits (also 0x), true or false, the name of an enum's value, the
 * text of a string.
 */
export function parseScalar(field: FieldTable, text: string): Scalar | undefined {
  switch (field.type) {
    case TYPE_STRING:
      return text;
    case TYPE_BOOL:
      return /^(true|1)$/.test(text) ? true : /^(false|0)$/.test(text) ? false : undefined;
    case TYPE_DOUBLE:
    case TYPE_FLOAT:
      return parseFloating(text);
    case TYPE_ENUM: {
      const named = MDL.enums[field.enum]?.values.find(({ name }) => name === text);
      return named?.number ?? parseWhole(text, -(2n ** 31n), 2n ** 31n);
    }
    case TYPE_INT32:
    case TYPE_SINT32:
    case TYPE_SFIXED32:
      return parseWhole(text, -(2n ** 31n), 2n ** 31n);
    case TYPE_INT64:
    case TYPE_SINT64:
    case TYPE_SFIXED64:
      return parseWhole(text, -(2n ** 63n), 2n ** 63n);
    case TYPE_UINT64:
    case TYPE_FIXED64:
      return parseWhole(text, 0n, 2n ** 64n);
    default:
      return parseWhole(text, 0n, 2n ** 32n);
  }
}

function parseWhole(text: string, least: bigint, end: bigint): bigint | undefined {
  if (!/^-?(\d{1,40}|0x[0-9a-fA-F]{1,32})$/.test(text)) return undefined;
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
  return value >= least && value < end ? value : undefined;
}

function parseFloating(text: string): number | undefined {
  const special = { nan: Number.NaN, inf: Number.POSITIVE_INFINITY, '-inf': Number.NEGATIVE_INFINITY }[
    text.toLowerCase()
  ];
  if (special !== undefined) return special;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined;
}
