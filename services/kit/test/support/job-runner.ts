/**
 * Runs jobs of the kind `append` until it is killed: each job adds and prints a line, and waits. A clock that
 * runs 60 times as fast makes the lease short.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@services/kit/db';
import { Jobs } from '@services/kit/jobs';
import { createLogger } from '@services/kit/log';

const [dataDir = '', url, file = '', waitMs = '0'] = process.argv.slice(2);
const log = createLogger({ level: 'warn' });
const db = await openDatabase({ url: url === '-' ? undefined : url, dataDir, log });
const began = Date.now();
const clock = { now: () => began + (Date.now() - began) * 60 };
const jobs = new Jobs({ db, clock, log, pollMs: 100 });
jobs.define<{ n: number }>({
  kind: 'append',
  attempts: 5,
  backoffMs: () => 10,
  concurrency: 4,
  timeoutMs: 60_000,
  async work({ n }) {
    appendFileSync(file, `${n}\n`);
    console.log(`began ${n}`);
    await delay(Number(waitMs));
  },
});
jobs.start();
process.on('SIGTERM', async () => {
  await jobs.stop();
  await db.close();
  process.exit(0);
});
