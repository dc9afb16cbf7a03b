/** The messages of the runner as text: what `assemble` makes of it, and what `dump` writes. */
import type { DescMessage } from '@bufbuild/protobuf';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import type { SchemaTables } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { assemble } from '../../src/tools/text/assemble.js';
import { dumpText } from '../../src/tools/text/dump.js';

/** Two of the forms of text. The third, YAML, says what JSON says. */
export type Form = 'json' | 'textproto';

/**
 * The tables of a schema, with entries of maps as messages like any other: that is what text format has of them, and
 * the schema of the models has no maps.
 */
export function textTables(tables: SchemaTables): SchemaTables {
  return { ...tables, messages: tables.messages.map((message) => ({ ...message, mapEntry: false })) };
}

/** Names, of either kind, of fields that JSON writes in a form of their own: maps, and Google's well-known types. */
export function namesOfSpecialJson(desc: DescMessage): ReadonlySet<string> {
  const special = desc.fields.filter((field) => {
    const { typeName } = field.message ?? field.enum ?? { typeName: '' };
    return field.fieldKind === 'map' || typeName.startsWith('google.protobuf.');
  });
  return new Set(special.flatMap(({ name, jsonName }) => [name, jsonName]));
}

/** True if a JSON text names one of these fields. */
export function mentions(json: string, names: ReadonlySet<string>): boolean {
  return [...json.matchAll(/"(\w+)"\s*:/g)].some(([, name]) => names.has(name as string));
}

/** The message that `assemble` makes of a text, or the code and words with which it is refused. */
export async function assembled(
  schema: SchemaTables,
  text: string,
  format: Form,
): Promise<{ readonly message: Uint8Array } | { readonly code: string; readonly reason: string }> {
  try {
    return { message: (await assemble(text, { format, framing: 'bare', schema })).message };
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return { code: error.code, reason: error.message };
  }
}

/** Output of `dump` for a complete message. */
export function dumped(schema: SchemaTables, message: Uint8Array, format: Form): Promise<string> {
  return dumpText(memorySource(message), { format, framing: 'bare', bytes: 'base64', schema });
}
