import { ascending } from './align.js';

/** Elements that have moved, of two lists. */
export interface Moves {
  /**
   * Elements of the middle of `a` (counted from `from`) that have moved relative to the other matched
   * elements.
   */
  readonly moved: ReadonlySet<number>;
  /** Pairs of elements that have swapped places. */
  readonly swaps: readonly (readonly [number, number])[];
}

export function movesOf(matches: Int32Array): Moves {
  const matched: number[] = [];
  let isOrdered = true;
  let last = -1;
  matches.forEach((match, i) => {
    if (match < 0) return;
    matched.push(i);
    if (match < last) isOrdered = false;
    last = match;
  });
  if (isOrdered) return { moved: new Set(), swaps: [] };
  // Only the matched elements have ranks, so that additions and removals do not count as moves.
  const order = matched.map((_, rank) => rank);
  order.sort(
    (one, other) =>
      (matches[matched[one] as number] as number) - (matches[matched[other] as number] as number),
  );
  const rankB = new Int32Array(matched.length);
  order.forEach((rank, place) => {
    rankB[rank] = place;
  });
  const swaps: [number, number][] = [];
  const swapped = new Set<number>();
  rankB.forEach((to, rank) => {
    if (to <= rank || rankB[to] !== rank) return;
    swaps.push([matched[rank] as number, matched[to] as number]);
    swapped.add(rank).add(to);
  });
  const others = matched.map((_, rank) => rank).filter((rank) => !swapped.has(rank));
  const kept = new Set(ascending(others.map((rank) => rankB[rank] as number)).map((at) => others[at]));
  const moved = new Set(others.filter((rank) => !kept.has(rank)).map((rank) => matched[rank] as number));
  return { moved, swaps };
}
