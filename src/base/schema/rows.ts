/**
 * Functions and types for the rows of generated tables. All tables are made from rows by this module, so that
 * tables share hidden classes.
 */
import type { FieldTable, OneofTable, SchemaTables } from './table.js';

/** Returns a field's table. The parameters are in the order of FieldTable. */
export const f = (
  number: number,
  name: string,
  type: number,
  repeated = false,
  optional = false,
  message = -1,
  enumIndex = -1,
  oneof = -1,
): FieldTable => {
  const localName = localNameOf(name);
  return { number, name, localName, type, repeated, optional, message, enum: enumIndex, oneof };
};

/** Returns a field's name in JavaScript: `hwArch` for `hw_arch`. */
export function localNameOf(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

type MessageRow = readonly [
  typeName: string,
  fields: readonly FieldTable[],
  oneofs?: readonly OneofTable[],
  mapEntry?: boolean,
];
/** Numbers by name, in the order of the schema. */
type EnumRow = readonly [typeName: string, values: Readonly<Record<string, number>>];

export function tablesOf(messages: readonly MessageRow[], enums: readonly EnumRow[]): SchemaTables {
  return {
    messages: messages.map(([typeName, fields, oneofs = [], mapEntry = false], index) => ({
      index,
      typeName,
      fields,
      oneofs,
      mapEntry,
    })),
    enums: enums.map(([typeName, values]) => ({
      typeName,
      values: Object.entries(values).map(([name, number]) => ({ number, name })),
    })),
  };
}
