import type { FactPlace } from './fact-place.js';
import { MAX_REFERENCE_PLACES, MAX_REFERENCE_VALUES } from './gathering-limits.js';

/** Kinds of indices in operations. */
export type ReferenceKind =
  | 'network-index'
  | 'cfg-channel-index'
  /** The channel of a write whose words are in another section of the file. */
  | 'pointer-cfg-channel-index'
  | 'sent-shmifo'
  | 'received-shmifo';

/** Other facts of operations, with their places, that can only be checked when more of the file is known. */
export type NoteKind =
  /** An input action; see `inputValue` for the value. */
  | 'input'
  /** An input action, with the place of its connection type. */
  | 'input-connection'
  /**
   * The first action of a run of consecutive input actions; the value is 0 for the first run, 1 for later
   * runs.
   */
  | 'input-run'
  /** A configuration write without data. */
  | 'empty-write'
  /** A configuration write whose data has an invalid layout; the value is its length in bytes. */
  | 'malformed-write'
  /**
   * More consecutive writes than a loader accepts, on any channels; `write-runs` distinguishes the channels.
   */
  | 'long-write-run'
  /** Consecutive writes to a channel that are all empty; the value is the channel. */
  | 'empty-channel-run'
  /** The first of too many consecutive writes to a channel; the value is the channel. */
  | 'long-channel-run'
  /** The cluster of an entry of `cluster_end_guarantee`. */
  | 'cluster-end'
  /** Ids in lists that refer to triggers. */
  | 'cluster-end-trigger'
  | 'ordered-trigger';

/** Kinds that are gathered by value. Places are requested only if they are needed. */
export type GatheredKind =
  | ReferenceKind
  /** A sequencer that starts from `initial_l3_legacy`. */
  | 'legacy-l3';

/**
 * Facts that a scan leaves out unless requested, because the scan would have to stop at millions of records.
 */
export type AskedReferences =
  | GatheredKind
  /** Unique ids one by one. */
  | 'unique-ids'
  /** Each configuration write, with its channel. */
  | 'write-runs';

/** Occurrences of one value: their number, and the first few places. */
export interface Occurrences {
  readonly value: number;
  count: number;
  readonly first: FactPlace[];
}

/** Values of one kind, in the order of their first occurrences. */
interface Noted {
  readonly kind: GatheredKind | NoteKind;
  readonly values: Occurrences[];
  /** Index of the occurrences by value, for lists with many values. */
  byValue: Map<number, Occurrences> | undefined;
}

/**
 * The references and notes of the operations of a context or of a preliminary configuration. Kinds and values
 * are in lists, because few kinds and values occur: building and reading maps took longer than running all
 * rules.
 */
export interface References {
  readonly kinds: Noted[];
  /** References whose values exceeded the limit of distinct values. */
  untracked: number;
}

export function newReferences(): References {
  return { kinds: [], untracked: 0 };
}

/** Remaining budget for a file's references, and the maximum number of places per value. */
export interface ReferenceBudget {
  readonly keep: number;
  values: number;
  places: number;
}

export function referenceBudget(keep: number): ReferenceBudget {
  return { keep, values: MAX_REFERENCE_VALUES, places: MAX_REFERENCE_PLACES };
}

/**
 * Adds an occurrence of a value. The place of the first occurrence of each value is kept, and further places
 * are kept within the budget.
 */
export function addReference(
  references: References,
  kind: GatheredKind | NoteKind,
  value: number,
  budget: ReferenceBudget,
  place: () => FactPlace,
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

/** Up to this number of values, the search is linear. */
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

/** Offset of a reference without a place. */
export const UNPLACED = -1;

/**
 * Returns a substitute for the place of a reference of which only the value is known. The path is the kind,
 * and the length is the value. A finding with this place requests a scan that finds the real place.
 */
export function unplaced(kind: AskedReferences, value = 0): FactPlace {
  return { offset: UNPLACED, length: value, path: kind };
}

/** Adds values whose places are not known. */
export function addGathered(
  references: References,
  kind: GatheredKind,
  values: readonly number[],
  budget: ReferenceBudget,
): void {
  for (const value of values) addReference(references, kind, value, budget, () => unplaced(kind, value));
}

/** Returns the values of one kind, in the order of their first occurrences. */
export function referencesOf(references: References, kind: GatheredKind | NoteKind): readonly Occurrences[] {
  return notedIn(references, kind)?.values ?? NONE;
}

const NONE: readonly Occurrences[] = [];

export function hasReferences(references: References, kind: GatheredKind | NoteKind): boolean {
  return notedIn(references, kind) !== undefined;
}

/** Greater connection types are unknown, and are treated like this type. */
const MAX_CONNECTION = 0xffff;

/** Combines the `sys_index` and the connection type of an input into one number. */
export function inputValue(sysIndex: number, connection: number): number {
  return Math.min(connection, MAX_CONNECTION) * 2 ** 32 + sysIndex;
}

export function inputOf(value: number): { readonly sysIndex: number; readonly connection: number } {
  return { sysIndex: value % 2 ** 32, connection: Math.floor(value / 2 ** 32) };
}
