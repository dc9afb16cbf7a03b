import type { Place, Reference } from './place.js';

/** Pads and edges that are remembered of one group's graph. */
export const MAX_GRAPH_PADS = 4096;

/** The graph of a group, as far as post-processing on the host is concerned. */
export interface GraphFacts {
  readonly edges: readonly PadEdgeFacts[];
  /** Nodes that are post-processing, in file order. */
  readonly nodes: readonly PostProcessFacts[];
  /** Whether all pads and edges are remembered. */
  readonly isWhole: boolean;
}

/** An edge of a graph, between two pads by their indices. */
export interface PadEdgeFacts {
  readonly from: number;
  readonly to: number;
}

/** A node that the host computes from outputs of the device. */
export interface PostProcessFacts extends Place {
  /** Indices of the pads that data comes in by. */
  readonly inputs: readonly Reference[];
  /** Indices of the device's output pads that boxes are decoded from. */
  readonly decoded: readonly Reference[];
}
