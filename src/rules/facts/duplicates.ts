/** What has the same key, where there is more than one of it. */
export interface Duplicates<T, K> {
  readonly key: K;
  readonly first: T;
  readonly others: readonly T[];
}

/** In the order of the first ones. */
export function duplicatesOf<T, K>(
  things: readonly T[],
  keyOf: (thing: T) => K,
): readonly Duplicates<T, K>[] {
  // Nearly always there are none, and then this is all.
  if (things.length < 2 || new Set(things.map(keyOf)).size === things.length) return [];
  const byKey = new Map<K, { readonly key: K; readonly first: T; readonly others: T[] }>();
  for (const thing of things) {
    const key = keyOf(thing);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, { key, first: thing, others: [] });
    else known.others.push(thing);
  }
  return [...byKey.values()].filter(({ others }) => others.length > 0);
}
