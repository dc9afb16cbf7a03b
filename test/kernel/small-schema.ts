/** Schemas with a few fields, for which tests write the bytes by hand. */
import {
  type FieldTable,
  type SchemaTables,
  TYPE_MESSAGE,
  TYPE_UINT32,
} from '../../src/base/schema/table.js';
import { tagOf, WIRE_LEN, WIRE_VARINT } from '../../src/base/wire/tag.js';

/** The type, by default `uint32`. `message` is the position in the schema of the field's message type. */
export function field(
  number: number,
  name: string,
  options: { readonly message?: number; readonly repeated?: boolean; readonly type?: number } = {},
): FieldTable {
  const { message = -1, repeated = false, type = message < 0 ? TYPE_UINT32 : TYPE_MESSAGE } = options;
  const more = { optional: false, enum: -1, oneof: -1 };
  return { number, name, localName: name, type, repeated, message, ...more };
}

export function schemaOf(messages: Readonly<Record<string, readonly FieldTable[]>>): SchemaTables {
  return {
    enums: [],
    messages: Object.entries(messages).map(([typeName, fields], index) => ({
      index,
      typeName,
      fields,
      oneofs: [],
      mapEntry: false,
    })),
  };
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}

export const uint = (number: number, value: number): number[] => [
  ...varint(tagOf(number, WIRE_VARINT)),
  ...varint(value),
];

export const len = (number: number, payload: readonly number[]): number[] => [
  ...varint(tagOf(number, WIRE_LEN)),
  ...varint(payload.length),
  ...payload,
];
