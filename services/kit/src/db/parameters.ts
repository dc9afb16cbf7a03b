import { type SQL, sql } from 'drizzle-orm';

/** A JSON parameter. Use it for every jsonb value: a bare list would be expanded to a list of parameters. */
export function json(value: unknown): SQL {
  return sql`${JSON.stringify(value) ?? 'null'}::jsonb`;
}

/**
 * An array as one parameter: `where id = any(${array(ids, 'int8')})`. The text of the statement does not depend on the
 * number of values, so it stays prepared.
 */
export function array(
  values: readonly unknown[],
  elementType: 'int4' | 'int8' | 'text' | 'bool' | 'bytea',
): SQL {
  return sql`${sql.param(values)}::${sql.raw(elementType)}[]`;
}
