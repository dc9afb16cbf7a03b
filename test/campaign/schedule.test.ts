/** Choice of the files that a campaign mutates. */
import { expect, it } from 'vitest';
import { Pool } from '../../src/attack/campaign/pool.js';
import { RunSchedule } from '../../src/attack/campaign/schedule.js';

const NOTHING = { novel: 0, isNewGroup: false, isRepeat: false };

/** Returns the share of runs that mutate a refused file. */
function share(seeds: number, refused: number): number {
  const pool = new Pool();
  const [seed] = Array.from({ length: seeds }, (_, i) => pool.addSeed(`seed ${i}`, new Uint8Array(100)));
  for (let i = 0; i < refused; i++) pool.addMutant(seed!, new Uint8Array(100), true, []);
  const schedule = new RunSchedule(7, [1, 1], pool);
  let count = 0;
  for (let run = 0; run < 2000; run++) {
    const plan = schedule.plan(run);
    if (pool.get(plan.entry)?.isRefused) count++;
    schedule.learn(plan, [0], NOTHING);
  }
  return count / 2000;
}

// Most mutants of a refused file are refused at the same place, so they find little.
it('mutates accepted files, and sometimes refused ones', () => {
  // Nine of ten files are refused, as after some thousand runs of a campaign.
  expect(share(8, 72)).toBeLessThan(0.16);
  expect(share(8, 72)).toBeGreaterThan(0.09);
  expect(share(8, 0)).toBe(0);
});

it('changes, in half of the mutants, the message type whose last change reached new code', () => {
  const pool = new Pool();
  const seed = pool.addSeed('seed', new Uint8Array(100));
  const mutant = pool.addMutant(seed, new Uint8Array(100), false, ['One', 'Other'])!;
  const schedule = new RunSchedule(7, [1, 1], pool);
  const plans = Array.from({ length: 2000 }, (_, run) => schedule.plan(run));
  const focused = (entry: number, focus: string | undefined): number =>
    plans.filter((plan) => plan.entry === entry && plan.focus === focus).length;
  expect(focused(seed.id, 'One') + focused(seed.id, 'Other')).toBe(0);
  const ofMutant = plans.filter(({ entry }) => entry === mutant.id).length;
  const extended = (some: typeof plans) => some.filter(({ extend }) => extend).length / some.length;
  expect(extended(plans.filter(({ focus }) => focus === undefined))).toBeCloseTo(1 / 8, 1);
  expect(extended(plans.filter(({ focus }) => focus !== undefined))).toBeCloseTo(1 / 3, 1);
  for (const name of ['One', 'Other']) {
    expect(focused(mutant.id, name) / ofMutant).toBeGreaterThan(0.2);
    expect(focused(mutant.id, name) / ofMutant).toBeLessThan(0.3);
  }
});

/** Returns how often each weight of a schedule with these accounts is planned. */
function weighted(weights: readonly number[], ...accounts: readonly (readonly [number, number])[]) {
  const pool = new Pool();
  pool.addSeed('seed', new Uint8Array(100));
  const schedule = new RunSchedule(7, weights, pool);
  schedule.fromState(accounts);
  return { pool, schedule, weights: schedule.plan(0).weights };
}

it.each([
  [
    'unknown mutators as they are',
    [
      [0, 0],
      [0, 0],
    ],
    [16, 48],
  ],
  [
    'equally successful mutators as they are',
    [
      [1e6, 1e5],
      [1e6, 1e5],
    ],
    [16, 48],
  ],
  [
    'a mutator with much success four times as often',
    [
      [1000, 1000],
      [1_000_000, 0],
    ],
    [64, 12],
  ],
  [
    'a mutator without success a quarter as often',
    [
      [100_000, 0],
      [1000, 1000],
    ],
    [4, 192],
  ],
] as const)('plans %s', (_, accounts, expected) => {
  expect(weighted([1, 3], ...accounts).weights).toEqual(expected);
});

it('never plans a mutator that was turned off, and always one that was not', () => {
  expect(weighted([0, 1], [0, 0], [10_000_000, 0]).weights[0]).toBe(0);
  expect(weighted([0.01, 1], [10_000_000, 0], [1, 1]).weights[0]).toBe(1);
});

it('rewards the file and each of the mutators that led to something new', () => {
  const { schedule, pool } = weighted([1, 1, 1], [0, 0], [0, 0], [3998, 8]);
  const plan = schedule.plan(0);
  schedule.learn(plan, [1, 1, 2, 99], { novel: 2, isNewGroup: true, isRepeat: false });
  expect(schedule.toState()).toEqual([
    [0, 0],
    [1, 12],
    [3999, 20],
  ]);
  // After 4,000 runs, what was learned counts half.
  schedule.learn(plan, [2], { novel: 1, isNewGroup: false, isRepeat: true });
  expect(schedule.toState()).toEqual([
    [0, 0],
    [1, 12],
    [2000, 10.5],
  ]);
  expect(pool.get(plan.entry)).toMatchObject({ runs: 2, rewards: 13, repeats: 1 });
});

it('mutates small files, files with rewards and files without known faults more often', () => {
  const count = (change: (pool: Pool) => void, costlyBytes?: number): number => {
    const pool = new Pool();
    pool.addSeed('a', new Uint8Array(8192));
    pool.addSeed('b', new Uint8Array(0));
    change(pool);
    const schedule = new RunSchedule(7, [1], pool, costlyBytes);
    return Array.from({ length: 2000 }, (_, run) => schedule.plan(run)).filter(({ entry }) => entry === 0)
      .length;
  };
  const share = (...args: Parameters<typeof count>) => count(...args) / 2000;
  expect(share(() => {})).toBeCloseTo(33 / 65, 1);
  expect(share(() => {}, 8192)).toBeCloseTo(1 / 3, 1);
  expect(share((pool) => pool.credit(0, 6, false))).toBeCloseTo(8 / 21 / (8 / 21 + 1 / 10), 1);
  const repeated = (pool: Pool) => Array.from({ length: 20 }, () => pool.credit(0, 0.1, true));
  expect(share(repeated)).toBeCloseTo(1 / 4, 1);
});

it('plans the kinds of mutants in the given shares, and the same for the same seed', () => {
  const pool = new Pool();
  for (const name of ['a', 'b', 'c', 'd']) pool.addSeed(name, new Uint8Array(100));
  const plansOf = (seed: number) => {
    const schedule = new RunSchedule(seed, [1], pool);
    return Array.from({ length: 8000 }, (_, run) => schedule.plan(run));
  };
  const plans = plansOf(7);
  expect(plansOf(7)).toEqual(plans);
  expect(plansOf(2 ** 40 + 7)[0]).not.toEqual(plans[0]);
  const share = (has: (plan: (typeof plans)[number]) => boolean) => plans.filter(has).length / plans.length;
  expect(share(({ splice }) => splice.length === 1)).toBeCloseTo(1 / 3, 1);
  expect(share(({ growth }) => growth === 4096)).toBeCloseTo(31 / 32, 2);
  expect(share(({ growth }) => growth === Number.MAX_SAFE_INTEGER)).toBeCloseTo(1 / 32, 2);
  expect(share(({ keepChecksum }) => keepChecksum)).toBeCloseTo(1 / 50, 2);
  for (const depth of [1, 2, 3])
    expect(share(({ mutations }) => mutations === depth)).toBeCloseTo(0.5 ** depth, 1);
  expect(Math.max(...plans.map(({ mutations }) => mutations))).toBe(8);
  expect(new Set(plans.map(({ seed }) => seed)).size).toBe(plans.length);
});
