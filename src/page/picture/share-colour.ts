/** Number of colours; the last colour is for the rest. */
const COLOURS = 6;

/** Colour of the nth share; colours repeat after the last one, so a legend must stand beside the picture. */
export function shareColour(index: number, isRest = false): string {
  return `var(--share-${isRest ? COLOURS - 1 : index % (COLOURS - 1)})`;
}
