import { D2H, type Edge, H2D, type Layer } from './edges.js';
import type { Feature } from './features.js';

/** A context before its operations: its exchange with the host, with other contexts, and with itself. */
export interface ContextPlan {
  readonly index: number;
  /** Empty, as compilers leave it, or the name that its neighbours use for this context. */
  readonly name: string;
  readonly edges: readonly Edge[];
  /** Streams that the context lets in, in this order. */
  readonly inputs: readonly Edge[];
  /** `sorted_outputs_order` of the context. */
  readonly outputs: readonly string[];
  readonly hardware: readonly [number, number, number] | undefined;
  readonly shmiglue: number | undefined;
  /** True if its metadata lists triggers again. */
  readonly clusterEnds: boolean;
  readonly triggerOrder: boolean;
}

export interface FusedPlan {
  readonly flag: boolean;
  readonly outputs: readonly string[];
  readonly layers: readonly { readonly whole: Layer; readonly parts: readonly string[] }[];
}

/** Contexts with everything that a loader needs to run them. */
export interface CoreOpPlan {
  /** Position in the file, which selects the random sequence for its operations. */
  readonly position: number;
  readonly name: string;
  readonly groupIndex: number;
  readonly transposed: boolean;
  readonly fps: number;
  readonly channels: number;
  readonly latency: number;
  readonly channelConfig: readonly { readonly channel: number; readonly engine: number }[];
  readonly computationalOps: number;
  /** Names of the core op's networks; actions and layers refer to them by position if there are several. */
  readonly networks: readonly string[];
  /** Content of `networks_names`; may be empty if networks are not distinguished. */
  readonly listedNetworks: readonly string[];
  readonly contexts: readonly ContextPlan[];
  /** Order of the outputs in the group; if empty, the last context has it. */
  readonly sorted: readonly string[];
  readonly fused: FusedPlan | undefined;
  /** Streams that the preliminary configuration lets in. */
  readonly early: readonly Edge[];
  /** Possible features of its operations. */
  readonly uses: ReadonlySet<Feature>;
}

/** The part of the device for a variant: a bit for each cluster. */
export interface VariantPlan {
  readonly bitmap: number;
  readonly coreOp: CoreOpPlan;
}

export interface GroupPlan {
  readonly index: number;
  readonly name: string;
  /** In the classic layout the group itself, in the others its content. */
  readonly variants: readonly VariantPlan[];
  /** True if a group of a later layout has its own metadata. */
  readonly hasMetadata: boolean;
}

export function inputsOf(edges: readonly Edge[]): readonly Edge[] {
  return edges.filter(({ direction }) => direction === H2D);
}

export function outputsOf(edges: readonly Edge[]): readonly Edge[] {
  return edges.filter(({ direction }) => direction === D2H);
}
