/** The runner's messages as text: input of `assemble`, and output of `dump`. */
import type { DescMessage } from '@bufbuild/protobuf';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import type { SchemaTables } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { assemble } from '../../src/tools/text/assemble.js';
import { dumpText } from '../../src/tools/text/dump.js';

/** Text formats under test. YAML, the third text format, has the same content as JSON. */
export type Form = 'json' | 'textproto';

/**
 * Tables of a schema with maps, in which map entries are ordinary messages, as in text format. (The models'
 * schema has no maps.)
 */
export function textTables(tables: SchemaTables): SchemaTables {
  return { ...tables, messages: tables.messages.map((message) => ({ ...message, mapEntry: false })) };
}

/** Names of fields, in both styles, that have a special form in JSON: maps, and Google's well-known types. */
export function namesOfSpecialJson(desc: DescMessage): ReadonlySet<string> {
  const special = desc.fields.filter((field) => {
    const { typeName } = field.message ?? field.enum ?? { typeName: '' };
    return field.fieldKind === 'map' || typeName.startsWith('google.protobuf.');
  });
  return new Set(special.flatMap(({ name, jsonName }) => [name, jsonName]));
}

export function mentions(json: string, names: ReadonlySet<string>): boolean {
  return [...json.matchAll(/"(\w+)"\s*:/g)].some(([, name]) => names.has(name as string));
}

/** Returns the message that `assemble` makes from a text, or the code and message of its refusal. */
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

/** Returns the output of `dump` for a complete message. */
export function dumped(schema: SchemaTables, message: Uint8Array, format: Form): Promise<string> {
  return dumpText(memorySource(message), { format, framing: 'bare', bytes: 'base64', schema });
}
