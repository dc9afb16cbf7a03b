import { type Queryable, sql } from '@services/kit/db';
import type { App } from '../../app.js';
import type { GroupValue } from '../../organization/groups.js';
import type { Account } from '../../users/account.js';
import { insertRows } from '../rows.js';
import type { RealmExport } from './export.js';
import type { Report } from './report.js';

/** State of an import: its source, its target, and the identities that are already read. */
export interface Intake {
  app: App;
  tx: Queryable;
  data: RealmExport;
  report: Report;
  now: number;
  /** Accounts by the other server's ids. The import keeps ids, but merges the other server's own bots into one. */
  accounts: Map<number, Account>;
  /** Values of groups in this service, by the ids of groups in the other server. */
  groups: Map<number, GroupValue>;
  /** Channels with the ids of their recipients in this service, by the channels' ids, which the import keeps. */
  channels: Map<number, { recipientId: number }>;
  /** Ids of custom emoji, which the import keeps. */
  emoji: Set<number>;
  /** Paths of uploads in this service, by the paths in the other server. */
  uploads: Map<string, string>;
  /** Ids of attachments, by this service's paths. */
  attachments: Map<string, number>;
  /** Paths of stored files: they are removed if the import fails. */
  stored: string[];
}

const BATCH = 500;

/** Inserts rows of one table, all with the same columns. */
export async function insertAll(tx: Queryable, table: string, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH)
    await insertRows(
      tx,
      table,
      rows.slice(start, start + BATCH).map((row) => JSON.stringify(row)),
    );
}

/** Draws new ids for recipients, which are only used inside the database. */
export async function newRecipients(tx: Queryable, count: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`SELECT nextval(pg_get_serial_sequence('recipient', 'id'))::integer AS id FROM generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the text with this service's paths of its uploads. */
export function withPaths({ uploads }: Intake, content: string): string {
  if (!content.includes('/user_uploads/')) return content;
  let text = content;
  for (const [there, here] of uploads)
    if (there !== here) text = text.replaceAll(`/user_uploads/${there}`, `/user_uploads/${here}`);
  return text;
}
