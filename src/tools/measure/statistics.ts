/** Summary of the times of several runs in milliseconds. */
export interface Runs {
  readonly median: number;
  /** Half of the runs are between these times. */
  readonly quartiles: readonly [number, number];
  readonly best: number;
  readonly count: number;
}

/**
 * Returns the value below which a share of the values is, interpolated between neighbours; NaN without
 * values.
 */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

export function runsOf(milliseconds: readonly number[]): Runs {
  return {
    median: quantile(milliseconds, 0.5),
    quartiles: [quantile(milliseconds, 0.25), quantile(milliseconds, 0.75)],
    best: quantile(milliseconds, 0),
    count: milliseconds.length,
  };
}
