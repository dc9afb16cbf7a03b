/** Returns the share of common values; slightly more than zero without common values. */
export function likeness(a: readonly number[], b: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const part of a) counts.set(part, (counts.get(part) ?? 0) + 1);
  let common = 0;
  for (const part of b) {
    const count = counts.get(part) ?? 0;
    if (count > 0) common++;
    counts.set(part, count - 1);
  }
  return 1e-6 + common / Math.max(1, a.length, b.length);
}

/** Returns the pairs with the largest total weight. The pairs ascend on both sides. */
export function heaviest(weights: readonly (readonly number[])[]): [number, number][] {
  const rows = weights.length;
  const columns = weights[0]?.length ?? 0;
  const best = new Float64Array((rows + 1) * (columns + 1));
  const at = (i: number, j: number): number => i * (columns + 1) + j;
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const both = (best[at(i + 1, j + 1)] as number) + (weights[i]?.[j] as number);
      best[at(i, j)] = Math.max(both, best[at(i + 1, j)] as number, best[at(i, j + 1)] as number);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const value = best[at(i, j)] as number;
    if (value === best[at(i + 1, j)]) i++;
    else if (value === best[at(i, j + 1)]) j++;
    else pairs.push([i++, j++]);
  }
  return pairs;
}
