/** Two or more items with the same key. */
interface Duplicates<T, K> {
  readonly key: K;
  readonly first: T;
  readonly others: readonly T[];
}

/** Up to this number, items are compared pairwise, because building a set of keys takes longer. */
const FEW = 8;
const NONE: readonly never[] = [];

function areFewDistinct<T, K>(things: readonly T[], keyOf: (thing: T) => K): boolean {
  for (let i = 1; i < things.length; i++) {
    const key = keyOf(things[i] as T);
    for (let j = 0; j < i; j++) if (Object.is(keyOf(things[j] as T), key)) return false;
  }
  return true;
}

function areDistinct<T, K>(things: readonly T[], keyOf: (thing: T) => K): boolean {
  return new Set(things.map(keyOf)).size === things.length;
}

/** Returns the duplicates, in the order of the first item of each key. */
export function duplicatesOf<T, K>(
  things: readonly T[],
  keyOf: (thing: T) => K,
): readonly Duplicates<T, K>[] {
  // Most lists have no duplicates, so a quick test comes first.
  if (things.length <= FEW ? areFewDistinct(things, keyOf) : areDistinct(things, keyOf)) return NONE;
  const byKey = new Map<K, { readonly key: K; readonly first: T; readonly others: T[] }>();
  for (const thing of things) {
    const key = keyOf(thing);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, { key, first: thing, others: [] });
    else known.others.push(thing);
  }
  return [...byKey.values()].filter(({ others }) => others.length > 0);
}
