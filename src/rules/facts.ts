import type { Related, Span } from '../diagnostics/span.js';

/**
 * What the rules that look across records need to know of a file: gathered while it is scanned, judged when
 * its end was seen (the extensions, which decide how indices are read, follow the groups on the wire).
 * Plain data, so that it can come from a worker.
 */

/** A record and where it is. */
export interface Place extends Span {
  readonly path: string;
}

/** The place alone, of something that has one. */
export function placeOf({ offset, length, path }: Place): Place {
  return { offset, length, path };
}

/** Related places are for a person to read: a set of thousands is not made clearer by all of them. */
const MAX_RELATED = 16;

/** The other members of a set that a finding is about. */
export function relatedTo(others: readonly Place[], message: string): readonly Related[] {
  return others.slice(0, MAX_RELATED).map((other) => ({ ...placeOf(other), message }));
}

export interface FileFacts extends Place {
  /** Part of the root's own fields could not be read: what is missing may just not have been seen. */
  broken: boolean;
  /** `header.version`; 0 when absent, as readers take it. */
  headerVersion: number;
  /** `type_index` of `extensions` and of `optional_extensions`. */
  readonly extensions: Set<number>;
  readonly optionalExtensions: Set<number>;
  /** At most MAX_GROUPS of them. */
  readonly groups: GroupFacts[];
  groupCount: number;
}

export interface GroupFacts extends Place {
  broken: boolean;
  networkCount: number;
  /** `cfg_channels_count`; 0 when absent. */
  cfgChannelCount: number;
  /** First field of a later layout (7 to 11), where there is one. */
  newerLayout: Place | undefined;
  /** At most MAX_CONTEXTS of them in all groups. */
  readonly contexts: ContextFacts[];
  contextCount: number;
  /** Of the preliminary configuration. */
  readonly references: References;
}

export interface ContextFacts extends Place {
  broken: boolean;
  lost: boolean;
  /** Position in `contexts`, which is what the loader goes by. */
  readonly position: number;
  /** `context_index` and its record; 0 at the context's own record when absent. */
  readonly index: Reference;
  /** At most MAX_EDGES of them in all contexts. */
  readonly edges: readonly EdgeFacts[];
  edgeCount: number;
  readonly references: References;
}

/** A value that refers to something, and the record to point at. */
export interface Reference extends Place {
  readonly value: number;
}

export interface EdgeFacts extends Place {
  readonly direction: number;
  /** Undefined where it is not to be had: no base, or a kind of layer that is not known here. */
  readonly sysIndex: number | undefined;
  readonly networkIndex: Reference;
  /** Boundary when there is no `context_switch_info`. */
  readonly connection: number;
  readonly switchInfo: SwitchFacts | undefined;
}

/** `context_switch_info` of an edge layer. */
export interface SwitchFacts extends Place {
  readonly contextIndex: Reference;
  /** The scalar pair that releases up to 4.11 read. */
  readonly scalarContext: Reference;
  readonly scalarSys: Reference;
  /** The first two of `connected_contexts`, which later releases read. */
  readonly connected: readonly ConnectedFacts[];
  readonly connectedCount: number;
}

export interface ConnectedFacts extends Place {
  readonly context: Reference;
  readonly sys: Reference;
}

export const DIRECTION_H2D = 0;
export const DIRECTION_D2H = 1;
export const CONNECTION_BOUNDARY = 0;
export const CONNECTION_INTERMEDIATE = 1;
export const CONNECTION_DDR = 2;

/** Whether every edge layer of the context is known, so that a stream that is not there is missing. */
export function hasAllEdges({ broken, lost, edges, edgeCount }: ContextFacts): boolean {
  return (
    !broken && !lost && edges.length === edgeCount && edges.every(({ sysIndex }) => sysIndex !== undefined)
  );
}

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

/**
 * Stands for the place of a reference that is known by its value only: its path is the kind, its length the
 * value. A finding that points there says that the place has to be found.
 */
function unplaced(kind: ReferenceKind, value: number): Place {
  return { offset: UNPLACED, length: value, path: kind };
}

/** Offset of what has no place. */
export const UNPLACED = -1;

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

// Bounds of what is remembered of a file, so that a hostile one cannot fill the memory. What is past them
// is scanned and counted all the same; `check-incomplete` says that rules across records did not see it.

/** Values of indices told apart in a file, per context; hardware has 32 streams, 4 channels and 8 networks. */
export const MAX_REFERENCE_VALUES = 16_384;
/** Places of references, besides one for every value. */
export const MAX_REFERENCE_PLACES = 16_384;
/** Real files have one network group; runtimes refuse more than 8 (32 from 4.10). */
export const MAX_GROUPS = 1024;
/** Contexts in a file; every runtime refuses more than 1021 in a group. */
export const MAX_CONTEXTS = 4096;
/** Edge layers in a file; runtimes up to 4.11 refuse more than 255 in a context. */
export const MAX_EDGES = 16_384;

/** Whether something was too much to be remembered; rules across records then saw only part of it. */
export function isIncomplete({ groups, groupCount }: FileFacts): boolean {
  if (groupCount > groups.length) return true;
  return groups.some(
    ({ contextCount, contexts, references }) =>
      contextCount > contexts.length || references.untracked > 0 || contexts.some(hasMoreThanKept),
  );
}

function hasMoreThanKept({ edgeCount, edges, references }: ContextFacts): boolean {
  return edgeCount > edges.length || references.untracked > 0;
}
