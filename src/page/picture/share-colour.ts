/** The last one is for what is left. */
const COLOURS = 6;

/** The colour of the nth share; they begin again after the last one: a text beside says what is what. */
export function shareColour(index: number, isRest = false): string {
  return `var(--share-${isRest ? COLOURS - 1 : index % (COLOURS - 1)})`;
}
