/** Returns the median; 0 for an empty list. */
export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/**
 * Returns a percentile, interpolated linearly between the two nearest values, as spreadsheets do; 0 for an empty list.
 */
export function percentile(values: number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? 0;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * Returns the distance of a value above the median, in robust standard deviations. The deviation is at least 5 % of
 * the median. Otherwise, after payments of exactly the same amount, one more cent would be an infinite distance.
 */
export function robustZ(value: number, values: number[]): number {
  const middle = median(values);
  const deviation = median(values.map((other) => Math.abs(other - middle)));
  const spread = Math.max(1.4826 * deviation, 0.05 * middle, 1);
  return (value - middle) / spread;
}
