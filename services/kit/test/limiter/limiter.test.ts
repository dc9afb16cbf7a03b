import { ManualClock } from '@services/kit/clock';
import { sql } from '@services/kit/db';
import { createLimiter, type Limiter } from '@services/kit/limiter';
import { KIT_MIGRATIONS, migrate } from '@services/kit/migrations';
import { type TestDatabase, testDatabase } from '@services/kit/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HOUR = 3_600_000;
let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase();
  await migrate(test.db, [KIT_MIGRATIONS]);
});
afterAll(() => test.dispose());

let made = 0;
function limiter(
  store: 'memory' | 'database',
  clock: ManualClock,
  points: number,
  durationMs = HOUR,
): Limiter {
  made += 1;
  const db = store === 'database' ? test.db : undefined;
  return createLimiter({ name: `limit ${made}`, points, durationMs, clock, db });
}

describe.each(['memory', 'database'] as const)('a limit in the %s', (store) => {
  it('allows requests up to the limit, and refuses the next, which does not count', async () => {
    const clock = new ManualClock();
    const limit = limiter(store, clock, 100);
    for (let i = 1; i <= 100; i += 1) {
      expect(await limit.take('a')).toMatchObject({ allowed: true, remaining: 100 - i, limit: 100 });
    }
    expect(await limit.peek('a')).toMatchObject({ allowed: false, remaining: 0 });
    const refused = await limit.take('a');
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(await limit.take('b')).toMatchObject({ allowed: true });
    clock.advance(refused.resetMs - 1);
    expect((await limit.take('a')).allowed).toBe(false);
    clock.advance(1);
    expect((await limit.take('a')).allowed).toBe(true);
  });

  it('has a sliding window: refuses twice the limit around the boundary of two fixed windows', async () => {
    const clock = new ManualClock(10 * HOUR - 1);
    const limit = limiter(store, clock, 10);
    expect((await limit.take('a', 10)).allowed).toBe(true);
    clock.advance(2);
    expect((await limit.take('a')).allowed).toBe(false);
    clock.set(10.5 * HOUR);
    expect(await limit.take('a', 5)).toMatchObject({ allowed: true, remaining: 0 });
    expect((await limit.take('a')).allowed).toBe(false);
    clock.set(13 * HOUR);
    expect(await limit.peek('a')).toEqual({ allowed: true, remaining: 10, resetMs: 0, limit: 10 });
  });

  it('counts penalties beyond the limit, and can be reset', async () => {
    const limit = limiter(store, new ManualClock(), 2);
    expect((await limit.penalty('a', 3)).remaining).toBe(0);
    expect((await limit.peek('a')).allowed).toBe(false);
    await limit.reset('a');
    expect((await limit.take('a')).allowed).toBe(true);
    expect((await limit.take('b', 3)).allowed).toBe(false);
  });

  it('does not free points when the clock is set back', async () => {
    const clock = new ManualClock(10 * HOUR);
    const limit = limiter(store, clock, 1);
    await limit.take('a');
    clock.advance(-2 * HOUR);
    expect((await limit.take('a')).allowed).toBe(false);
  });
});

it('is shared by all processes that use the database', async () => {
  const clock = new ManualClock();
  const options = { name: 'shared', points: 10, durationMs: HOUR, clock, db: test.db };
  const limits = [createLimiter(options), createLimiter(options)];
  const takes = Array.from({ length: 30 }, (_, i) => limits[i % 2]?.take('a'));
  const allowed = (await Promise.all(takes)).filter((state) => state?.allowed);
  expect(allowed).toHaveLength(10);
});

it('in the memory keeps 100,000 keys, and drops the oldest', async () => {
  const limit = limiter('memory', new ManualClock(), 5);
  for (let n = 0; n < 100_000; n++) await limit.take(`key ${n}`);
  expect((await limit.peek('key 0')).remaining).toBe(4);
  await limit.take('one more');
  expect((await limit.peek('key 0')).remaining).toBe(5);
  expect((await limit.peek('key 1')).remaining).toBe(4);
});

it('in the database deletes counts that no longer matter, after a thousand additions', async () => {
  const clock = new ManualClock(1_000 * HOUR);
  const limits = [limiter('database', clock, 5), limiter('database', clock, 5)] as const;
  const names = [made - 1, made].map((n) => `limit ${n}`);
  for (const limit of limits) await limit.take('old');
  clock.advance(HOUR);
  for (const limit of limits) await limit.take('previous');
  clock.advance(HOUR);
  const keys = async (name: string | undefined) =>
    (
      await test.db.rows<{ key: string }>(sql`select key from kit_limit where name = ${name} order by key`)
    ).map(({ key }) => key);
  for (let n = 2; n < 999; n++) await limits[0].penalty('now');
  expect(await keys(names[0])).toEqual(['now', 'old', 'previous']);
  await limits[0].penalty('now');
  expect(await keys(names[0])).toEqual(['now', 'previous']);
  expect(await keys(names[1])).toEqual(['old', 'previous']);
});

/** A naive implementation of the sliding window, for comparison: it keeps a list of all takes with their windows. */
function naive(points: number, durationMs: number) {
  const takes: { window: number; points: number }[] = [];
  const sum = (window: number) =>
    takes.filter((take) => take.window === window).reduce((total, take) => total + take.points, 0);
  return (now: number, wanted: number) => {
    const window = Math.floor(now / durationMs);
    const rest = 1 - (now - window * durationMs) / durationMs;
    if (sum(window - 1) * rest + sum(window) + wanted > points + 1e-6) return false;
    takes.push({ window, points: wanted });
    return true;
  };
}

it('agrees with a naive implementation, in memory and in the database', async () => {
  const steps = fc.array(
    fc.record({ wait: fc.integer({ min: 0, max: 900 }), points: fc.integer({ min: 1, max: 6 }) }),
    {
      maxLength: 40,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const clock = new ManualClock(1_000_000);
      const stores = [limiter('memory', clock, 10, 1_000), limiter('database', clock, 10, 1_000)];
      const expected = naive(10, 1_000);
      for (const { wait, points } of sequence) {
        clock.advance(wait);
        const is = expected(clock.now(), points);
        for (const store of stores) expect((await store.take('a', points)).allowed).toBe(is);
      }
    }),
    { numRuns: 15 },
  );
});
