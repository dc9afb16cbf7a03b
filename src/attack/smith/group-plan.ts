import { D2H, type Edge, H2D, type Layer } from './edges.js';
import type { Feature } from './features.js';

/**
 * A context without its operations: its layers, and its streams from and to the host, other contexts and
 * itself.
 */
export interface ContextPlan {
  readonly index: number;
  /** Name of the context that its neighbours use, or empty, as in compiled models. */
  readonly name: string;
  readonly edges: readonly Edge[];
  /** Streams that the context lets in, in order. */
  readonly inputs: readonly Edge[];
  /** `sorted_outputs_order` of the context. */
  readonly outputs: readonly string[];
  readonly hardware: readonly [number, number, number] | undefined;
  readonly shmiglue: number | undefined;
  /** True if the context's metadata has a list of triggers. */
  readonly clusterEnds: boolean;
  readonly triggerOrder: boolean;
}

export interface FusedPlan {
  readonly flag: boolean;
  readonly outputs: readonly string[];
  readonly layers: readonly { readonly whole: Layer; readonly parts: readonly string[] }[];
}

/** A planned core op: its contexts, and its other fields. */
export interface CoreOpPlan {
  /** Position of the core op in the file, which determines the random numbers for its operations. */
  readonly position: number;
  readonly name: string;
  readonly groupIndex: number;
  readonly transposed: boolean;
  readonly fps: number;
  readonly channels: number;
  readonly latency: number;
  readonly channelConfig: readonly { readonly channel: number; readonly engine: number }[];
  readonly computationalOps: number;
  /**
   * Names of the core op's networks. With several networks, actions and layers refer to a network by its
   * position in the list.
   */
  readonly networks: readonly string[];
  /** Content of `networks_names`; may be empty if networks are not distinguished. */
  readonly listedNetworks: readonly string[];
  readonly contexts: readonly ContextPlan[];
  /** Order of the group's outputs; if empty, the last context has the order. */
  readonly sorted: readonly string[];
  readonly fused: FusedPlan | undefined;
  /** Streams that the preliminary configuration lets in, in order. */
  readonly early: readonly Edge[];
  readonly uses: ReadonlySet<Feature>;
}

/** A core op for a part of the device; the bitmap has a bit for each cluster. */
export interface VariantPlan {
  readonly bitmap: number;
  readonly coreOp: CoreOpPlan;
}

export interface GroupPlan {
  readonly index: number;
  readonly name: string;
  /**
   * In the classic layout, the one variant is the group itself; in the other layouts, the variants are inside
   * of the group.
   */
  readonly variants: readonly VariantPlan[];
  /** True if a group of a later layout has metadata itself. */
  readonly hasMetadata: boolean;
}

export function inputsOf(edges: readonly Edge[]): readonly Edge[] {
  return edges.filter(({ direction }) => direction === H2D);
}

export function outputsOf(edges: readonly Edge[]): readonly Edge[] {
  return edges.filter(({ direction }) => direction === D2H);
}
