/** Milliseconds of several runs, in short. */
export interface Runs {
  readonly median: number;
  /** Half of the runs are between these. */
  readonly quartiles: readonly [number, number];
  readonly best: number;
  readonly count: number;
}

/** The value below which a share of the values lies, between neighbours by proportion; NaN of nothing. */
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
