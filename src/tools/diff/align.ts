/**
 * Limits for the size of the tables that align stretches without unique elements: for one stretch, and for
 * all stretches together.
 */
const MAX_CELLS = 1 << 20;
const MAX_ALL_CELLS = 1 << 25;
/** Number of elements to search ahead for the next match in stretches that exceed these limits. */
const LOOK_AHEAD = 24;

/** A stretch of both lists that remains to be aligned. */
interface Gap {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/**
 * Finds the elements that two lists have in common, in order: for each element of `a` the index of its match
 * in `b`, or -1. Matches ascend. Elements that occur once in both lists are anchors (patience diff), and the
 * stretches between them are aligned in the same way. Stretches without an anchor are aligned by the longest
 * common subsequence if they are small. The time grows with sorting, not with the product of both lengths.
 */
export function align(a: Int32Array, b: Int32Array): Int32Array {
  const matches = new Int32Array(a.length).fill(-1);
  const gaps: Gap[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  let cellsLeft = MAX_ALL_CELLS;
  for (let gap = gaps.pop(); gap !== undefined; gap = gaps.pop()) {
    const inner = trim(a, b, gap, matches);
    if (inner.fromA === inner.toA || inner.fromB === inner.toB) continue;
    const anchors = anchorsOf(a, b, inner);
    if (anchors.length > 0) {
      split(inner, anchors, gaps, matches);
      continue;
    }
    const cells = (inner.toA - inner.fromA) * (inner.toB - inner.fromB);
    cellsLeft -= cells;
    if (cells <= MAX_CELLS && cellsLeft > 0) longest(a, b, inner, matches);
    else lookAhead(a, b, inner, matches);
  }
  return matches;
}

/** Matches the common beginning and end of a stretch; returns the rest of the stretch. */
function trim(a: Int32Array, b: Int32Array, gap: Gap, matches: Int32Array): Gap {
  let { fromA, toA, fromB, toB } = gap;
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) matches[fromA++] = fromB++;
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) matches[--toA] = --toB;
  return { fromA, toA, fromB, toB };
}

/** Finds the anchors: a longest ascending sequence of the elements that are unique on both sides. */
function anchorsOf(
  a: Int32Array,
  b: Int32Array,
  { fromA, toA, fromB, toB }: Gap,
): (readonly [number, number])[] {
  // Position in `b` of each unique element; -1 for the others.
  const once = new Map<number, number>();
  for (let j = fromB; j < toB; j++) once.set(b[j], once.has(b[j]) ? -1 : j);
  const places = new Map<number, number>();
  for (let i = fromA; i < toA; i++) {
    if ((once.get(a[i]) ?? -1) >= 0) places.set(a[i], places.has(a[i]) ? -1 : i);
  }
  const pairs: [number, number][] = [];
  for (const [id, i] of places) if (i >= 0) pairs.push([i, once.get(id) as number]);
  const kept = ascending(pairs.map(([, j]) => j));
  return kept.map((at) => pairs[at] as [number, number]);
}

function split(
  gap: Gap,
  anchors: readonly (readonly [number, number])[],
  gaps: Gap[],
  matches: Int32Array,
): void {
  let { fromA, fromB } = gap;
  for (const [i, j] of anchors) {
    matches[i] = j;
    gaps.push({ fromA, toA: i, fromB, toB: j });
    fromA = i + 1;
    fromB = j + 1;
  }
  gaps.push({ fromA, toA: gap.toA, fromB, toB: gap.toB });
}

/** Returns the indexes of a longest ascending subsequence. All values must be different. */
export function ascending(values: readonly number[]): number[] {
  const tails: number[] = [];
  const before = new Int32Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[tails[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (tails[low - 1] as number);
    tails[low] = at;
  }
  const kept: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] as number) kept.push(at);
  return kept.reverse();
}

function longest(a: Int32Array, b: Int32Array, { fromA, toA, fromB, toB }: Gap, matches: Int32Array): void {
  const width = toB - fromB + 1;
  // By cell: length of the longest common subsequence of the elements from the cell's row and column on.
  const lengths = new Uint32Array((toA - fromA + 1) * width);
  for (let i = toA - 1; i >= fromA; i--) {
    const row = (i - fromA) * width;
    for (let j = toB - 1; j >= fromB; j--) {
      const cell = row + j - fromB;
      lengths[cell] =
        a[i] === b[j]
          ? (lengths[cell + width + 1] as number) + 1
          : Math.max(lengths[cell + width] as number, lengths[cell + 1] as number);
    }
  }
  let [i, j] = [fromA, fromB];
  while (i < toA && j < toB) {
    const cell = (i - fromA) * width + j - fromB;
    if (a[i] === b[j]) matches[i++] = j++;
    else if ((lengths[cell + width] as number) >= (lengths[cell + 1] as number)) i++;
    else j++;
  }
}

/** Finds a common subsequence, not always the longest, in linear time. */
function lookAhead(a: Int32Array, b: Int32Array, { fromA, toA, fromB, toB }: Gap, matches: Int32Array): void {
  let [i, j] = [fromA, fromB];
  while (i < toA && j < toB) {
    const step = nearest(a, b, i, toA, j, toB);
    if (step === undefined) {
      i++;
      j++;
      continue;
    }
    i += step[0];
    j += step[1];
    matches[i++] = j++;
  }
}

function nearest(
  a: Int32Array,
  b: Int32Array,
  i: number,
  toA: number,
  j: number,
  toB: number,
): readonly [number, number] | undefined {
  for (let sum = 0; sum <= LOOK_AHEAD; sum++) {
    for (let left = 0; left <= sum; left++) {
      const right = sum - left;
      if (i + left < toA && j + right < toB && a[i + left] === b[j + right]) return [left, right];
    }
  }
  return undefined;
}
