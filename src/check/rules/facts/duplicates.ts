/** What has the same key, where there is more than one of it. */
export interface Duplicates<T, K> {
  readonly key: K;
  readonly first: T;
  readonly others: readonly T[];
}

/** Up to so many are compared with each other: a set of their keys takes longer to make. */
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

/** In the order of the first ones. */
export function duplicatesOf<T, K>(
  things: readonly T[],
  keyOf: (thing: T) => K,
): readonly Duplicates<T, K>[] {
  // Nearly always there are none, and then this is all.
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
