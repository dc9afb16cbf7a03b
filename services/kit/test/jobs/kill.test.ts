import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@services/kit/clock';
import { openDatabase } from '@services/kit/db';
import { Jobs, queueState } from '@services/kit/jobs';
import { createLogger } from '@services/kit/log';
import { KIT_MIGRATIONS, migrate } from '@services/kit/migrations';
import { testDatabase } from '@services/kit/testing';
import { afterAll, expect, it } from 'vitest';
import { endChildren, startChild } from '../support/child.js';

const log = createLogger({ level: 'silent' });
afterAll(endChildren);

it('every job runs after a kill -9, and interrupted jobs run once more', { timeout: 240_000 }, async () => {
  const test = await testDatabase();
  const file = join(test.dataDir, 'lines');
  const count = 12;
  try {
    await migrate(test.db, [KIT_MIGRATIONS]);
    const jobs = new Jobs({ db: test.db, clock: systemClock, log });
    jobs.define({
      kind: 'append',
      attempts: 5,
      backoffMs: () => 10,
      concurrency: 1,
      timeoutMs: 1,
      work: async () => {},
    });
    for (let n = 0; n < count; n += 1) await jobs.enqueue(test.db, 'append', { n });
    // The embedded database belongs to one process at a time.
    await test.db.close();

    const killed = startChild('job-runner.ts', [test.dataDir, test.url ?? '-', file, '60000']);
    await killed.printed('began 3');
    await killed.kill('SIGKILL');
    const second = startChild('job-runner.ts', [test.dataDir, test.url ?? '-', file, '0']);
    for (let n = 0; n < count; n += 1) await second.printed(`began ${n}\n`);
    expect(await second.kill('SIGTERM')).toBe(0);

    const lines = (await readFile(file, 'utf8')).trim().split('\n').map(Number);
    const runs = Array.from({ length: count }, (_, n) => lines.filter((line) => line === n).length);
    expect(runs).toEqual(Array.from({ length: count }, (_, n) => (n < 4 ? 2 : 1)));
    const db = await openDatabase({ url: test.url, dataDir: test.dataDir, log });
    expect(await queueState(db)).toEqual([]);
    await db.close();
  } finally {
    await test.dispose();
  }
});
