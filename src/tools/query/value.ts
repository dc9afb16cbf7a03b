import { enumValueName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import {
  type EnumTable,
  type FieldTable,
  TYPE_BOOL,
  TYPE_BYTES,
  TYPE_ENUM,
  TYPE_MESSAGE,
  TYPE_STRING,
} from '../../base/schema/table.js';
import { BlobHandle } from '../../read/model/blob.js';
import { MessageView } from '../../read/model/message-view.js';

/** Value of an expression; undefined if a message on the path, or an optional field, is missing. */
export type QueryValue = number | bigint | boolean | string | undefined;

/** Type of an expression, known before any file is read. */
export type ValueType =
  | { readonly kind: 'number' }
  | { readonly kind: 'string' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enum'; readonly table: EnumTable }
  /** Name of a oneof's member, `unset` or `unknown`. */
  | { readonly kind: 'member'; readonly names: readonly string[] };

export const NUMBER_TYPE: ValueType = { kind: 'number' };
export const STRING_TYPE: ValueType = { kind: 'string' };
export const BOOLEAN_TYPE: ValueType = { kind: 'boolean' };

/** JSON of a value. */
export type QueryJson = number | string | boolean | null | { readonly [key: string]: QueryJson };

/** Returns the type of a scalar or of a scalar list's elements; undefined for messages and bytes. */
export function typeOf(field: FieldTable): ValueType | undefined {
  switch (field.type) {
    case TYPE_MESSAGE:
    case TYPE_BYTES:
      return undefined;
    case TYPE_STRING:
      return STRING_TYPE;
    case TYPE_BOOL:
      return BOOLEAN_TYPE;
    case TYPE_ENUM:
      return { kind: 'enum', table: MDL.enums[field.enum] as EnumTable };
    default:
      return NUMBER_TYPE;
  }
}

/** Converts a value to JSON: enum values to names, 64-bit numbers and non-finite numbers to strings. */
export function showValue(value: QueryValue, type: ValueType): QueryJson {
  if (value === undefined) return null;
  if (type.kind === 'enum') return enumValueName(type.table, Number(value)) ?? Number(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  }
  return value;
}

/** Converts a field's value to JSON: blobs and messages only to their size. */
export function showField(value: unknown, field: FieldTable): QueryJson {
  if (value === undefined) return null;
  if (value instanceof BlobHandle) return { bytes: value.length };
  if (value instanceof MessageView) return showMessage(value);
  return showValue(value as QueryValue, typeOf(field) ?? NUMBER_TYPE);
}

/**
 * Lists the fields of a message, one level deep: lists by their number of elements, messages by their size.
 */
export function showMessage(view: MessageView): QueryJson {
  const shown: Record<string, QueryJson> = {};
  for (const field of view.table.fields) {
    if (!view.has(field.number)) continue;
    const value = view.get(field.number);
    if (field.repeated) shown[field.name] = { elements: view.repeated(field.number).length };
    else if (value instanceof MessageView) shown[field.name] = { bytes: value.span.length };
    else shown[field.name] = showField(value, field);
  }
  return shown;
}
