/**
 * Bytes between two places that a list remembers. Going through so many takes a read and a millisecond, and 4 GB of the
 * smallest records need no more than some MB of places.
 */
export const STRIDE = 64 * 1024;

/** The last of places in file order that is in front of what is looked for; the first one always is. */
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
