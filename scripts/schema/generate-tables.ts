/** The text of src/base/schema/mdl.gen.ts: schema tables as plain data. */
import { localNameOf } from '../../src/base/schema/rows.js';
import type { EnumTable, FieldTable, MessageTable, SchemaTables } from '../../src/base/schema/table.js';
import { filled } from '../generated-files.js';

function fieldLine(field: FieldTable): string {
  const { number, name, localName, type, repeated, optional, message, enum: enumIndex, oneof } = field;
  if (localName !== localNameOf(name))
    throw new Error(`${name} is called ${localName}, and rows have no place for it`);
  const values = [number, `'${name}'`, type, repeated, optional, message, enumIndex, oneof];
  // Trailing values that equal the defaults of `f` are left out.
  while (values.length > 3 && [false, -1].includes(values.at(-1) as number)) values.pop();
  return `    f(${values.join(', ')}),\n`;
}

function messageText({ typeName, fields, oneofs, mapEntry }: MessageTable): string {
  const rows = fields.length > 0 ? `[\n${fields.map(fieldLine).join('')}  ]` : '[]';
  const lists = oneofs.map(
    ({ name, localName, members }) =>
      `{ name: '${name}', localName: '${localName}', members: [${members.join(', ')}] }`,
  );
  const rest = mapEntry ? `, [${lists.join(', ')}], true` : lists.length > 0 ? `, [${lists.join(', ')}]` : '';
  return `  ['${typeName}', ${rows}${rest}],\n`;
}

function enumText({ typeName, values }: EnumTable): string {
  return `  ['${typeName}', {\n${filled(
    values.map(({ name, number }) => `${name}: ${number},`),
    '    ',
  )}  }],\n`;
}

/** A module of tables: its source file, its exported name, and a description. */
export interface TablesModule {
  readonly proto: string;
  readonly name: string;
  readonly about: string;
}

/**
 * Returns the text of a module that exports tables. The module imports no protobuf library, so that a command starts
 * without loading such a library and decoding its descriptors.
 * @throws Error for an enum with a duplicate name, or with a name that would be reordered as an object key
 */
export function tablesModule(
  { messages, enums }: SchemaTables,
  { proto, name, about }: TablesModule,
): string {
  for (const { typeName, values } of enums) {
    const names = new Set(values.map((value) => value.name));
    if (names.size < values.length || [...names].some((one) => !/^[A-Za-z_]/.test(one))) {
      throw new Error(`${typeName} has names that are no keys`);
    }
  }
  return `// Generated from proto/${proto} by \`npm run generate\` (scripts/schema/generate.ts).
import { f, tablesOf } from './rows.js';
import type { SchemaTables } from './table.js';

/** ${about} */
export const ${name}: SchemaTables = /* @__PURE__ */ tablesOf([
${messages.map(messageText).join('')}], [
${enums.map(enumText).join('')}]);
`;
}
