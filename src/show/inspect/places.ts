/**
 * Distance between positions that a list remembers. Reading this many bytes takes one read and a millisecond,
 * and even 4 GB of the smallest records require only some MB of positions.
 */
export const STRIDE = 64 * 1024;

/** Returns the last position, in file order, before the wanted one; the first position always qualifies. */
export function lastInFront<P>(places: readonly P[], isInFront: (place: P) => boolean): P {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isInFront(places[middle] as P)) low = middle;
    else high = middle - 1;
  }
  return places[low] as P;
}
