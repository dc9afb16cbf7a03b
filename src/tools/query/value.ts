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

/** What an expression comes to; undefined where a message on the way, or an optional field, is not there. */
export type Value = number | bigint | boolean | string | undefined;

/** What expressions are known to be before they are asked. */
export type ValueType =
  | { readonly kind: 'number' }
  | { readonly kind: 'string' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enum'; readonly table: EnumTable }
  /** A name of a member of a oneof, `unset` or `unknown`. */
  | { readonly kind: 'member'; readonly names: readonly string[] };

export const NUMBER: ValueType = { kind: 'number' };
export const STRING: ValueType = { kind: 'string' };
export const BOOLEAN: ValueType = { kind: 'boolean' };

/** JSON of a value. */
export type ShownValue = number | string | boolean | null | { readonly [key: string]: ShownValue };

/** The type of a singular scalar, or of an element of a list of them; undefined for messages and bytes. */
export function typeOf(field: FieldTable): ValueType | undefined {
  switch (field.type) {
    case TYPE_MESSAGE:
    case TYPE_BYTES:
      return undefined;
    case TYPE_STRING:
      return STRING;
    case TYPE_BOOL:
      return BOOLEAN;
    case TYPE_ENUM:
      return { kind: 'enum', table: MDL.enums[field.enum] as EnumTable };
    default:
      return NUMBER;
  }
}

/** A value as JSON has it: names of enum values, strings for 64 bits and for what is no number. */
export function showValue(value: Value, type: ValueType): ShownValue {
  if (value === undefined) return null;
  if (type.kind === 'enum') return enumValueName(type.table, Number(value)) ?? Number(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  }
  return value;
}

/** A field's value as JSON: of blobs and messages the size, not the contents. */
export function showField(value: unknown, field: FieldTable): ShownValue {
  if (value === undefined) return null;
  if (value instanceof BlobHandle) return { bytes: value.length };
  if (value instanceof MessageView) return showMessage(value);
  return showValue(value as Value, typeOf(field) ?? NUMBER);
}

/** What is set in a message, one level deep: lists by their number of elements, messages by their bytes. */
export function showMessage(view: MessageView): ShownValue {
  const shown: Record<string, ShownValue> = {};
  for (const field of view.table.fields) {
    if (!view.has(field.number)) continue;
    const value = view.get(field.number);
    if (field.repeated) shown[field.name] = { elements: view.repeated(field.number).length };
    else if (value instanceof MessageView) shown[field.name] = { bytes: value.span.length };
    else shown[field.name] = showField(value, field);
  }
  return shown;
}
