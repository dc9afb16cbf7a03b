import { array, type Queryable, sql } from '@services/kit/db';

/** A folder as clients see it; `date_created` is UNIX seconds. */
export interface ChannelFolder {
  id: number;
  name: string;
  order: number;
  date_created: number;
  creator_id: number | null;
  description: string;
  rendered_description: string;
  is_archived: boolean;
}

const COLUMNS =
  sql.raw(`id, name, position AS "order", created_at / 1000 AS date_created, creator_id, description,
  rendered_description, is_archived`);

/** Returns the folders, sorted by position. */
export function channelFolders(db: Queryable): Promise<ChannelFolder[]> {
  return db.rows<ChannelFolder>(sql`SELECT ${COLUMNS} FROM channel_folder ORDER BY position, id`);
}

export async function insertFolder(
  db: Queryable,
  folder: { name: string; description: string; rendered: string; creatorId: number; now: number },
): Promise<ChannelFolder> {
  const row = await db.one<ChannelFolder>(sql`
    INSERT INTO channel_folder (name, description, rendered_description, creator_id, created_at, position)
    SELECT ${folder.name}, ${folder.description}, ${folder.rendered}, ${folder.creatorId}::int, ${folder.now}::bigint,
      coalesce(max(position), 0) + 1 FROM channel_folder RETURNING ${COLUMNS}`);
  return row!;
}

export async function updateFolder(db: Queryable, folder: ChannelFolder): Promise<void> {
  await db.run(sql`UPDATE channel_folder SET name = ${folder.name}, description = ${folder.description},
    rendered_description = ${folder.rendered_description}, is_archived = ${folder.is_archived}
    WHERE id = ${folder.id}`);
}

export async function orderFolders(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.run(
    sql`UPDATE channel_folder SET position = array_position(${array([...ids], 'int8')}, id::bigint)`,
  );
}

export async function holdsChannels(db: Queryable, id: number): Promise<boolean> {
  const row = await db.one(
    sql`SELECT 1 AS held FROM channel WHERE folder_id = ${id} AND NOT is_archived LIMIT 1`,
  );
  return row !== undefined;
}

export async function isActiveFolder(db: Queryable, id: number): Promise<boolean> {
  return (
    (await db.one(sql`SELECT 1 AS active FROM channel_folder WHERE id = ${id} AND NOT is_archived`)) !==
    undefined
  );
}
