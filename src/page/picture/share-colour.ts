/** Number of colours; the last colour stands for all remaining shares. */
const COLOURS = 6;

/** Returns the colour of a share. All colours except the last one repeat, so a picture needs a legend. */
export function shareColour(index: number, isRest = false): string {
  return `var(--share-${isRest ? COLOURS - 1 : index % (COLOURS - 1)})`;
}
