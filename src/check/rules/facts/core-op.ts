import type { ContextFacts } from './context.js';
import type { FusedFacts } from './fused.js';
import type { Name, Place, Reference } from './place.js';
import type { References } from './references.js';
import type { IdRanges, ListedIds } from './unique-ids.js';

/** Where a core op lives: which element of the file holds it. */
export type CoreOpHolder = 'group' | 'partial-group' | 'op' | 'partial-core-op';

/**
 * What one loader call makes of a network: contexts, and what is said about them. A network group is one by
 * itself; later layouts keep others in it, as variants for part of a device or as nodes of a graph, with
 * fields of the same numbers. Rules take them all alike.
 */
export interface CoreOpFacts extends Place {
  readonly holder: CoreOpHolder;
  /** True for a variant for part of the device without a core op: loaders read it as an empty one. */
  readonly isAbsent: boolean;
  /** `partial_clusters_layout_bitmap` of a variant; 0 for others, and where it is absent. */
  readonly bitmap: number;
  /** Part of its own fields could not be read. */
  readonly broken: boolean;
  /** An element in it could not be read whole. */
  readonly lost: boolean;
  readonly metadata: MetadataFacts | undefined;
  readonly preliminary: PreliminaryFacts | undefined;
  /** `sorted_outputs_order` of the core op itself. */
  readonly sortedOutputs: readonly Name[];
  readonly fused: FusedMetadataFacts | undefined;
  readonly networksNames: readonly Name[];
  /** Names that there are in the lists, those that are not remembered included. */
  readonly networkCount: number;
  /** At most MAX_CONTEXTS of them in a file. */
  readonly contexts: readonly ContextFacts[];
  readonly contextCount: number;
  /** Of the preliminary configuration. */
  readonly references: References;
  /** Of all operations, but for those of contexts that were scanned apart. */
  readonly ids: IdRanges;
  /** Of the ids in lists of triggers those that no operation has; undefined where that is not known yet. */
  readonly missingTriggers: ReadonlySet<number> | undefined;
  /** Of all operations, where they were listed one by one. */
  readonly listedIds: { readonly triggers: ListedIds; readonly actions: ListedIds } | undefined;
}

/** `network_group_metadata`. */
export interface MetadataFacts extends Place {
  /** Absent is `""`, at the metadata's record. */
  readonly name: Name;
  readonly groupIndex: Reference;
  readonly transposed: boolean;
  /** The 64 bits of the double, as a number. */
  readonly bottleneckFps: Reference;
  /** 0 when absent, at the metadata's record. */
  readonly cfgChannelCount: Reference;
}

export interface PreliminaryFacts extends Place {
  readonly operationCount: number;
}

/** `fused_layers_metadata`. */
export interface FusedMetadataFacts extends Place {
  readonly hasFusedLayers: boolean;
  readonly updatedSortedOutputs: readonly Name[];
  /** At most MAX_LAYERS, edge layers counted. */
  readonly layers: readonly FusedFacts[];
  readonly layerCount: number;
}
