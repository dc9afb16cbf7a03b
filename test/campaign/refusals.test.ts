/** What a campaign spends its runs on: most mutants of a file that was refused end where it ended. */
import { expect, it } from 'vitest';
import { Pool } from '../../src/attack/campaign/pool.js';
import { Schedule } from '../../src/attack/campaign/schedule.js';

const NOTHING = { novel: 0, isNewGroup: false, isRepeat: false };

/** Shares of runs by whether the file to mutate was refused. */
function share(seeds: number, refused: number): number {
  const pool = new Pool();
  const [seed] = Array.from({ length: seeds }, (_, i) => pool.addSeed(`seed ${i}`, new Uint8Array(100)));
  for (let i = 0; i < refused; i++) pool.addMutant(seed!, new Uint8Array(100), true);
  const schedule = new Schedule(7, [1, 1], pool);
  let count = 0;
  for (let run = 0; run < 2000; run++) {
    const plan = schedule.plan(run);
    if (pool.get(plan.entry)?.isRefused) count++;
    schedule.learn(plan, [0], NOTHING);
  }
  return count / 2000;
}

it('goes on from what was taken, and now and then from what was refused', () => {
  // Nine of ten files are refused ones, as after a few thousand runs.
  expect(share(8, 72)).toBeLessThan(0.16);
  expect(share(8, 72)).toBeGreaterThan(0.09);
  expect(share(8, 0)).toBe(0);
});
