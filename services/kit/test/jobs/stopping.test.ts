import { setTimeout as delay } from 'node:timers/promises';
import type { ManualClock } from '@services/kit/clock';
import { type Database, sql } from '@services/kit/db';
import { queueState } from '@services/kit/jobs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noteJobs } from '../support/note-jobs.js';

const notes = noteJobs();
const { jobsOf } = notes;
let db: Database;
let clock: ManualClock;
let done: string[];
beforeEach(() => {
  ({ db, clock, done } = notes);
});

describe('stopping', () => {
  it('gives running jobs back without counting the try', async () => {
    const jobs = jobsOf({
      work: (_text, { signal }) =>
        new Promise((_, reject) => {
          done.push('began');
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    });
    jobs.start();
    await jobs.enqueue(db, 'note', 'a');
    await expect.poll(() => done).toEqual(['began']);
    await jobs.stop();
    const row = await db.one(sql`select state, attempt, owner from kit_job`);
    expect(row).toEqual({ state: 'waiting', attempt: 0, owner: null });
  });

  it('waits for work that ends by itself, which is then done', async () => {
    const jobs = jobsOf({
      work: async (_text, { signal }) => {
        done.push('began');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await delay(20);
        done.push('ended');
      },
    });
    await jobs.stop();
    jobs.start();
    jobs.start();
    await jobs.enqueue(db, 'note', 'a');
    await expect.poll(() => done).toEqual(['began']);
    await jobs.stop();
    expect(done).toEqual(['began', 'ended']);
    expect(await queueState(db)).toEqual([]);
    await jobs.enqueue(db, 'note', 'b');
    await delay(30);
    expect(done).toEqual(['began', 'ended']);
  });

  it('gives work back that does not end in 5 s', async () => {
    const jobs = jobsOf({ work: () => new Promise(() => void done.push('began')), timeoutMs: 2 ** 30 });
    jobs.start();
    await jobs.enqueue(db, 'note', 'a');
    await expect.poll(() => done).toEqual(['began']);
    const times: number[] = [];
    const later = globalThis.setTimeout;
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0) => {
      if (ms === 5_000) times.push(ms);
      return later(work, ms === 5_000 ? 10 : ms);
    }) as typeof setTimeout);
    try {
      await jobs.stop();
    } finally {
      spy.mockRestore();
    }
    expect(times).toEqual([5_000]);
    expect(await db.one(sql`select state, attempt from kit_job`)).toEqual({
      state: 'waiting',
      attempt: 0,
    });
  });

  it('aborts the work of a job whose lease another process has taken', async () => {
    const every: (() => void)[] = [];
    const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void) => {
      every.push(work);
      return undefined;
    }) as unknown as typeof setInterval);
    try {
      const reasons: unknown[] = [];
      const jobs = jobsOf({
        work: (text, { signal }) =>
          new Promise((resolve) => {
            done.push(text);
            signal.addEventListener('abort', () => {
              reasons.push(String(signal.reason));
              resolve();
            });
          }),
      });
      jobs.start();
      await jobs.enqueue(db, 'note', 'a');
      await jobs.enqueue(db, 'note', 'b');
      await expect.poll(() => done).toEqual(['a', 'b']);
      clock.advance(20_000);
      await db.run(sql`update kit_job set owner = 'other' where payload = '"b"'`);
      for (const work of every) work();
      await expect.poll(() => reasons).toEqual(['Error: another process has taken the job over']);
      const leases = sql`select lease_until - ${clock.now()}::int8 as rest from kit_job order by id`;
      expect(await db.rows(leases)).toEqual([{ rest: 60_000 }, { rest: 40_000 }]);
    } finally {
      spy.mockRestore();
    }
  });

  it('by a crash: other processes take over the jobs after the lease, and give up a job that crashed each process', async () => {
    const jobs = jobsOf();
    const told: string[] = [];
    const poison = jobsOf({ gaveUp: async (text, error) => void told.push(`${text}: ${error.message}`) });
    const id = await jobs.enqueue(db, 'note', 'left');
    const leave = (attempt: number) =>
      db.run(sql`
        update kit_job set state = 'running', owner = 'gone', attempt = ${attempt}, lease_until = ${clock.now() + 60_000}
        where id = ${id}`);
    await leave(1);
    clock.advance(60_001);
    await jobs.idle();
    expect(done).toEqual(['left']);

    await db.run(sql`insert into kit_job (id, kind, payload, run_at, created_at) overriding system value
      values (${id}, 'note', '"poison"', 0, 0)`);
    await leave(3);
    clock.advance(60_001);
    await poison.idle();
    expect(told).toEqual(['poison: the process ended each time that it ran']);
    expect(done).toEqual(['left']);
  });
});
