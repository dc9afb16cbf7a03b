import { MAX_REFERENCE_PLACES, MAX_REFERENCE_VALUES } from './limits.js';
import type { Place } from './place.js';

/** What kinds of index the operations use. */
export type ReferenceKind =
  | 'network-index'
  | 'cfg-channel-index'
  | 'input-sys-index'
  | 'sent-shmifo'
  | 'received-shmifo';

/** Occurrences of one value: how many, and the first of them. */
export interface Occurrences {
  readonly value: number;
  count: number;
  readonly first: Place[];
}

/** The references made by the operations of a context or of a preliminary configuration. */
export interface References {
  readonly kinds: Map<ReferenceKind, Map<number, Occurrences>>;
  /** References whose value was one too many to be told apart. */
  untracked: number;
}

export function newReferences(): References {
  return { kinds: new Map(), untracked: 0 };
}

/** What may still be remembered of a file's references, and how many places of one value at the most. */
export interface ReferenceBudget {
  readonly keep: number;
  values: number;
  places: number;
}

export function referenceBudget(keep: number): ReferenceBudget {
  return { keep, values: MAX_REFERENCE_VALUES, places: MAX_REFERENCE_PLACES };
}

/** Every value that is told apart has one place at least, and those that come first have more. */
export function addReference(
  references: References,
  kind: ReferenceKind,
  value: number,
  budget: ReferenceBudget,
  place: () => Place,
): void {
  let values = references.kinds.get(kind);
  if (values === undefined) {
    values = new Map();
    references.kinds.set(kind, values);
  }
  const known = values.get(value);
  if (known !== undefined) {
    known.count++;
    if (known.first.length >= budget.keep || budget.places === 0) return;
    budget.places--;
    known.first.push(place());
  } else if (budget.values > 0) {
    budget.values--;
    values.set(value, { value, count: 1, first: [place()] });
  } else {
    references.untracked++;
  }
}

/** Offset of what has no place. */
export const UNPLACED = -1;

/**
 * Stands for the place of a reference that is known by its value only: its path is the kind, its length the
 * value. A finding that points there says that the place has to be found.
 */
function unplaced(kind: ReferenceKind, value: number): Place {
  return { offset: UNPLACED, length: value, path: kind };
}

/** Adds values that occur somewhere. */
export function addGathered(
  references: References,
  kind: ReferenceKind,
  values: readonly number[],
  budget: ReferenceBudget,
): void {
  for (const value of values) addReference(references, kind, value, budget, () => unplaced(kind, value));
}

export function referencesOf(references: References, kind: ReferenceKind): Iterable<Occurrences> {
  return references.kinds.get(kind)?.values() ?? [];
}
