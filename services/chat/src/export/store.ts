import { type Queryable, sql } from '@services/kit/db';

/**
 * Types of exports in the API: 1 has the content that all members can read; 2 also has the content of consenting
 * users.
 */
export type ExportType = 1 | 2;

export interface ExportRow {
  id: number;
  user_id: number;
  export_type: ExportType;
  requested_at: number;
  finished_at: number | null;
  failed_at: number | null;
  deleted_at: number | null;
  path: string | null;
}

const COLUMNS = sql.raw('id, user_id, export_type, requested_at, finished_at, failed_at, deleted_at, path');

export function exportRows(db: Queryable): Promise<ExportRow[]> {
  return db.rows<ExportRow>(sql`SELECT ${COLUMNS} FROM export ORDER BY id`);
}

export function exportRow(db: Queryable, id: number): Promise<ExportRow | undefined> {
  return db.one<ExportRow>(sql`SELECT ${COLUMNS} FROM export WHERE id = ${id}`);
}

export async function insertExport(
  db: Queryable,
  userId: number,
  type: ExportType,
  now: number,
): Promise<number> {
  const row = await db.one<{ id: number }>(sql`INSERT INTO export (user_id, export_type, requested_at)
    VALUES (${userId}, ${type}, ${now}::bigint) RETURNING id`);
  return row!.id;
}

export async function updateExport(
  db: Queryable,
  id: number,
  change: Partial<Pick<ExportRow, 'finished_at' | 'failed_at' | 'deleted_at' | 'path'>>,
): Promise<void> {
  const columns = Object.entries(change).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
  await db.run(sql`UPDATE export SET ${sql.join(columns, sql`, `)} WHERE id = ${id}`);
}

/** Returns an export in its form for clients; times are UNIX seconds. */
export function shownExport(row: ExportRow, publicUrl: string) {
  const seconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1000);
  const isReady = row.finished_at !== null && row.deleted_at === null;
  return {
    id: row.id,
    acting_user_id: row.user_id,
    export_time: row.requested_at / 1000,
    deleted_timestamp: seconds(row.deleted_at),
    failed_timestamp: seconds(row.failed_at),
    export_url: isReady ? `${publicUrl}/exports/${row.id}/export-${row.id}.tar.gz` : null,
    pending: row.finished_at === null && row.failed_at === null,
    export_type: row.export_type as number,
  };
}
