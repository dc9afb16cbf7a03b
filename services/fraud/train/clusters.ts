/**
 * Returns the text without the parts in which copies of prize messages differ: every run of characters other than
 * `a`–`z` becomes one space.
 */
export function nearKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
}

/** Returns the different character 4-grams of a key, as numbers. */
export function fourGrams(key: string): Uint32Array {
  const grams = new Set<number>();
  const text = key.slice(0, 3000);
  for (let at = 0; at + 4 <= text.length; at++) {
    let gram = 0;
    for (let n = 0; n < 4; n++) {
      const code = text.charCodeAt(at + n);
      gram = gram * 27 + (code === 32 ? 0 : code - 96);
    }
    grams.add(gram);
  }
  return Uint32Array.from(grams).sort();
}

/**
 * True if the intersection of two sets has more than `likeness` of their union. Stops as soon as the result is
 * certain.
 */
export function nearlyEqual(a: Uint32Array, b: Uint32Array, likeness = 0.5): boolean {
  // common / (a + b - common) > t is the same as common > (a + b) * t / (1 + t).
  const needed = Math.floor(((a.length + b.length) * likeness) / (1 + likeness) + 1e-9) + 1;
  if (a.length === 0 && b.length === 0) return true;
  let spareA = a.length - needed;
  let spareB = b.length - needed;
  for (let i = 0, j = 0; spareA >= 0 && spareB >= 0; ) {
    if (i === a.length || j === b.length) return true;
    const x = a[i] as number;
    const y = b[j] as number;
    if (x === y) {
      i++;
      j++;
    } else if (x < y) {
      i++;
      spareA--;
    } else {
      j++;
      spareB--;
    }
  }
  return false;
}

/**
 * Numbers the clusters of near copies. Texts are in one cluster if a chain of pairs connects them whose Jaccard
 * similarity is above `likeness`, or which share a mark (a domain, a number). Only texts that share a gram in the
 * rarer half of their grams are compared. The result is still exact: every pair with a similarity above 0.5 shares
 * such a gram.
 */
export function clusters(
  texts: readonly string[],
  likeness = 0.5,
  marks: readonly (readonly string[])[] = [],
): Int32Array {
  const grams = texts.map((text) => fourGrams(nearKey(text)));
  const frequency = new Map<number, number>();
  for (const set of grams) for (const gram of set) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  const parent = Int32Array.from(texts, (_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (parent[top] !== top) top = parent[top] as number;
    for (let next = at; parent[next] !== top; ) {
      const up = parent[next] as number;
      parent[next] = top;
      next = up;
    }
    return top;
  };
  const met = new Map<number, number[]>();
  // A mark that many messages have belongs to a public host, and not to a campaign.
  const most = Math.max(8, Math.floor(texts.length * 0.02));
  const borne = new Map<string, number>();
  for (const mark of marks.flatMap((list) => [...new Set(list)])) borne.set(mark, (borne.get(mark) ?? 0) + 1);
  const bearers = new Map<string, number>();
  for (const [at, list] of marks.entries()) {
    for (const mark of list) {
      if ((borne.get(mark) as number) > most) continue;
      const bearer = bearers.get(mark);
      if (bearer === undefined) bearers.set(mark, at);
      else parent[root(at)] = root(bearer);
    }
  }
  const keys = new Map<string, number>();
  for (let at = 0; at < texts.length; at++) {
    const key = nearKey(texts[at] as string);
    const twin = keys.get(key);
    if (twin !== undefined) {
      parent[root(at)] = root(twin);
      continue;
    }
    keys.set(key, at);
    const own = grams[at] as Uint32Array;
    const rare = [...own].sort(
      (a, b) => (frequency.get(a) as number) - (frequency.get(b) as number) || a - b,
    );
    const prefix = rare.slice(0, Math.floor(rare.length * (1 - likeness)) + 1);
    const candidates = new Set<number>();
    for (const gram of prefix) for (const other of met.get(gram) ?? []) candidates.add(other);
    for (const other of candidates) {
      const theirs = grams[other] as Uint32Array;
      if (
        root(other) === root(at) ||
        theirs.length * likeness > own.length ||
        own.length * likeness > theirs.length
      )
        continue;
      if (nearlyEqual(own, theirs, likeness)) parent[root(at)] = root(other);
    }
    for (const gram of prefix) {
      const list = met.get(gram);
      if (list) list.push(at);
      else met.set(gram, [at]);
    }
  }
  return Int32Array.from(texts, (_, at) => root(at));
}
