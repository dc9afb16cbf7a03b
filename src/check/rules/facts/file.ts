import type { CoreOpFacts } from './core-op.js';
import type { GraphFacts } from './graph.js';
import type { FileStreams } from './outputs.js';
import type { Place, Reference } from './place.js';

/**
 * What the rules that look across records need to know of a file: gathered while it is scanned, checked when
 * its end was seen (the extensions, which decide how indices are read, follow the groups on the wire).
 */
export interface FileFacts extends Place {
  /** Part of the root's own fields could not be read: what is missing may just not have been seen. */
  readonly broken: boolean;
  /** An element in it could not be read whole; where that is a cut, nothing after it was seen either. */
  readonly lost: boolean;
  readonly header: HeaderFacts | undefined;
  readonly includedFeatures: IncludedFeatures | undefined;
  /** In the order of the file; at most MAX_ROOT_ENTRIES of each. */
  readonly extensions: readonly ExtensionFacts[];
  readonly optionalExtensions: readonly ExtensionFacts[];
  readonly externalResources: readonly ExternalResourceFacts[];
  /** Whether those three lists, or lists of names, have entries that are not remembered. */
  readonly hasMoreEntries: boolean;
  /** At most MAX_GROUPS of them. */
  readonly groups: readonly GroupFacts[];
  readonly groupCount: number;
  /** What was listed one by one; what was not has to be asked for (see `Asked`). */
  readonly listed: { readonly ids: boolean; readonly writes: boolean };
  readonly words: WordsFacts;
  /** Undefined for a bare message. */
  readonly container: ContainerFacts | undefined;
  /**
   * What was worked out of its streams: see `boundaryOf`. A member, and no map from the facts: what a WeakMap has
   * survives the collections of young objects, all of a file's facts with it, and they took half of a validation's time.
   */
  streams: FileStreams | undefined;
}

/** `header`; absent values are 0, at the header's record. */
export interface HeaderFacts extends Place {
  readonly hwArch: Reference;
  readonly version: Reference;
}

/** `included_features`, by the name of the field. Flags are 0 or 1; absent is 0, at the message's record. */
export interface IncludedFeatures extends Place {
  readonly abbale: Reference;
  readonly postedWrites: Reference;
  readonly ddr: Reference;
  readonly compressedParams: Reference;
  readonly transposeComponent: Reference;
  readonly paddedDdrBuffers: Reference;
  readonly numberOfContexts: Reference;
}

/** An entry of `extensions` or `optional_extensions`. */
export interface ExtensionFacts extends Place {
  readonly typeIndex: number;
  /** The record of `type_index`, or the entry's where it is absent. */
  readonly typePlace: Place;
}

/** An entry of `external_resources`. */
export interface ExternalResourceFacts extends Place {
  /** From the zero point of the container. */
  readonly start: Reference;
  readonly size: Reference;
}

/** A pointer to configuration words after the message. */
export interface PointerFacts extends Place {
  /** Where the words end, in bytes from the zero point. */
  readonly end: number;
}

/** Some of what there is, the first in the file, and how many there are. */
export interface Counted<T> {
  readonly count: number;
  readonly first: readonly T[];
}

/** Where the actions of a file have their configuration words. Only what is not as it should be is noted. */
export interface WordsFacts {
  /** Pointers that end past the section of configuration words; in version 0, which has none, all of them. */
  readonly beyond: Counted<PointerFacts>;
  /** Of the other pointers, the first of those that reach furthest; undefined where the file reaches further. */
  readonly furthest: PointerFacts | undefined;
  /** Writes that have their words in the message; undefined where they were not listed (see `Asked`). */
  readonly embedded: Counted<Place> | undefined;
}

/** The sections of a framed file, as its header says. */
export interface ContainerFacts {
  readonly version: number;
  /**
   * Absolute offset that pointers into the configuration words count from; undefined in version 0, and where
   * the header makes no sense.
   */
  readonly zeroPoint: number | undefined;
  /** Bytes of configuration words after it. */
  readonly ccwBytes: number;
  /** Bytes of the file that its header accounts for. */
  readonly claimedSize: number;
  /** Bytes of the file; undefined where a stream has not said. */
  readonly fileSize: number | undefined;
}

export interface GroupFacts extends Place {
  /** Position in `network_groups`. */
  readonly position: number;
  readonly broken: boolean;
  readonly lost: boolean;
  /** First field of a later layout (partial groups, ops, …), where there is one. */
  readonly newerLayout: Place | undefined;
  /**
   * The group itself, and the core ops that later layouts keep in it, in file order of their ends. A group
   * of a later layout is among them only where it holds something itself.
   */
  readonly coreOps: readonly CoreOpFacts[];
  /** The group as a release sees it that knows no later layout. */
  readonly own: CoreOpFacts;
  /** Core ops that only hold others: nothing of them counts but their preliminary configuration. */
  readonly shells: readonly CoreOpFacts[];
  /** Core ops there are, those that are not remembered included. */
  readonly coreOpCount: number;
  /** Undefined where the group has no node that is computed on the host. */
  readonly graph: GraphFacts | undefined;
}

/** Whether part of a file, a group or a core op was not seen, so that what is missing may be there. */
export function isUnsure({ broken, lost }: { readonly broken: boolean; readonly lost: boolean }): boolean {
  return broken || lost;
}

/**
 * The same for a core op in a group: in a group that is cut, a variant may be without contexts because the
 * graph that has them was not seen.
 */
export function isUnsureIn(group: GroupFacts, coreOp: CoreOpFacts): boolean {
  return isUnsure(coreOp) || isUnsure(group);
}
