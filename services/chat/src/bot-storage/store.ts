import { array, type Queryable, sql } from '@services/kit/db';

/** Returns the entries of the given keys; all entries if `keys` is undefined. */
export async function storedEntries(
  db: Queryable,
  botId: number,
  keys: readonly string[] | undefined,
): Promise<Record<string, string>> {
  const rows = await db.rows<{ key: string; value: string }>(sql`
    SELECT key, value FROM bot_storage WHERE bot_id = ${botId}
      ${keys === undefined ? sql`` : sql`AND key = ANY(${array([...keys], 'text')})`} ORDER BY key`);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Returns the total bytes of keys and values, without the keys in `except`. */
export async function storedBytes(db: Queryable, botId: number, except: readonly string[]): Promise<number> {
  const row = await db.one<{ bytes: number }>(sql`
    SELECT coalesce(sum(octet_length(key) + octet_length(value)), 0)::bigint AS bytes FROM bot_storage
    WHERE bot_id = ${botId} AND NOT key = ANY(${array([...except], 'text')})`);
  return Number(row!.bytes);
}

export async function writeEntries(
  db: Queryable,
  botId: number,
  entries: Record<string, string>,
): Promise<void> {
  await db.run(sql`INSERT INTO bot_storage (bot_id, key, value)
    SELECT ${botId}::integer, e.key, e.value
    FROM unnest(${array(Object.keys(entries), 'text')}, ${array(Object.values(entries), 'text')}) AS e(key, value)
    ON CONFLICT (bot_id, key) DO UPDATE SET value = excluded.value`);
}

export async function deleteEntries(
  db: Queryable,
  botId: number,
  keys: readonly string[] | undefined,
): Promise<void> {
  await db.run(sql`DELETE FROM bot_storage WHERE bot_id = ${botId}
    ${keys === undefined ? sql`` : sql`AND key = ANY(${array([...keys], 'text')})`}`);
}
