import { describe, expect, it } from 'vitest';
import { median, ratioOf, summarize } from '../../bench/measure/statistics.js';
import { Random } from '../../bench/workloads/random.js';
import { quantile } from '../../src/tools/measure/measure-file.js';

function around(center: number, count: number, seed: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => center * (0.95 + random.below(1000) / 10_000));
}

describe('statistics', () => {
  it('interpolates quantiles', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('does not change its input', () => {
    const values = [3, 1, 2];
    summarize(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('returns the speed of the first contender as a multiple of the second contender’s', () => {
    const { value, interval, certain } = ratioOf(around(10, 20, 1), around(30, 20, 2));
    expect(value).toBeCloseTo(3, 0);
    expect(interval[0]).toBeLessThanOrEqual(value);
    expect(interval[1]).toBeGreaterThanOrEqual(value);
    expect(interval[1] - interval[0]).toBeLessThan(0.3);
    expect(certain).toBe(true);
  });

  it('finds no sure difference between equal times', () => {
    const { value, interval, certain } = ratioOf(around(10, 15, 3), around(10, 15, 4));
    expect(value).toBeCloseTo(1, 1);
    expect(interval[0]).toBeLessThan(1.02);
    expect(interval[1]).toBeGreaterThan(0.98);
    expect(certain).toBe(false);
  });

  it('gives the same interval for the same turns', () => {
    const [ours, theirs] = [around(10, 8, 5), around(12, 8, 6)];
    expect(ratioOf(ours, theirs)).toEqual(ratioOf(ours, theirs));
  });

  it('has an interval that nearly always contains the true ratio', () => {
    let covered = 0;
    for (let i = 0; i < 40; i++) {
      const { interval } = ratioOf(around(10, 15, 100 + i), around(20, 15, 200 + i));
      if (interval[0] <= 2 && 2 <= interval[1]) covered++;
    }
    expect(covered).toBeGreaterThanOrEqual(34);
  });
});
