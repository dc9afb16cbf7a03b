import type { CoreOpFacts } from './core-op.js';
import type { FactPlace, Reference } from './fact-place.js';
import type { GraphFacts } from './graph.js';
import type { FileStreams } from './outputs.js';

/**
 * Facts of a file for rules across records. The facts are gathered during the scan and checked at the end of
 * the scan, because the extensions, which decide how indices are read, follow the groups on the wire.
 */
export interface FileFacts extends FactPlace {
  /**
   * True if some of the root's own fields could not be read, so that a field that seems absent may be unread.
   */
  readonly broken: boolean;
  /**
   * True if an element of the file could not be read completely. After a truncated element, nothing was read.
   */
  readonly lost: boolean;
  readonly header: HeaderFacts | undefined;
  readonly includedFeatures: IncludedFeatures | undefined;
  /** In the order of the file; each of the three lists has at most MAX_ROOT_ENTRIES entries. */
  readonly extensions: readonly ExtensionFacts[];
  readonly optionalExtensions: readonly ExtensionFacts[];
  readonly externalResources: readonly ExternalResourceFacts[];
  /** True if the three lists, or lists of names, have entries that are not remembered. */
  readonly hasMoreEntries: boolean;
  /** At most MAX_CHECKED_GROUPS groups. */
  readonly groups: readonly GroupFacts[];
  readonly groupCount: number;
  /** True for facts that were listed one by one. Other facts have to be requested (see `AskedReferences`). */
  readonly listed: { readonly ids: boolean; readonly writes: boolean };
  readonly words: WordsFacts;
  readonly container: ContainerFacts | undefined;
  /**
   * Cached results about the file's streams; see `boundaryOf`. The cache is a member, not a WeakMap keyed by
   * the facts: values of a WeakMap survive the collections of young objects, and so do all facts of the file.
   * With a WeakMap, garbage collections took half of a validation's time.
   */
  streams: FileStreams | undefined;
}

/** `header`. An absent value is 0, with the record of the header. */
export interface HeaderFacts extends FactPlace {
  readonly hwArch: Reference;
  readonly version: Reference;
}

/**
 * `included_features`, by the name of the field. Flags are 0 or 1; an absent flag is 0, with the record of
 * the message.
 */
export interface IncludedFeatures extends FactPlace {
  readonly abbale: Reference;
  readonly postedWrites: Reference;
  readonly ddr: Reference;
  readonly compressedParams: Reference;
  readonly transposeComponent: Reference;
  readonly paddedDdrBuffers: Reference;
  readonly numberOfContexts: Reference;
}

/** An entry of `extensions` or `optional_extensions`. */
export interface ExtensionFacts extends FactPlace {
  readonly typeIndex: number;
  /** The record of `type_index`; if absent, the entry's record. */
  readonly typePlace: FactPlace;
}

/** An entry of `external_resources`. */
export interface ExternalResourceFacts extends FactPlace {
  /** Relative to the zero point of the container. */
  readonly start: Reference;
  readonly size: Reference;
}

/** A pointer to configuration words after the message. */
export interface PointerFacts extends FactPlace {
  /** End of the words, in bytes from the zero point. */
  readonly end: number;
}

/** Number of occurrences, and the first occurrences in the file. */
export interface CountedFields<T> {
  readonly count: number;
  readonly first: readonly T[];
}

/** Places of the configuration words of a file's actions. Only places that may be wrong are noted. */
export interface WordsFacts {
  /**
   * Pointers that end past the section of configuration words; in version 0, which has no such section, all
   * pointers.
   */
  readonly beyond: CountedFields<PointerFacts>;
  /**
   * Among the pointers that end within the section, the first pointer with the furthest end; undefined if the
   * file is known to have all bytes up to that end.
   */
  readonly furthest: PointerFacts | undefined;
  /** Writes with their words in the message; undefined if not listed (see `AskedReferences`). */
  readonly embedded: CountedFields<FactPlace> | undefined;
}

/** The sections of a framed file, according to its header. */
export interface ContainerFacts {
  readonly version: number;
  /**
   * Absolute offset from which pointers into the configuration words count; undefined in version 0, and for
   * an inconsistent header.
   */
  readonly zeroPoint: number | undefined;
  /** Bytes of configuration words after the zero point. */
  readonly ccwBytes: number;
  /** File size in bytes according to the header. */
  readonly claimedSize: number;
  /** File size in bytes; undefined for a stream of unknown size. */
  readonly fileSize: number | undefined;
}

export interface GroupFacts extends FactPlace {
  /** Index in `network_groups`. */
  readonly position: number;
  readonly broken: boolean;
  readonly lost: boolean;
  /** First field of a later layout (partial groups, ops, …), if any. */
  readonly newerLayout: FactPlace | undefined;
  /**
   * The group as a core op, and the core ops that later layouts store in the group, in file order of their
   * ends. A group of a later layout is only included if the group itself has contexts.
   */
  readonly coreOps: readonly CoreOpFacts[];
  /** The core op that a release without support for later layouts reads from the group. */
  readonly own: CoreOpFacts;
  /**
   * Core ops that only contain other core ops. Only the preliminary configuration of such a core op counts.
   */
  readonly shells: readonly CoreOpFacts[];
  /** Number of core ops, including core ops that are not remembered. */
  readonly coreOpCount: number;
  /** Post-processing of the group; undefined if no node of the group is computed on the host. */
  readonly graph: GraphFacts | undefined;
}

/** True if part of a file, a group or a core op was not read, so that absent elements may exist. */
export function isUnsure({ broken, lost }: { readonly broken: boolean; readonly lost: boolean }): boolean {
  return broken || lost;
}

/**
 * True if part of a core op or of its group was not read: in a truncated group, a variant may lack contexts
 * because the graph that contains the contexts was not read.
 */
export function isUnsureIn(group: GroupFacts, coreOp: CoreOpFacts): boolean {
  return isUnsure(coreOp) || isUnsure(group);
}
