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
