import { MAX_REFERENCE_PLACES, MAX_REFERENCE_VALUES } from './limits.js';
import type { Place } from './place.js';

/** What kinds of index the operations use. */
export type ReferenceKind =
  | 'network-index'
  | 'cfg-channel-index'
  /** The same of writes whose words lie in another section of the file. */
  | 'pointer-cfg-channel-index'
  | 'sent-shmifo'
  | 'received-shmifo';

/** What else operations have that is checked when more of the file is known; noted with its place. */
export type NoteKind =
  /** Data let in: see `inputValue`. */
  | 'input'
  /** The same, placed at the connection type. */
  | 'input-connection'
  /** The first of actions in a row that let data in: 0 for the first row, 1 for those after it. */
  | 'input-run'
  /** A configuration write without a byte. */
  | 'empty-write'
  /** One whose data is not laid out as such; the value is its length in bytes. */
  | 'malformed-write'
  /** More writes in a row than a loader takes, on whatever channels; told apart by `write-runs`. */
  | 'long-write-run'
  /** All writes of a channel in a row that have no byte together; the value is the channel. */
  | 'empty-channel-run'
  /** The first of too many writes of a channel in a row; the value is the channel. */
  | 'long-channel-run'
  /** The cluster of an entry of `cluster_end_guarantee`. */
  | 'cluster-end'
  /** Ids of triggers in the lists that refer to them. */
  | 'cluster-end-trigger'
  | 'ordered-trigger';

/** What is gathered by value, for places to be asked for where they matter. */
export type GatheredKind =
  | ReferenceKind
  /** A sequencer that starts from `initial_l3_legacy`. */
  | 'legacy-l3';

/** What a scan leaves out unless it is asked for, because it means to stop at millions of records. */
export type Asked =
  | GatheredKind
  /** Unique ids one by one. */
  | 'unique-ids'
  /** Configuration writes one by one. */
  | 'write-runs';

/** Occurrences of one value: how many, and the first of them. */
export interface Occurrences {
  readonly value: number;
  count: number;
  readonly first: Place[];
}

/** What was noted of one kind, in the order of the first ones. */
interface Noted {
  readonly kind: GatheredKind | NoteKind;
  readonly values: Occurrences[];
  /** The same by value, where they are many. */
  byValue: Map<number, Occurrences> | undefined;
}

/**
 * The references made by the operations of a context or of a preliminary configuration, and what was noted. Lists: of
 * few kinds few values occur, and a map of each took longer to make and to go through than all the rules to ask.
 */
export interface References {
  readonly kinds: Noted[];
  /** References whose value was one too many to be told apart. */
  untracked: number;
}

export function newReferences(): References {
  return { kinds: [], untracked: 0 };
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
  kind: GatheredKind | NoteKind,
  value: number,
  budget: ReferenceBudget,
  place: () => Place,
): void {
  let noted = notedIn(references, kind);
  if (noted === undefined) {
    noted = { kind, values: [], byValue: undefined };
    references.kinds.push(noted);
  }
  const known = occurrencesIn(noted, value);
  if (known !== undefined) {
    known.count++;
    if (known.first.length >= budget.keep || budget.places === 0) return;
    budget.places--;
    known.first.push(place());
  } else if (budget.values > 0) {
    budget.values--;
    const occurrences = { value, count: 1, first: [place()] };
    noted.values.push(occurrences);
    noted.byValue?.set(value, occurrences);
  } else {
    references.untracked++;
  }
}

/** Up to so many values are gone through. */
const FEW_VALUES = 16;

function occurrencesIn(noted: Noted, value: number): Occurrences | undefined {
  const { values } = noted;
  if (values.length > FEW_VALUES) {
    noted.byValue ??= new Map(values.map((occurrences) => [occurrences.value, occurrences]));
    return noted.byValue.get(value);
  }
  for (let i = 0; i < values.length; i++) {
    if ((values[i] as Occurrences).value === value) return values[i];
  }
  return undefined;
}

function notedIn({ kinds }: References, kind: GatheredKind | NoteKind): Noted | undefined {
  for (let i = 0; i < kinds.length; i++) if ((kinds[i] as Noted).kind === kind) return kinds[i];
  return undefined;
}

/** Offset of what has no place. */
export const UNPLACED = -1;

/**
 * Stands for the place of a reference that is known by its value only: its path is the kind, its length the
 * value. A finding that points there says that the place has to be found.
 */
export function unplaced(kind: Asked, value = 0): Place {
  return { offset: UNPLACED, length: value, path: kind };
}

/** Adds values that occur somewhere. */
export function addGathered(
  references: References,
  kind: GatheredKind,
  values: readonly number[],
  budget: ReferenceBudget,
): void {
  for (const value of values) addReference(references, kind, value, budget, () => unplaced(kind, value));
}

/** In the order of the first ones. */
export function referencesOf(references: References, kind: GatheredKind | NoteKind): readonly Occurrences[] {
  return notedIn(references, kind)?.values ?? NONE;
}

const NONE: readonly Occurrences[] = [];

export function hasReferences(references: References, kind: GatheredKind | NoteKind): boolean {
  return notedIn(references, kind) !== undefined;
}

/** Connection types from here on are unknown, and counted as one. */
const MAX_CONNECTION = 0xffff;

/** A stream that data is let in through, and its connection type, as one number. */
export function inputValue(sysIndex: number, connection: number): number {
  return Math.min(connection, MAX_CONNECTION) * 2 ** 32 + sysIndex;
}

export function inputOf(value: number): { readonly sysIndex: number; readonly connection: number } {
  return { sysIndex: value % 2 ** 32, connection: Math.floor(value / 2 ** 32) };
}
