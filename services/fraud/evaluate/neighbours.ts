import { fourGrams, nearKey, nearlyEqual } from '../train/clusters.js';

/**
 * Marks the `texts` that are copies of a training text: their keys are equal, or their 4-grams have a Jaccard
 * similarity above 0.5.
 */
export function nearTraining(
  training: readonly string[],
  texts: readonly string[],
): { equal: boolean[]; near: boolean[] } {
  const keys = new Set<string>();
  const known: Uint32Array[] = [];
  const frequency = new Map<number, number>();
  for (const text of training) {
    const key = nearKey(text);
    if (keys.has(key)) continue;
    keys.add(key);
    const grams = fourGrams(key);
    known.push(grams);
    for (const gram of grams) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  }
  // If two texts have a similarity above 0.5, they share a gram in the rarer half of each text's grams, so only this
  // half is looked up.
  const rare = (grams: Uint32Array) =>
    [...grams]
      .sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || a - b)
      .slice(0, Math.floor(grams.length / 2) + 1);
  const holders = new Map<number, number[]>();
  for (const [at, grams] of known.entries()) {
    for (const gram of rare(grams)) {
      const list = holders.get(gram);
      if (list) list.push(at);
      else holders.set(gram, [at]);
    }
  }
  const equal: boolean[] = [];
  const near: boolean[] = [];
  const seen = new Set<string>();
  for (const text of texts) {
    const key = nearKey(text);
    const twice = seen.has(key);
    seen.add(key);
    equal.push(keys.has(key) || twice);
    const grams = fourGrams(key);
    const candidates = new Set<number>();
    for (const gram of rare(grams)) for (const at of holders.get(gram) ?? []) candidates.add(at);
    near.push(
      keys.has(key) || twice || [...candidates].some((at) => nearlyEqual(grams, known[at] as Uint32Array)),
    );
  }
  return { equal, near };
}
