import { array, type Queryable, sql } from '@services/kit/db';

export async function insertMembers(db: Queryable, groupId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.run(sql`INSERT INTO user_group_member (group_id, user_id)
    SELECT ${groupId}, id FROM unnest(${array([...new Set(ids)], 'int4')}) AS n (id)`);
}

export async function insertSubgroups(db: Queryable, groupId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.run(sql`INSERT INTO user_group_subgroup (group_id, subgroup_id)
    SELECT ${groupId}, id FROM unnest(${array([...new Set(ids)], 'int4')}) AS n (id)`);
}

/** Returns the names of unarchived channels that give the group a right. */
export async function channelsUsing(db: Queryable, groupId: number): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    SELECT DISTINCT c.name FROM channel c, jsonb_each(c.permissions) AS p(setting, value)
    WHERE NOT c.is_archived AND (p.value = to_jsonb(${groupId}::integer)
      OR p.value->'direct_subgroups' @> to_jsonb(${groupId}::integer)) ORDER BY c.name`);
  return rows.map((row) => row.name);
}

export async function deleteGroup(db: Queryable, groupId: number): Promise<void> {
  await db.run(sql`DELETE FROM user_group WHERE id = ${groupId}`);
}
