import type { Entry } from '../outline/entries.js';
import type { TapeOptions } from './step.js';

export type Wants = NonNullable<TapeOptions['wants']>;

/**
 * Caches the wanted payloads of each filter, because files of many small messages have a tape for each
 * message.
 */
const answers = new WeakMap<Wants, Map<readonly Entry[], boolean[]>>();
const ALL: Wants = () => true;

/** Returns, by the id of an entry, true if a tape wants the payloads of the entry. */
export function wantedOf(entries: readonly Entry[], wants: Wants = ALL): boolean[] {
  const known = answers.get(wants)?.get(entries);
  if (known !== undefined) return known;
  const wanted = entries.map((entry) => wants(entry));
  answers.set(wants, new Map(answers.get(wants)).set(entries, wanted));
  return wanted;
}
