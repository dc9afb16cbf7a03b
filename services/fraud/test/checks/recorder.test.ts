import { type Database, DatabaseUnavailable } from '@services/kit/db';
import { expect, test } from 'vitest';
import { CheckRecorder, type Recordable } from '../../src/checks/recorder.js';

const check = (requestId: string, announce?: Recordable['announce']): Recordable => ({
  row: {
    requestId,
    userId: 1,
    createdAt: 0,
    dataType: 'sms',
    isFraud: announce !== undefined,
    confidenceScore: 0.5,
    indicators: [],
    decision: 'allow',
    contentHash: new Uint8Array(32),
    modelVersion: 'm',
  },
  announce,
});

/** Records the ids of each statement, in order; `fails` returns true for the statements that the database refuses. */
function database(fails: (ids: readonly string[]) => unknown = () => undefined) {
  const statements: string[][] = [];
  let transactions = 0;
  const queryable = {
    async run(query: { queryChunks: unknown[] }) {
      await new Promise(setImmediate);
      // The statement's first parameter is the column of ids, as the text of an array.
      const ids = JSON.stringify(query).match(/fc_\d+/g) ?? [];
      const error = fails(ids);
      if (error) throw error;
      statements.push(ids);
      return ids.length;
    },
  };
  const db = {
    ...queryable,
    async tx(work: (tx: unknown) => Promise<unknown>) {
      transactions++;
      return work(queryable);
    },
  };
  return { db: db as unknown as Database, statements, transactions: () => transactions };
}

test('events are queued in the transaction of their rows', async () => {
  const { db, transactions } = database();
  const told: string[] = [];
  const recorder = new CheckRecorder(db);
  await Promise.all([
    recorder.record(check('fc_1')),
    recorder.record(check('fc_2', async () => void told.push('fc_2'))),
    recorder.record(check('fc_3')),
  ]);
  expect(told).toEqual(['fc_2']);
  await recorder.record(check('fc_4'));
  expect(transactions()).toBe(1);
});

test('if the database refuses a row, only this row fails; if the database is gone, all waiting rows fail', async () => {
  const details = { severity: 'ERROR', code: '23503', constraint: 'checks_user_id_fkey' };
  const refused = Object.assign(new Error('no such user'), details);
  const { db, statements } = database((ids) => (ids.includes('fc_2') ? refused : undefined));
  const recorder = new CheckRecorder(db);
  const refusedIds = async (one: CheckRecorder) => {
    const ids = ['fc_0', 'fc_1', 'fc_2', 'fc_3'];
    const outcomes = await Promise.allSettled(ids.map((id) => one.record(check(id))));
    return ids.filter((_, at) => outcomes[at]?.status === 'rejected');
  };
  expect(await refusedIds(recorder)).toEqual(['fc_2']);
  expect(statements.flat()).toEqual(['fc_0', 'fc_1', 'fc_3']);
  const gone = new CheckRecorder(database(() => new DatabaseUnavailable('gone')).db);
  expect(await refusedIds(gone)).toHaveLength(4);
});
