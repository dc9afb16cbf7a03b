import { type Database, sql } from '@services/kit/db';
import { createMetrics } from '@services/kit/metrics';
import { KIT_MIGRATIONS } from '@services/kit/migrations';
import { testDatabase } from '@services/kit/testing';
import { expect, it } from 'vitest';

it('the metrics of the database are the connections and jobs at the time of the request', async () => {
  const test = await testDatabase({ migrations: [KIT_MIGRATIONS] });
  try {
    let isDown = false;
    const db: Database = Object.assign(Object.create(test.db), {
      connections: () => ({ total: 7, idle: 5, waiting: 3 }),
      rows: (query: never) => (isDown ? Promise.reject(new Error('down')) : test.db.rows(query)),
    });
    const metrics = createMetrics();
    metrics.watchDatabase(db, () => 10_000);
    const lines = async () =>
      (await metrics.registry.metrics()).split('\n').filter((line) => /^(jobs|database)/.test(line));
    const connections = ['total', 'idle', 'waiting'].map(
      (state, index) => `database_connections{state="${state}"} ${7 - 2 * index}`,
    );
    expect(await lines()).toEqual(connections);
    await test.db.run(sql`insert into kit_job (kind, payload, run_at, created_at, state) values
      ('a', '1', 4000, 0, 'waiting'), ('a', '1', 8000, 0, 'waiting'), ('b', '1', 20000, 0, 'waiting'), ('c', '1', 0, 0, 'dead')`);
    const jobs = [
      'jobs{kind="a",state="waiting"} 2',
      'jobs{kind="b",state="waiting"} 1',
      'jobs{kind="c",state="dead"} 1',
    ];
    const ages = ['jobs_oldest_seconds{kind="a"} 6', 'jobs_oldest_seconds{kind="b"} 0'];
    // Counting the jobs also sets the ages. The first request may write the lines of the ages before that, so the
    // second is checked.
    await lines();
    expect((await lines()).sort()).toEqual([...connections, ...jobs, ...ages].sort());
    await test.db.run(sql`delete from kit_job where kind = 'a'`);
    await lines();
    expect((await lines()).filter((line) => line.includes('"a"'))).toEqual([]);
    isDown = true;
    expect((await lines()).slice(0, 3)).toEqual(connections);
  } finally {
    await test.dispose();
  }
});
