import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { Bucket, refuse, stored } from './support/bucket.js';
import { Fleet } from './support/fleet.js';
import { corpusFiles } from './support/models.js';
import { FULL } from './support/oracle.js';

/** Debian's libfaketime gives each process a clock that a test sets. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

const POSTGRES = '/usr/lib/postgresql/15/bin';

const OBJECTS = 300;

// The test takes more than a minute, so only the full check runs it.
it.skipIf(!FULL || inject('postgres') === '' || !existsSync(FAKETIME))(
  'each object has one result, without a long wait, although clocks of database and worker shift by days',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-clock-'));
    chmodSync(folder, 0o755);
    const clock = (name: string) => {
      const file = join(folder, name);
      const set = (shift: string) => writeFileSync(file, `${shift}\n`, { mode: 0o644 });
      set('+0');
      const env = {
        LD_PRELOAD: FAKETIME,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
      return { set, env };
    };
    const ofDatabase = clock('database');
    const ofWorker = clock('worker');
    // Programs that run as another user must not inherit the variables, because libfaketime's shared memory
    // belongs to one user.
    const variables = Object.entries(ofDatabase.env).map(([name, value]) => `${name}=${value}`);
    const program = (name: string, words: readonly string[]) =>
      writeFileSync(
        join(folder, name),
        `#!/bin/sh\nexec ${[...words, join(POSTGRES, name)].join(' ')} "$@"\n`,
        {
          mode: 0o755,
        },
      );
    program('initdb', []);
    program('postgres', ['env', ...variables]);
    process.env.SERVICES_POSTGRES_BIN = folder;
    const { startPostgres } = await import('@services/kit/testing');
    const server = await startPostgres();
    const bucket = new Bucket();
    try {
      const models = [...corpusFiles().entries()];
      for (let at = 0; at < OBJECTS; at++)
        bucket.objects.set(`${at}.mdl`, stored(models[at % models.length]![1]));
      await bucket.listen();
      // Some jobs are delayed. If the clock is set back, they must not be delayed for longer. The refused
      // objects are adjacent, so that only one or two jobs are retried.
      const refused = new Map<string, number>();
      bucket.fault = (_request, response, key) => {
        const before = refused.get(key) ?? 0;
        if (!/^7\d?\.mdl$/.test(key) || before >= 8) return false;
        refused.set(key, before + 1);
        refuse(response, 503, 'SlowDown');
        return true;
      };
      bucket.latencyMs = 20;
      const fleet = await Fleet.make({}, server.url);
      await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--batch-objects', '25');
      const now = async () =>
        Number((await fleet.query<{ now: string }>('select fleet.now_ms() as now'))[0]?.now);
      const steady = new Fleet(fleet.url, { ...fleet.env, ...ofWorker.env });
      const worker = steady.start('work', '--until-done', '-j', '1');
      await worker.said('"works"');
      const waiting = async () => (await fleet.query('select from fleet.batch where round > 0')).length;
      ofDatabase.set('+1d');
      expect(await now()).toBeGreaterThan(Date.now() + 80_000_000);
      ofWorker.set('-2d');
      while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 100));
      ofDatabase.set('-3d');
      expect(await now()).toBeLessThan(Date.now() - 160_000_000);
      ofWorker.set('+5d');
      // Jobs that are queued after the clock was set back are also done.
      await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--all');
      expect((await worker.ended).code).toBe(0);
      for (const run of ['1', '2']) {
        const { progress } = JSON.parse(await fleet.ok('status', run, '--format', 'json'));
        expect(progress).toMatchObject({ state: 'done', done: OBJECTS });
        expect((await fleet.report(run)).size).toBe(OBJECTS);
        const [{ unreadable }] = (await fleet.query(
          `select count(*)::int as unreadable from fleet.result where run_id = ${run} and verdict = 2`,
        )) as [{ unreadable: number }];
        expect(unreadable).toBe(0);
      }
    } finally {
      await bucket.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
