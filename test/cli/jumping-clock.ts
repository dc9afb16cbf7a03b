import { vi } from 'vitest';
import { Random } from '../kernel/random.js';

/**
 * Runs work as on a machine that is sometimes slow: the clock jumps at `percent` of its readings. These are
 * the same readings in each run.
 */
export async function withJumpingClock<T>(percent: number, work: () => Promise<T>): Promise<T> {
  const random = new Random(1);
  let time = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    if (random.chance(percent)) time += 1000;
    return time;
  });
  return work().finally(() => clock.mockRestore());
}
