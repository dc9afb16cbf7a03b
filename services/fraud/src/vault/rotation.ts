import { json, type Queryable, sql, type Transaction } from '@services/kit/db';
import type { JobKind } from '@services/kit/jobs';
import type { App } from '../app.js';
import { rewrap, type SealContext, type Sealed, VaultError } from './envelope.js';
import { SEALED_COLUMNS } from './sealed.js';

export const REWRAP_JOB = 'vault.rewrap';

/** Rows per transaction: so few that requests do not wait long for a lock. */
const ROWS_AT_ONCE = 100;

/** A column with encrypted records; rows are processed in the order of their ids. All members are SQL expressions. */
interface Holder {
  table: string;
  column: string;
  id: string;
  type: string;
  tenant?: string;
  expires?: string;
}

const HOLDERS: readonly Holder[] = [
  { table: 'vault_records', column: 'sealed', id: 'token', type: 'type', expires: 'expires_at' },
  ...Object.entries(SEALED_COLUMNS).map(([type, holder]) => ({ ...holder, type: `'${type}'` })),
];

export async function keyIdsInUse(db: Queryable): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { table, column } of HOLDERS) {
    const rows = await db.rows<{ id: string }>(sql`
      select distinct ${sql.raw(column)} ->> 'k' as id from ${sql.raw(table)} where ${sql.raw(column)} is not null`);
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

export interface Rewrapped {
  records: number;
  /** Number of records that could not be opened; their key stays the same. */
  damaged: number;
}

/**
 * Wraps every data key again with the current master key. Data is not decrypted. The rotation may be interrupted and
 * started again, because it skips data keys that are already wrapped with the current key.
 */
export async function rewrapAll(
  app: Pick<App, 'db' | 'masterKeys' | 'log'>,
  signal?: AbortSignal,
): Promise<Rewrapped> {
  const keyId = await app.masterKeys.currentKeyId();
  const total: Rewrapped = { records: 0, damaged: 0 };
  for (const holder of HOLDERS) {
    let after: string | undefined = '';
    while (after !== undefined) {
      signal?.throwIfAborted();
      const from: string = after;
      after = await app.db.tx((tx) => rewrapSome(app, tx, holder, keyId, from, total));
    }
  }
  return total;
}

/** Wraps the keys of some rows again; returns the id of the last row, or undefined if there are no more rows. */
async function rewrapSome(
  app: Pick<App, 'masterKeys' | 'log'>,
  tx: Transaction,
  holder: Holder,
  keyId: string,
  after: string,
  total: Rewrapped,
): Promise<string | undefined> {
  const { tenant = 'user_id', expires = 'null::int8' } = holder;
  const table = sql.raw(holder.table);
  const column = sql.raw(holder.column);
  const id = sql.raw(holder.id);
  const rows = await tx.rows<SealContext & { sealed: Sealed }>(sql`
    select ${id} as id, ${sql.raw(tenant)} as tenant, ${sql.raw(holder.type)} as type,
      ${sql.raw(expires)} as "expiresAt", ${column} as sealed
    from ${table} where ${column} is not null and ${column} ->> 'k' <> ${keyId} and ${id} > ${after}
    order by ${id} limit ${ROWS_AT_ONCE} for update`);
  for (const { sealed, ...context } of rows) {
    try {
      const record = json(await rewrap(app.masterKeys, sealed, context));
      await tx.run(sql`update ${table} set ${column} = ${record} where ${id} = ${context.id}`);
      total.records += 1;
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      total.damaged += 1;
      app.log.error({ table: holder.table, reason: error.message }, 'a record cannot be opened');
    }
  }
  return rows.at(-1)?.id;
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
