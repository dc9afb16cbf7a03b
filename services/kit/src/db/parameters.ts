import { type SQL, sql } from 'drizzle-orm/sql';

/**
 * A JSON parameter. Use this function for every jsonb value, because an array would be expanded to a list of
 * parameters.
 */
export function json(value: unknown): SQL {
  return sql`${JSON.stringify(value) ?? 'null'}::jsonb`;
}

/**
 * An array as one parameter: `where id = any(${array(ids, 'int8')})`. The text of the statement does not depend on the
 * number of values, so the statement stays prepared.
 */
export function array(
  values: readonly unknown[],
  elementType: 'int4' | 'int8' | 'text' | 'bool' | 'bytea',
): SQL {
  return sql`${`{${values.map(element).join()}}`}::${sql.raw(elementType)}[]`;
}

/**
 * Formats an element for PostgreSQL. The driver's formatting takes five times as long, mostly because it quotes
 * numbers.
 */
function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string' && !ArrayBuffer.isView(value)) return `${value}`;
  if (typeof value === 'string') {
    return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
  }
  return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;
}
