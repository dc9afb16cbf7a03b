/** The text of src/base/schema/mdl.gen.ts: schema tables as plain data. */
import type { EnumTable, FieldTable, MessageTable, SchemaTables } from '../../src/base/schema/table.js';

const headOf = (
  proto: string,
): string => `// Generated from proto/${proto} by \`npm run generate\` (scripts/schema/generate.ts).
import type { EnumTable, FieldTable, MessageTable, SchemaTables } from './table.js';

// number, name, localName, type, repeated, optional, message, enum, oneof: see table.ts. One place makes
// all fields, so that they share one hidden class.
const f = (
  number: number,
  name: string,
  localName: string,
  type: number,
  repeated: boolean,
  optional: boolean,
  message: number,
  enumIndex: number,
  oneof: number,
): FieldTable => ({ number, name, localName, type, repeated, optional, message, enum: enumIndex, oneof });
`;

function fieldLine(field: FieldTable): string {
  const { number, name, localName, type, repeated, optional, message, enum: enumIndex, oneof } = field;
  return `      f(${number}, '${name}', '${localName}', ${type}, ${repeated}, ${optional}, ${message}, ${enumIndex}, ${oneof}),`;
}

function messageText(table: MessageTable): string {
  const fields = table.fields.length > 0 ? `[\n${table.fields.map(fieldLine).join('\n')}\n    ]` : '[]';
  const oneofs = table.oneofs.map(
    ({ name, localName, members }) =>
      `{ name: '${name}', localName: '${localName}', members: [${members.join(', ')}] }`,
  );
  return `  {
    index: ${table.index},
    typeName: '${table.typeName}',
    fields: ${fields},
    oneofs: [${oneofs.join(', ')}],
    mapEntry: ${table.mapEntry},
  },`;
}

function enumText(table: EnumTable): string {
  const values = table.values.map(({ number, name }) => `      { number: ${number}, name: '${name}' },`);
  return `  {\n    typeName: '${table.typeName}',\n    values: [\n${values.join('\n')}\n    ],\n  },`;
}

/** A module of tables: the file it is made from, the name it exports, and what that is. */
export interface TablesModule {
  readonly proto: string;
  readonly name: string;
  readonly about: string;
}

/**
 * A module that exports tables. It imports types only, so that a command starts without loading a
 * protobuf library and decoding its descriptors.
 */
export function tablesModule(
  { messages, enums }: SchemaTables,
  { proto, name, about }: TablesModule,
): string {
  return `${headOf(proto)}
const messages: readonly MessageTable[] = [
${messages.map(messageText).join('\n')}
];

const enums: readonly EnumTable[] = [
${enums.map(enumText).join('\n')}
];

/** ${about} */
export const ${name}: SchemaTables = { messages, enums };
`;
}
