import type { FactPlace } from './fact-place.js';
import { MAX_REFERENCE_PLACES, MAX_REFERENCE_VALUES } from './gathering-limits.js';

/** Kinds of indices in operations. */
export type ReferenceKind =
  | 'network-index'
  | 'cfg-channel-index'
  /** The same for writes with their words in another section of the file. */
  | 'pointer-cfg-channel-index'
  | 'sent-shmifo'
  | 'received-shmifo';

/** Other facts of operations, with their places, that can only be checked when more of the file is known. */
export type NoteKind =
  /** An action that lets data in: see `inputValue`. */
  | 'input'
  /** The same, placed at the connection type. */
  | 'input-connection'
  /**
   * The first of consecutive actions that let data in; the value is 0 for the first run, 1 for later runs.
   */
  | 'input-run'
  /** A configuration write without a byte. */
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
  /** Ids of triggers in the lists that refer to them. */
  | 'cluster-end-trigger'
  | 'ordered-trigger';

/** Kinds gathered by value; their places are requested when they are needed. */
export type GatheredKind =
  | ReferenceKind
  /** A sequencer that starts from `initial_l3_legacy`. */
  | 'legacy-l3';

/** Facts that a scan leaves out unless requested, because it would have to stop at millions of records. */
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

/** Notes of one kind, in the order of their first occurrences. */
interface Noted {
  readonly kind: GatheredKind | NoteKind;
  readonly values: Occurrences[];
  /** The same occurrences by value, if there are many values. */
  byValue: Map<number, Occurrences> | undefined;
}

/**
 * The references and notes of the operations of a context or of a preliminary configuration. Lists, because
 * few kinds and values occur: a map of each took longer to build and to read than all the rules to run.
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

/** Every distinct value has at least one place, and the first values have more. */
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

/** Up to this number, values are searched linearly. */
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
 * Returns a substitute for the place of a reference if only the value is known: its path is the kind, its
 * length the value. A finding with this place requests a scan that finds the real place.
 */
export function unplaced(kind: AskedReferences, value = 0): FactPlace {
  return { offset: UNPLACED, length: value, path: kind };
}

/** Adds values that occur without known places. */
export function addGathered(
  references: References,
  kind: GatheredKind,
  values: readonly number[],
  budget: ReferenceBudget,
): void {
  for (const value of values) addReference(references, kind, value, budget, () => unplaced(kind, value));
}

/** Returns the occurrences, in the order of the first ones. */
export function referencesOf(references: References, kind: GatheredKind | NoteKind): readonly Occurrences[] {
  return notedIn(references, kind)?.values ?? NONE;
}

const NONE: readonly Occurrences[] = [];

export function hasReferences(references: References, kind: GatheredKind | NoteKind): boolean {
  return notedIn(references, kind) !== undefined;
}

/** Connection types from here on are unknown, and treated as one. */
const MAX_CONNECTION = 0xffff;

/** Combines the stream of an input and its connection type into one number. */
export function inputValue(sysIndex: number, connection: number): number {
  return Math.min(connection, MAX_CONNECTION) * 2 ** 32 + sysIndex;
}

export function inputOf(value: number): { readonly sysIndex: number; readonly connection: number } {
  return { sysIndex: value % 2 ** 32, connection: Math.floor(value / 2 ** 32) };
}
