import { json, type Queryable, type SQL, sql, type Transaction } from '@services/kit/db';
import type { JobKind } from '@services/kit/jobs';
import type { App } from '../app.js';
import { batchItemContext } from '../batches/accept.js';
import { rewrap, type SealContext, type Sealed, VaultError } from './envelope.js';

export const REWRAP_JOB = 'vault.rewrap';

/** Rows in one transaction: few enough that requests do not wait long for a lock. */
const ROWS_AT_ONCE = 100;

interface HeldRow {
  /** Sort key of the row in its table. */
  place: string;
  sealed: Sealed;
  context: SealContext;
}

/** A table with encrypted records. */
interface Holder {
  name: string;
  /** Reads and locks rows after `after` whose data key is wrapped by another key than `keyId`. */
  read(tx: Transaction, keyId: string, after: string): Promise<HeldRow[]>;
  write(tx: Transaction, place: string, sealed: Sealed): Promise<number>;
  keyIds: SQL;
}

interface Column {
  name: string;
  table: string;
  column: string;
  place: SQL;
  tenant: SQL;
  context(row: { place: string; user_id: number; type: string; expires_at: number }): SealContext;
  type?: SQL;
  expires?: SQL;
}

function holder({
  name,
  table,
  column,
  place,
  tenant,
  context,
  type = sql`''`,
  expires = sql`0`,
}: Column): Holder {
  const from = sql.raw(table);
  const sealed = sql.raw(column);
  return {
    name,
    keyIds: sql`select distinct ${sealed} ->> 'k' as key_id from ${from} where ${sealed} is not null`,
    async read(tx, keyId, after) {
      const rows = await tx.rows<{
        place: string;
        user_id: number;
        type: string;
        expires_at: number;
        sealed: Sealed;
      }>(sql`
        select ${place} as place, ${tenant} as user_id, ${type} as type, ${expires} as expires_at, ${sealed} as sealed
        from ${from}
        where ${sealed} is not null and ${sealed} ->> 'k' <> ${keyId} and ${place} > ${after}
        order by ${place} limit ${ROWS_AT_ONCE} for update`);
      return rows.map((row) => ({ place: row.place, sealed: row.sealed, context: context(row) }));
    },
    write: (tx, at, record) =>
      tx.run(sql`update ${from} set ${sealed} = ${json(record)} where ${place} = ${at}`),
  };
}

const HOLDERS: readonly Holder[] = [
  holder({
    name: 'vault records',
    table: 'vault_records',
    column: 'sealed',
    place: sql`token`,
    tenant: sql`user_id`,
    type: sql`type`,
    expires: sql`expires_at`,
    context: ({ place, user_id, type, expires_at }) => ({
      tenant: user_id,
      type,
      id: place,
      expiresAt: expires_at,
    }),
  }),
  holder({
    name: 'descriptions',
    table: 'transactions',
    column: 'description',
    place: sql`id`,
    tenant: sql`user_id`,
    context: ({ place, user_id }) => ({ tenant: user_id, type: 'transaction', id: place }),
  }),
  holder({
    name: 'webhook secrets',
    table: 'webhooks',
    column: 'sealed_secret',
    place: sql`id`,
    tenant: sql`user_id`,
    context: ({ place, user_id }) => ({ tenant: user_id, type: 'webhook', id: place }),
  }),
  holder({
    name: 'list entries',
    table: 'list_entries',
    column: 'sealed',
    place: sql`id`,
    tenant: sql`user_id`,
    context: ({ place, user_id }) => ({ tenant: user_id, type: 'list', id: place }),
  }),
  holder({
    name: 'notes of reviews',
    table: 'check_reviews',
    column: 'note',
    place: sql`request_id`,
    tenant: sql`user_id`,
    context: ({ place, user_id }) => ({ tenant: user_id, type: 'review', id: place }),
  }),
  ...(['comment', 'content'] as const).map((column) =>
    holder({
      name: `${column}s of feedback`,
      table: 'feedback',
      column,
      place: sql`request_id`,
      tenant: sql`user_id`,
      context: ({ place, user_id }) => ({ tenant: user_id, type: `feedback-${column}`, id: place }),
    }),
  ),
  holder({
    name: 'batch items',
    table: 'batch_items',
    column: 'sealed',
    place: sql`batch_id || '/' || position`,
    tenant: sql`(select user_id from batches where batches.id = batch_items.batch_id)`,
    context({ place, user_id }) {
      const [batchId = '', position] = place.split('/');
      return batchItemContext(user_id, batchId, Number(position));
    },
  }),
];

/** Returns the ids of the master keys that records need. */
export async function keyIdsInUse(db: Queryable): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { keyIds } of HOLDERS) {
    for (const { key_id } of await db.rows<{ key_id: string }>(keyIds)) ids.add(key_id);
  }
  return ids;
}

export interface Rewrapped {
  records: number;
  /** Number of records that could not be opened; they keep their key. */
  damaged: number;
}

/**
 * Wraps every data key again with the current master key. Data is not decrypted. The rotation may stop at any moment
 * and start again: finished keys are skipped.
 */
export async function rewrapAll(
  app: Pick<App, 'db' | 'masterKeys' | 'log'>,
  signal?: AbortSignal,
): Promise<Rewrapped> {
  const keyId = await app.masterKeys.currentKeyId();
  const total: Rewrapped = { records: 0, damaged: 0 };
  for (const one of HOLDERS) {
    let after = '';
    for (;;) {
      signal?.throwIfAborted();
      const places = await app.db.tx((tx) => rewrapSome(app, tx, one, keyId, after, total));
      if (places === undefined) break;
      after = places;
    }
  }
  return total;
}

/** Returns the sort key of the last row; undefined without rows. */
async function rewrapSome(
  app: Pick<App, 'masterKeys' | 'log'>,
  tx: Transaction,
  one: Holder,
  keyId: string,
  after: string,
  total: Rewrapped,
): Promise<string | undefined> {
  const rows = await one.read(tx, keyId, after);
  for (const { place, sealed, context } of rows) {
    try {
      await one.write(tx, place, await rewrap(app.masterKeys, sealed, context));
      total.records += 1;
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      total.damaged += 1;
      app.log.error({ table: one.name, reason: error.message }, 'a record cannot be opened');
    }
  }
  return rows.at(-1)?.place;
}

/** After a crash, the job continues once its lease ends. */
export function rewrapJob(app: App): JobKind<Record<string, never>> {
  return {
    kind: REWRAP_JOB,
    attempts: 20,
    backoffMs: () => 30_000,
    concurrency: 1,
    timeoutMs: 6 * 3_600_000,
    async work(_payload, { signal }) {
      const total = await rewrapAll(app, signal);
      app.log.info(total, 'data keys are wrapped by the current master key');
    },
  };
}
