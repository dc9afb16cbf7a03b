import { setTimeout as delay } from 'node:timers/promises';
import type { ManualClock } from '@services/kit/clock';
import { type Database, sql } from '@services/kit/db';
import { GiveUp, type JobKind, Jobs, queueState, RetryLater } from '@services/kit/jobs';
import { createLogger } from '@services/kit/log';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteJobs } from '../support/note-jobs.js';

const notes = noteJobs();
const { jobsOf } = notes;
let db: Database;
let clock: ManualClock;
let done: string[];
beforeEach(() => {
  ({ db, clock, done } = notes);
});

describe('jobs', () => {
  it('run when the transaction that made them commits', async () => {
    const jobs = jobsOf();
    jobs.start();
    await db.tx(async (tx) => {
      await jobs.enqueue(tx, 'note', 'a');
      await delay(20);
      expect(done).toEqual([]);
    });
    await expect.poll(() => done).toEqual(['a']);
    const failed = db.tx(async (tx) => {
      await jobs.enqueue(tx, 'note', 'never');
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await jobs.idle();
    expect(done).toEqual(['a']);
    expect(await queueState(db)).toEqual([]);
  });

  it('wait for their time', async () => {
    const jobs = jobsOf();
    await jobs.enqueue(db, 'note', 'later', { runAt: clock.now() + 5_000 });
    await jobs.idle();
    clock.advance(4_999);
    await jobs.idle();
    expect(done).toEqual([]);
    clock.advance(1);
    await jobs.idle();
    expect(done).toEqual(['later']);
  });

  it('are made in one statement, which leaves waiting jobs with the same key unchanged', async () => {
    const jobs = jobsOf();
    const now = clock.now();
    const waiting = await jobs.enqueue(db, 'note', 'first', { key: 'k1', runAt: now + 5_000 });
    const ids = await jobs.enqueueAll(db, 'note', [
      { payload: 'again', key: 'k1', runAt: now + 9_000 },
      { payload: 'a "quoted", {braced} \\ one', key: 'k2', runAt: now + 1_000 },
      { payload: 'without' },
    ]);
    expect(ids[0]).toBe(waiting);
    expect(
      await db.rows(sql`select payload, key, run_at - ${now}::int8 as wait from kit_job order by id`),
    ).toEqual([
      { payload: 'first', key: 'k1', wait: 5_000 },
      { payload: 'a "quoted", {braced} \\ one', key: 'k2', wait: 1_000 },
      { payload: 'without', key: null, wait: 0 },
    ]);
    expect(await jobs.enqueueAll(db, 'note', [])).toEqual([]);
  });

  it('are merged while a job with the same key waits', async () => {
    const jobs = jobsOf();
    const first = await jobs.enqueue(db, 'note', 'first', { key: 'k', runAt: clock.now() + 1_000 });
    expect(await jobs.enqueue(db, 'note', 'second', { key: 'k' })).toBe(first);
    await jobs.enqueue(db, 'note', 'other', { key: 'l' });
    await jobs.idle();
    expect(done.sort()).toEqual(['first', 'other']);
    await jobs.enqueue(db, 'note', 'again', { key: 'k' });
    await jobs.idle();
    expect(done).toContain('again');
  });

  it('in a lane run one at a time and in order, through failures', async () => {
    let running = 0;
    let failures = 0;
    const jobs = jobsOf({
      work: async (text) => {
        running += 1;
        expect(running).toBe(1);
        await delay(2);
        running -= 1;
        if (text === 'b' && failures < 2) {
          failures += 1;
          throw new Error('not yet');
        }
        done.push(text);
      },
    });
    for (const text of ['a', 'b', 'c', 'd']) await jobs.enqueue(db, 'note', text, { lane: 'x' });
    await jobs.idle();
    expect(done).toEqual(['a']);
    clock.advance(999);
    await jobs.idle();
    expect(failures).toBe(1);
    clock.advance(1);
    await jobs.idle();
    clock.advance(2_000);
    await jobs.idle();
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('run up to the limit at a time', async () => {
    let running = 0;
    let most = 0;
    const jobs = jobsOf({
      work: async (text) => {
        running += 1;
        most = Math.max(most, running);
        await delay(5);
        running -= 1;
        done.push(text);
      },
    });
    for (let i = 0; i < 12; i += 1) await jobs.enqueue(db, 'note', String(i));
    await jobs.idle();
    expect(done).toHaveLength(12);
    expect(most).toBe(4);
  });

  it('run once each if there are two runners', async () => {
    const runners = [jobsOf(), jobsOf()];
    for (const runner of runners) runner.start();
    for (let i = 0; i < 60; i += 1) {
      await runners[0]?.enqueue(db, 'note', String(i), i % 3 === 0 ? { lane: 'shared' } : {});
    }
    await Promise.all(runners.map((runner) => runner.idle()));
    expect(done.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
    expect(done.map(Number).filter((n) => n % 3 === 0)).toEqual(Array.from({ length: 20 }, (_, i) => 3 * i));
  });
});

describe('failures', () => {
  const dead = () => db.rows(sql`select id, payload, attempt, last_error from kit_job where state = 'dead'`);

  it('are retried after the backoff, then marked as dead and reported', async () => {
    const attempts: number[] = [];
    const told: string[] = [];
    const jobs = jobsOf({
      work: async (_text, { attempt }) => {
        attempts.push(attempt);
        throw new Error(`try ${attempt}`);
      },
      gaveUp: async (text, error) => void told.push(`${text}: ${error.message}`),
    });
    await jobs.enqueue(db, 'note', 'a');
    for (const wait of [0, 999, 1, 1_999, 1]) {
      clock.advance(wait);
      await jobs.idle();
    }
    expect(attempts).toEqual([1, 2, 3]);
    expect(told).toEqual(['a: try 3']);
    expect(await dead()).toMatchObject([{ payload: 'a', attempt: 3, last_error: 'try 3' }]);
  });

  it('may set the delay or end the retries', async () => {
    const jobs = jobsOf({
      work: async (text, { attempt }) => {
        done.push(`${text} ${attempt}`);
        if (text === 'hopeless') throw new GiveUp('no');
        if (attempt === 1) throw new RetryLater(60_000);
      },
    });
    await jobs.enqueue(db, 'note', 'busy');
    await jobs.enqueue(db, 'note', 'hopeless');
    await jobs.idle();
    clock.advance(59_999);
    await jobs.idle();
    expect(done.sort()).toEqual(['busy 1', 'hopeless 1']);
    clock.advance(1);
    await jobs.idle();
    expect(done).toContain('busy 2');
    expect(await queueState(db)).toMatchObject([{ kind: 'note', state: 'dead', count: 1 }]);
  });

  it('include work that takes too long, which is aborted', async () => {
    let reason: unknown;
    const jobs = jobsOf({
      attempts: 1,
      timeoutMs: 20,
      work: (_text, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(signal.reason);
          });
        }),
    });
    await jobs.enqueue(db, 'note', 'a');
    await jobs.idle();
    expect(String(reason)).toContain('longer than 20 ms');
    expect(await queueState(db)).toMatchObject([{ state: 'dead' }]);
  });

  it('include work that ignores its time-out', async () => {
    const jobs = jobsOf({ attempts: 1, timeoutMs: 20, work: () => new Promise(() => {}) });
    await jobs.enqueue(db, 'note', 'a');
    await jobs.idle();
    expect(await dead()).toMatchObject([{ last_error: 'it took longer than 20 ms' }]);
  });

  it('keep the beginning of the thrown text, even if the thrown value is not an Error', async () => {
    const jobs = jobsOf({
      attempts: 1,
      work: async () => {
        throw 'x'.repeat(2_000);
      },
      gaveUp: async () => {
        throw new Error('nobody can be told');
      },
    });
    const id = await jobs.enqueue(db, 'note', 'a');
    await jobs.idle();
    expect(await dead()).toMatchObject([{ id, last_error: 'x'.repeat(1_000) }]);
  });

  it('are retried after the delay and a random part of up to a tenth of it', async () => {
    const jobs = new Jobs({
      db,
      clock,
      log: createLogger({ level: 'silent' }),
      random: { bytes: (n) => new Uint8Array(n).fill(255) },
    });
    const kind = { kind: 'note', attempts: 2, backoffMs: () => 2_560, concurrency: 1, timeoutMs: 1_000 };
    jobs.define<string>({
      ...kind,
      work: async () => {
        throw new Error('x'.repeat(2_000));
      },
    });
    await jobs.enqueue(db, 'note', 'a');
    await jobs.idle();
    const row = await db.one(
      sql`select run_at - ${clock.now()}::int8 as wait, length(last_error) as n from kit_job`,
    );
    expect(row).toEqual({ wait: 2_560 + 255, n: 1_000 });
  });

  it('in the definition of a job kind are thrown', async () => {
    const jobs = jobsOf();
    const again = () => jobs.define({ kind: 'note' } as JobKind<string>);
    expect(again).toThrow('the job kind note is defined twice');
    await expect(jobs.enqueue(db, 'other', 'a')).rejects.toThrow('the job kind other is not defined');
  });

  it('a returned job loses its key if another job now has this key', async () => {
    const jobs = jobsOf({
      work: async (text, { attempt }) => {
        if (text === 'first' && attempt === 1) {
          await jobs.enqueue(db, 'note', 'second', { key: 'k' });
          throw new Error('once');
        }
        done.push(text);
      },
    });
    await jobs.enqueue(db, 'note', 'first', { key: 'k' });
    await jobs.idle();
    clock.advance(1_000);
    await jobs.idle();
    expect(done.sort()).toEqual(['first', 'second']);
  });
});
