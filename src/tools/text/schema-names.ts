import {
  type EnumTable,
  type FieldTable,
  isImplicit,
  isPackable,
  type MessageTable,
  type SchemaTables,
  TYPE_BYTES,
  TYPE_MESSAGE,
  TYPE_STRING,
  wireTypeOf,
} from '../../base/schema/table.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import { jsonNameOf } from './number-text.js';

export interface TextField {
  readonly field: FieldTable;
  readonly index: number;
  /** Number of the field in the whole schema, from 1. */
  readonly id: number;
  readonly isMessage: boolean;
  /** A string or bytes. */
  readonly isPayload: boolean;
  readonly isBytes: boolean;
  /** A list of numbers. */
  readonly packable: boolean;
  /** True if the field has an implicit default, so that zero or empty values are left out. */
  readonly implicit: boolean;
  readonly wireType: number;
  readonly tag: number;
  /** Tag of a LEN record: for a message, a string, bytes, or a packed list. */
  readonly lengthTag: number;
  readonly jsonName: string;
  readonly values: EnumNames | undefined;
  child: TextMessage | undefined;
}

export interface EnumNames {
  readonly table: EnumTable;
  readonly byName: ReadonlyMap<string, number>;
}

export interface TextMessage {
  readonly table: MessageTable;
  readonly fields: readonly TextField[];
  readonly byName: ReadonlyMap<string, TextField>;
  /** Fields by the schema's name, and by the JSON name. */
  readonly byAnyName: ReadonlyMap<string, TextField>;
  /** Fields by the tags of their records; lists of numbers are under the packed tag. */
  readonly byTag: ReadonlyMap<number, TextField>;
  readonly byNumber: ReadonlyMap<number, TextField>;
}

export interface SchemaNames {
  readonly root: TextMessage;
  readonly messages: readonly TextMessage[];
  readonly limits: { readonly fields: number; readonly fieldsOfMessage: number };
}

export function namesOf(schema: SchemaTables): SchemaNames {
  let id = 0;
  let most = 1;
  const enums = schema.enums.map((table): EnumNames => {
    return { table, byName: new Map(table.values.map(({ name, number }) => [name, number])) };
  });
  const messages = schema.messages.map((table): TextMessage => {
    if (table.mapEntry) throw new Error(`${table.typeName}: maps are not assembled`);
    most = Math.max(most, table.fields.length, table.oneofs.length);
    const fields = table.fields.map((field, index) => {
      id++;
      return fieldOf(field, index, id, field.enum < 0 ? undefined : enums[field.enum]);
    });
    return {
      table,
      fields,
      byName: new Map(fields.map((field) => [field.field.name, field])),
      byAnyName: new Map(
        fields.flatMap((field) => [[field.jsonName, field] as const, [field.field.name, field] as const]),
      ),
      byTag: new Map(fields.map((field) => [field.packable ? field.lengthTag : field.tag, field])),
      byNumber: new Map(fields.map((field) => [field.field.number, field])),
    };
  });
  for (const { fields } of messages) {
    for (const field of fields) field.child = messages[field.field.message];
  }
  return { root: messages[0] as TextMessage, messages, limits: { fields: id, fieldsOfMessage: most } };
}

function fieldOf(field: FieldTable, index: number, id: number, values: EnumNames | undefined): TextField {
  const { number, type, repeated } = field;
  const isMessage = type === TYPE_MESSAGE;
  return {
    field,
    index,
    id,
    isMessage,
    isPayload: type === TYPE_STRING || type === TYPE_BYTES,
    isBytes: type === TYPE_BYTES,
    packable: repeated && isPackable(type),
    implicit: isImplicit(field),
    wireType: wireTypeOf(type),
    tag: tagOf(number, wireTypeOf(type)),
    lengthTag: tagOf(number, WIRE_LEN),
    jsonName: jsonNameOf(field.name),
    values,
    child: undefined,
  };
}

/** Returns the known field with this number, if its records can have this wire type. */
export function isSchemaName(
  message: TextMessage | undefined,
  number: number,
  wireType: number,
): TextField | undefined {
  const field = message?.byNumber.get(number);
  if (field === undefined) return undefined;
  return field.wireType === wireType || (field.packable && wireType === WIRE_LEN) ? field : undefined;
}
