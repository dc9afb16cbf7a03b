import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row } from './report/results.js';

const BASELINE = fileURLToPath(new URL('baseline.json', import.meta.url));

/**
 * Allowed growth of a ratio before it counts as a regression. Ratios of interleaved turns vary by a few per
 * cent even on a quiet machine.
 */
export const TOLERANCE = 0.15;

export interface Baseline {
  readonly date: string;
  readonly processor: string;
  /** Ratios by row id. */
  readonly ratios: Readonly<Record<string, number>>;
}

export interface Comparison {
  readonly id: string;
  readonly before: number;
  readonly now: number;
  /** Relative growth over the baseline; negative for an improvement. */
  readonly worse: number;
  readonly regressed: boolean;
}

/**
 * Compares ratios with those of the baseline. Times are not compared, because they depend on the machine. A
 * row regresses when its value and the better end of its interval are both past the tolerance.
 */
export function compare(rows: readonly Row[], { ratios }: Baseline, tolerance = TOLERANCE): Comparison[] {
  const comparisons: Comparison[] = [];
  for (const { id, unit, value, interval, better } of rows) {
    const before = ratios[id];
    if (before === undefined || unit !== 'times') continue;
    const worseBy = (now: number) => (better === 'more' ? before / now : now / before) - 1;
    const bestCase = better === 'more' ? interval?.[1] : interval?.[0];
    const worse = worseBy(value);
    comparisons.push({
      id,
      before,
      now: value,
      worse,
      regressed: worse > tolerance && worseBy(bestCase ?? value) > tolerance,
    });
  }
  return comparisons;
}

/** Returns the ids of baseline rows that were not measured this time, because a contender is missing. */
export function unmeasured(rows: readonly Row[], { ratios }: Baseline): string[] {
  return Object.keys(ratios).filter((id) => !rows.some((row) => row.id === id));
}

export function readBaseline(): Baseline | undefined {
  return existsSync(BASELINE) ? (JSON.parse(readFileSync(BASELINE, 'utf8')) as Baseline) : undefined;
}

export function writeBaseline(rows: readonly Row[], date: string, processor: string): void {
  const ratios: Record<string, number> = {};
  for (const { id, unit, value } of rows) if (unit === 'times') ratios[id] = Number(value.toFixed(3));
  writeFileSync(BASELINE, `${JSON.stringify({ date, processor, ratios } satisfies Baseline, null, 2)}\n`);
}
