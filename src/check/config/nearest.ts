import { distance } from 'fastest-levenshtein';

/** Letters from which on what a name begins with says which is meant. */
const LEAST_PREFIX = 4;

/** The name that was probably meant; undefined where none is near. The shortest that begins so, before typing errors. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const all = [...names];
  const begun = name.length < LEAST_PREFIX ? [] : all.filter((candidate) => candidate.startsWith(name));
  if (begun.length > 0) return begun.reduce((a, b) => (b.length < a.length ? b : a));
  // A third of the letters wrong is a typo, two at most in short names but less than half; more is another word.
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

/** ` (did you mean x?)`, or nothing: to be put after a complaint about a name. */
export function suggestion(name: string, names: Iterable<string>): string {
  const meant = nearest(name, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
