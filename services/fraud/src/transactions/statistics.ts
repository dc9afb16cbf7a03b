/** Returns the median; 0 for an empty list. */
export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/** Interpolates linearly between the two nearest values, as spreadsheets do; 0 for an empty list. */
export function percentile(values: number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? 0;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * Returns how many robust standard deviations a value is above the median. 1.4826 makes the median absolute deviation
 * equal the standard deviation of a normal distribution. The deviation is at least 5 % of the median:
 * otherwise, after payments of exactly the same amount, one more cent would be infinitely unusual.
 */
export function robustZ(value: number, values: number[]): number {
  const middle = median(values);
  const deviation = median(values.map((other) => Math.abs(other - middle)));
  const spread = Math.max(1.4826 * deviation, 0.05 * middle, 1);
  return (value - middle) / spread;
}
