import { distance } from 'fastest-levenshtein';

/** The name that was probably meant; undefined where none is near. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  // A third of the letters wrong is a typo; more is another word.
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  let found: string | undefined;
  for (const candidate of names) {
    const steps = distance(name, candidate);
    if (steps < least) {
      least = steps;
      found = candidate;
    }
  }
  return found;
}

/** ` (did you mean x?)`, or nothing: to be put behind a complaint about a name. */
export function suggestion(name: string, names: Iterable<string>): string {
  const meant = nearest(name, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
