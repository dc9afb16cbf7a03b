import { type Queryable, sql } from '@services/kit/db';
import type { App } from '../../app.js';
import type { GroupValue } from '../../organization/groups.js';
import type { Account } from '../../users/account.js';
import { insertRows } from '../rows.js';
import type { RealmExport } from './export.js';
import type { Report } from './report.js';

/** State of an import: its source, its target, and the ids of imported objects. */
export interface Intake {
  app: App;
  tx: Queryable;
  data: RealmExport;
  report: Report;
  now: number;
  /**
   * Accounts of this service, by ids of the other server. The import keeps ids, but merges the other server's own bots
   * into one.
   */
  accounts: Map<number, Account>;
  /** Values of group settings in this service, by ids of groups in the other server. */
  groups: Map<number, GroupValue>;
  /** Recipients in this service, by ids of channels. The import keeps the ids of channels. */
  channels: Map<number, { recipientId: number }>;
  /** Ids of custom emoji. The import keeps these ids. */
  emoji: Set<number>;
  /** Paths of uploads in this service, by the paths in the other server. */
  uploads: Map<string, string>;
  /** Ids of attachments, by their paths in this service. */
  attachments: Map<string, number>;
  /** Paths of stored files. If the import fails, these files are removed. */
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

/** Draws new ids for recipients: clients do not see these ids, so the export's ids need not be kept. */
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
