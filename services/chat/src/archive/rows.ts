import { type Queryable, sql } from '@services/kit/db';

/**
 * Inserts rows from lines of JSON that have the same columns. A column that is missing in the lines gets its default,
 * because an archive of an older release has fewer columns.
 */
export async function insertRows(tx: Queryable, table: string, lines: readonly string[]): Promise<void> {
  const columns = await tx.rows<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = ${table} ORDER BY ordinal_position`);
  const given = new Set(Object.keys(JSON.parse(lines[0]!) as object));
  const names = columns.filter(({ name }) => given.has(name)).map(({ name }) => sql.identifier(name));
  const list = sql.join(names, sql`, `);
  await tx.run(sql`INSERT INTO ${sql.identifier(table)} (${list}) OVERRIDING SYSTEM VALUE
    SELECT ${list} FROM jsonb_populate_recordset(NULL::${sql.identifier(table)}, ${`[${lines.join(',')}]`}::jsonb)`);
}

/** Moves the id counters past the largest imported id. */
export async function moveCounters(tx: Queryable): Promise<void> {
  await tx.run(sql`UPDATE counter SET directory_version = directory_version + 1,
    last_message_id = greatest(last_message_id, (SELECT coalesce(max(id), 0) FROM message))`);
  const columns = await tx.rows<{ table_name: string; column_name: string }>(sql`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'`);
  for (const { table_name, column_name } of columns)
    await tx.rows(sql`SELECT setval(pg_get_serial_sequence(${table_name}, ${column_name}),
      (SELECT coalesce(max(${sql.identifier(column_name)}), 0) + 1 FROM ${sql.identifier(table_name)}), false)`);
}
