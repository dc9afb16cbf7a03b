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

/** Finds near copies by counting the grams that a text shares with each of the added texts. */
export class NearIndex {
  private readonly sizes: number[] = [];
  private readonly holders = new Map<number, number[]>();

  constructor(private readonly likeness = 0.5) {}

  /** Adds a text; the first text has number 0. */
  add(grams: Uint32Array): void {
    for (const gram of grams) {
      const list = this.holders.get(gram);
      if (list) list.push(this.sizes.length);
      else this.holders.set(gram, [this.sizes.length]);
    }
    this.sizes.push(grams.length);
  }

  /** Returns the numbers of the added texts whose Jaccard similarity to a text is above `likeness`. */
  near(grams: Uint32Array): number[] {
    const common = new Uint32Array(this.sizes.length);
    for (const gram of grams) {
      const holders = this.holders.get(gram) ?? [];
      for (let n = 0; n < holders.length; n++) {
        const at = holders[n] as number;
        common[at] = (common[at] as number) + 1;
      }
    }
    // common / (a + b - common) > t is the same as common > (a + b) * t / (1 + t).
    const part = this.likeness / (1 + this.likeness);
    const found: number[] = [];
    for (let at = 0; at < common.length; at++)
      if ((common[at] as number) > (grams.length + (this.sizes[at] as number)) * part + 1e-9) found.push(at);
    return found;
  }
}

/**
 * Returns for each text the number of the first text of its cluster. Texts are in one cluster if a chain of pairs
 * connects them whose Jaccard similarity is above `likeness`, or which share a mark (a domain, a number).
 */
export function clusters(
  texts: readonly string[],
  likeness = 0.5,
  marks: readonly (readonly string[])[] = [],
): Int32Array {
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
  const join = (a: number, b: number) => {
    const [first, other] = [root(a), root(b)].sort((x, y) => x - y) as [number, number];
    parent[other] = first;
  };
  // A mark that many messages have belongs to a public host, and not to a campaign.
  const most = Math.max(8, Math.floor(texts.length * 0.02));
  const bearers = new Map<string, number[]>();
  for (const [at, list] of marks.entries())
    for (const mark of new Set(list)) bearers.set(mark, [...(bearers.get(mark) ?? []), at]);
  for (const list of bearers.values())
    if (list.length <= most) for (const at of list) join(at, list[0] as number);
  const index = new NearIndex(likeness);
  const firsts = new Map<string, number>();
  for (const [at, text] of texts.entries()) {
    const key = nearKey(text);
    const twin = firsts.get(key);
    if (twin !== undefined) join(at, twin);
    const grams = twin === undefined ? fourGrams(key) : new Uint32Array();
    for (const other of index.near(grams)) join(at, other);
    index.add(grams);
    firsts.set(key, twin ?? at);
  }
  return parent.map((_, at) => root(at));
}
