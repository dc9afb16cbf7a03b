import { fourGrams, NearIndex, nearKey } from '../train/clusters.js';

/**
 * Marks the `texts` that are copies of a training text: their keys are equal, or their 4-grams have a Jaccard
 * similarity above 0.5.
 */
export function nearTraining(
  training: readonly string[],
  texts: readonly string[],
): { equal: boolean[]; near: boolean[] } {
  const known = new Set(training.map(nearKey));
  const index = new NearIndex();
  for (const key of known) index.add(fourGrams(key));
  const seen = new Set(known);
  const equal: boolean[] = [];
  const near: boolean[] = [];
  for (const key of texts.map(nearKey)) {
    equal.push(seen.has(key));
    near.push(seen.has(key) || index.near(fourGrams(key)).length > 0);
    seen.add(key);
  }
  return { equal, near };
}
