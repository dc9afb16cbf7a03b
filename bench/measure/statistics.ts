import Benchmark from 'benchmark';
import { quantile } from '../../src/tools/measure/measure-file.js';
import { Random } from '../workloads/random.js';

/** Summary of one contender's turns, in milliseconds. */
export interface Summary {
  readonly median: number;
  /** First and third quartile. */
  readonly quartiles: readonly [number, number];
  readonly best: number;
  readonly turns: number;
}

/** Speed of one side relative to another. */
export interface Ratio {
  /** Ratio of medians. */
  readonly value: number;
  /** Interval with 95 % confidence. */
  readonly interval: readonly [number, number];
  /** True if the difference is significant by the Mann-Whitney test; false also for too few turns. */
  readonly certain: boolean;
}

const RESAMPLES = 2000;

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function summarize(values: readonly number[]): Summary {
  return {
    median: median(values),
    quartiles: [quantile(values, 0.25), quantile(values, 0.75)],
    best: quantile(values, 0),
    turns: values.length,
  };
}

/**
 * Computes the speed of the first side relative to the second: more than 1 if the first has shorter times.
 * The interval comes from resampling turns with a fixed seed: the same turns give the same interval.
 */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  const random = new Random(5);
  const ratios: number[] = [];
  for (let i = 0; i < RESAMPLES; i++) {
    ratios.push(median(drawn(theirs, random)) / median(drawn(ours, random)));
  }
  return {
    value: median(theirs) / median(ours),
    interval: [quantile(ratios, 0.025), quantile(ratios, 0.975)],
    certain: differ(ours, theirs),
  };
}

function drawn(values: readonly number[], random: Random): number[] {
  return values.map(() => values[random.below(values.length)]!);
}

/**
 * Returns true if two samples differ significantly. The package `benchmark` compares only its own objects, so
 * each sample is put into an empty benchmark.
 */
function differ(ours: readonly number[], theirs: readonly number[]): boolean {
  const [one, other] = [ours, theirs].map((sample) => {
    const carrier = new Benchmark('', () => {});
    carrier.stats.sample = [...sample];
    return carrier;
  });
  return one!.compare(other!) !== 0;
}
