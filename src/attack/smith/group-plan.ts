import { D2H, type Edge, H2D, type Layer } from './edges.js';
import type { Feature } from './features.js';

/** A context before its operations: what it exchanges with the host, with other contexts, with itself. */
export interface ContextPlan {
  readonly index: number;
  /** Empty, as compilers leave it, or the name that its neighbours know it by. */
  readonly name: string;
  readonly edges: readonly Edge[];
  /** Streams that it lets in, in this order. */
  readonly inputs: readonly Edge[];
  /** `sorted_outputs_order` of its own. */
  readonly outputs: readonly string[];
  readonly hardware: readonly [number, number, number] | undefined;
  readonly shmiglue: number | undefined;
  /** Whether triggers are listed again in its metadata. */
  readonly clusterEnds: boolean;
  readonly triggerOrder: boolean;
}

export interface FusedPlan {
  readonly flag: boolean;
  readonly outputs: readonly string[];
  readonly layers: readonly { readonly whole: Layer; readonly parts: readonly string[] }[];
}

/** Contexts with all that a loader needs to run them. */
export interface CoreOpPlan {
  /** Position among all of the file: names the random sequences of its operations. */
  readonly position: number;
  readonly name: string;
  readonly groupIndex: number;
  readonly transposed: boolean;
  readonly fps: number;
  readonly channels: number;
  readonly latency: number;
  readonly channelConfig: readonly { readonly channel: number; readonly engine: number }[];
  readonly computationalOps: number;
  /** Names of its networks; actions and layers know them by position where there are several. */
  readonly networks: readonly string[];
  /** What `networks_names` has: none of them by default. */
  readonly listedNetworks: readonly string[];
  readonly contexts: readonly ContextPlan[];
  /** Whether the group says the order of its outputs; if not, the last context does. */
  readonly sorted: readonly string[];
  readonly fused: FusedPlan | undefined;
  /** Streams that the preliminary configuration lets in. */
  readonly early: readonly Edge[];
  /** Features that its operations may have. */
  readonly uses: ReadonlySet<Feature>;
}

/** The part of the device that a variant is for: a bit for each cluster. */
export interface VariantPlan {
  readonly bitmap: number;
  readonly coreOp: CoreOpPlan;
}

export interface GroupPlan {
  readonly index: number;
  readonly name: string;
  /** Of the classic layout the group itself, of the others what it holds. */
  readonly variants: readonly VariantPlan[];
  /** Whether a group of a later layout has metadata of its own. */
  readonly hasMetadata: boolean;
}

export function inputsOf(edges: readonly Edge[]): readonly Edge[] {
  return edges.filter(({ direction }) => direction === H2D);
}

export function outputsOf(edges: readonly Edge[]): readonly Edge[] {
  return edges.filter(({ direction }) => direction === D2H);
}
