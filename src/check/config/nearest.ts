import { distance } from 'fastest-levenshtein';

/** Minimum length of a prefix that identifies a name. */
const LEAST_PREFIX = 4;

/**
 * Returns the name that was probably meant; undefined if no name is similar. If `name` is long enough and
 * some names begin with it, the shortest of these names is returned, without a search for typing errors.
 */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const all = [...names];
  const begun = name.length < LEAST_PREFIX ? [] : all.filter((candidate) => candidate.startsWith(name));
  if (begun.length > 0) return begun.reduce((a, b) => (b.length < a.length ? b : a));
  // Up to a third of the letters may be wrong; in short names up to two, but less than half of the letters. A
  // name with more wrong letters is another word.
  let least =
    Math.min(Math.max(2, Math.floor(name.length / 3)), Math.max(1, Math.ceil(name.length / 2) - 1)) + 1;
  let found: string | undefined;
  for (const candidate of all) {
    const steps = distance(name, candidate);
    if (steps < least) {
      least = steps;
      found = candidate;
    }
  }
  return found;
}

/** Returns ` (did you mean x?)`, or an empty string, to append to a message about an unknown name. */
export function suggestion(name: string, names: Iterable<string>): string {
  const meant = nearest(name, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
