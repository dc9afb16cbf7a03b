/**
 * Number of buckets for a feature's count, as in AFL: 1, 2, 3, 4–7, 8–15, 16–31, 32–127, 128 and more. A file
 * with thirty actions takes other paths through a loader than a file with three.
 */
const COUNT_BUCKETS = 8;

/** Returns the bucket of a count of 1 or more. */
export function bucketOf(count: number): number {
  if (count <= 3) return count - 1;
  if (count < 8) return 3;
  if (count < 16) return 4;
  if (count < 32) return 5;
  return count < 128 ? 6 : 7;
}

/** Returns the traits of a file as numbers. A trait is a feature together with the bucket of its count. */
export function traitsOf(counts: Float64Array): number[] {
  const traits: number[] = [];
  counts.forEach((count, feature) => {
    if (count > 0) traits.push(feature * COUNT_BUCKETS + bucketOf(count));
  });
  return traits;
}

/** Returns the number of different features in these traits. */
export function featuresIn(traits: Iterable<number>): number {
  return new Set(Array.from(traits, (trait) => Math.floor(trait / COUNT_BUCKETS))).size;
}

/** A file that can be selected. */
export interface Candidate {
  /** Size in bytes: of two files that add equally many traits, the smaller file is selected. */
  readonly size: number;
  /** Traits of the file, ascending; equal numbers mean equal traits in all candidates. */
  readonly traits: readonly number[];
}

/** A selected file. */
export interface CoverChoice {
  /** Index among the candidates. */
  readonly index: number;
  /** Number of traits that no previously selected file has. */
  readonly adds: number;
}

/**
 * Selects a small subset of files with all traits of the whole set. Each step selects the file that adds the
 * most traits; at the end, files whose traits all occur in other selected files are removed. (Finding the
 * smallest subset is intractable; the selected subset is larger by at most a factor of ln(traits).) The time
 * is proportional to the number of all traits plus the product of the number of files and the number of
 * selected files.
 * @returns the files in the order of selection
 */
export function smallCover(candidates: readonly Candidate[]): CoverChoice[] {
  const holders = new Map<number, number[]>();
  candidates.forEach(({ traits }, i) => {
    for (const trait of traits) {
      const others = holders.get(trait);
      if (others === undefined) holders.set(trait, [i]);
      else others.push(i);
    }
  });
  const left = candidates.map(({ traits }) => traits.length);
  const covered = new Map<number, number>();
  const chosen: CoverChoice[] = [];
  for (;;) {
    let best = -1;
    candidates.forEach(({ size }, i) => {
      const adds = left[i] as number;
      if (adds === 0) return;
      const most = best < 0 ? 0 : (left[best] as number);
      if (adds > most || (adds === most && size < (candidates[best] as Candidate).size)) best = i;
    });
    if (best < 0) break;
    chosen.push({ index: best, adds: left[best] as number });
    for (const trait of (candidates[best] as Candidate).traits) {
      const times = covered.get(trait) ?? 0;
      covered.set(trait, times + 1);
      if (times > 0) continue;
      for (const holder of holders.get(trait) ?? []) left[holder] = (left[holder] as number) - 1;
    }
  }
  return withoutSuperfluous(candidates, chosen, covered);
}

function withoutSuperfluous(
  candidates: readonly Candidate[],
  chosen: readonly CoverChoice[],
  covered: Map<number, number>,
): CoverChoice[] {
  const dropped = new Set<number>();
  const bySize = [...chosen].sort(
    (a, b) => (candidates[b.index] as Candidate).size - (candidates[a.index] as Candidate).size,
  );
  for (const { index } of bySize) {
    const { traits } = candidates[index] as Candidate;
    if (!traits.every((trait) => (covered.get(trait) ?? 0) > 1)) continue;
    dropped.add(index);
    for (const trait of traits) covered.set(trait, (covered.get(trait) ?? 0) - 1);
  }
  if (dropped.size === 0) return [...chosen];
  // `adds` is computed again: traits that a removed file had added are now added by a later file.
  const seen = new Set<number>();
  return chosen.flatMap(({ index }) => {
    if (dropped.has(index)) return [];
    const before = seen.size;
    for (const trait of (candidates[index] as Candidate).traits) seen.add(trait);
    return [{ index, adds: seen.size - before }];
  });
}
