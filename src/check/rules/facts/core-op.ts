import type { CheckedContext } from './context.js';
import type { FactPlace, Name, Reference } from './fact-place.js';
import type { FusedFacts } from './layer.js';
import type { References } from './references.js';
import type { IdRanges, ListedIds } from './unique-ids.js';

export type CoreOpHolder = 'group' | 'partial-group' | 'op' | 'partial-core-op';

/** An element that holds a core op, and the core op's position in the element: see CoreOpFacts. */
export interface CoreOpPosition {
  readonly element: string;
  /** Path of the core op's message in the element. */
  readonly within: string;
  readonly holder: CoreOpHolder;
  /**
   * Fields of the core op that may hold other core ops. For a network group, these fields are handled at the
   * end of the group.
   */
  readonly others: readonly string[];
}

export const CORE_OP_POSITIONS: readonly CoreOpPosition[] = [
  { element: 'ProtoMDLNetworkGroup', within: '', holder: 'group', others: [] },
  {
    element: 'ProtoMDLPartialNetworkGroup',
    within: 'network_group',
    holder: 'partial-group',
    others: ['partial_network_groups', 'ops'],
  },
  { element: 'ProtoMDLOp', within: 'core_op', holder: 'op', others: ['partial_core_ops'] },
  {
    element: 'ProtoMDLPartialCoreOp',
    within: 'core_op',
    holder: 'partial-core-op',
    others: ['partial_core_ops'],
  },
];

/**
 * Unit that the loader configures as one network: contexts and their metadata. A network group is a core op.
 * Later layouts store further core ops in the group, as variants for part of a device or as nodes of a graph,
 * with the same field numbers. Rules treat all core ops alike.
 */
export interface CoreOpFacts extends FactPlace {
  readonly holder: CoreOpHolder;
  /** True for a variant that has no core op. Loaders read such a variant as an empty core op. */
  readonly isAbsent: boolean;
  /** `partial_clusters_layout_bitmap` of a variant; 0 if absent, and for other core ops. */
  readonly bitmap: number;
  /** True if some of the core op's own fields could not be read. */
  readonly broken: boolean;
  /** True if an element of the core op could not be read completely. */
  readonly lost: boolean;
  readonly metadata: MetadataFacts | undefined;
  readonly preliminary: PreliminaryFacts | undefined;
  /** `sorted_outputs_order` of the core op itself. */
  readonly sortedOutputs: readonly Name[];
  readonly fused: FusedMetadataFacts | undefined;
  readonly networksNames: readonly Name[];
  /** Number of names in `networksNames`, including names that are not remembered. */
  readonly networkCount: number;
  /** At most MAX_CHECKED_CONTEXTS in all core ops of a file. */
  readonly contexts: readonly CheckedContext[];
  readonly contextCount: number;
  readonly references: References;
  /** Ids in all operations, except for operations of contexts that were scanned separately. */
  readonly ids: IdRanges;
  /** Ids that lists of triggers name, but that no operation has; undefined if not known yet. */
  readonly missingTriggers: ReadonlySet<number> | undefined;
  /** Ids in all operations; undefined unless the scan has listed the ids one by one. */
  readonly listedIds: { readonly triggers: ListedIds; readonly actions: ListedIds } | undefined;
}

/** `network_group_metadata`. */
export interface MetadataFacts extends FactPlace {
  /** Name and its record; if absent, `""` and the record of the metadata. */
  readonly name: Name;
  readonly groupIndex: Reference;
  readonly transposed: boolean;
  /** Bits of the double, as a number. */
  readonly bottleneckFps: Reference;
  /** The count and its record; if absent, 0 and the record of the metadata. */
  readonly cfgChannelCount: Reference;
}

interface PreliminaryFacts extends FactPlace {
  readonly operationCount: number;
}

/** `fused_layers_metadata`. */
export interface FusedMetadataFacts extends FactPlace {
  readonly hasFusedLayers: boolean;
  readonly updatedSortedOutputs: readonly Name[];
  /** At most MAX_CHECKED_LAYERS in a file, including edge layers. */
  readonly layers: readonly FusedFacts[];
  readonly layerCount: number;
}
