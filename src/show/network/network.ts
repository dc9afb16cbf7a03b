/** A network as plain data: what the compiler's notes say of it, or where there are none, its contexts. */

/** Rows, columns and features of a tensor or a kernel; 1 where the file says nothing. */
export interface TensorShape {
  /** Height, in elements. */
  readonly rows: number;
  /** Width, in elements. */
  readonly columns: number;
  /** Channels. */
  readonly features: number;
}

/** What the compiler expects of a layer, a frame at a time. Its own figures: nothing was measured. */
export interface LayerFigures {
  /** Cycles for a frame; 0 where the layer is not on the device. */
  readonly cycles: number;
  /** First and last cycle of the first frame, counted from its start; 0 where that is not known. */
  readonly firstCycle: number;
  /** Last cycle of the first frame; 0 where that is not known. */
  readonly lastCycle: number;
  /** Bytes that come in and go out each second at the expected frame rate. */
  readonly inputBytesPerSecond: number;
  /** Bytes that go out each second at the expected frame rate. */
  readonly outputBytesPerSecond: number;
  /** Share of its time that its multipliers are busy, 0 to 1. */
  readonly utilization: number;
  /** Pieces of hardware that it has: clusters are divided into these. */
  readonly subclusters: number;
  /** How many it has. */
  readonly activationUnits: number;
  /** How many it has. */
  readonly inputAligners: number;
}

/** A layer of the network, as it was placed on the device. */
export interface NetworkLayer {
  /** Unique in its network; edges do not use it: they go by position. */
  readonly id: number;
  /** As the compiler calls it. Not escaped. */
  readonly name: string;
  /** `conv`, `maxpool`; `input` and `output`; `context` where the network is known by contexts only. */
  readonly kind: string;
  /** The number that the notes have for it; null of what is no layer of theirs. */
  readonly kindNumber: number | null;
  /** Whether it only moves data between parts of the device: a picture folds it away until it is asked. */
  readonly isPlumbing: boolean;
  /** Shapes of what comes in. */
  readonly inputs: readonly TensorShape[];
  /** Shapes of what goes out. */
  readonly outputs: readonly TensorShape[];
  /** Of a convolution or pool; null of other layers. */
  readonly kernel: TensorShape | null;
  /** Likewise. */
  readonly strides: TensorShape | null;
  /** Likewise. */
  readonly dilation: TensorShape | null;
  /** `relu`, `silu`, or `activation 4` where the number is not known; null where there is none. */
  readonly activation: string | null;
  /** Numbers of its kernel, without biases; null where it has none. Follows from shapes. */
  readonly weights: number | null;
  /** Nodes of the graph that was compiled. */
  readonly originalNames: readonly string[];
  /** Position in `contexts`, or null. */
  readonly context: number | null;
  /** Clusters of the device that it lies on, ascending. */
  readonly clusters: readonly number[];
  /** What the compiler expects of it; null where the notes do not say. */
  readonly figures: LayerFigures | null;
  /**
   * Its part of the configuration of its context, in bytes: an estimate, which divides them by weights; of a layer of
   * kind `context`, all of them. Null where the file does not say, and of layers without weights.
   */
  readonly configurationBytes: number | null;
  /** The record it comes from, absolute. */
  readonly offset: number;
  /** Bytes of that record. */
  readonly bytes: number;
  /** Path of that record: `mapping`, or of a context. */
  readonly path: string;
}

/** From a layer to another, by position in `layers`. */
export interface NetworkEdge {
  /** Position in `layers` of the layer that writes. */
  readonly from: number;
  /** Position in `layers` of the layer that reads. */
  readonly to: number;
  /** What goes over it. */
  readonly shape: TensorShape | null;
  /** What it goes through: nothing within a context, as far as is known. */
  readonly through: 'intermediate' | 'ddr' | 'cache' | null;
}

/** A part of the network that is on the device at one time. */
export interface NetworkContext {
  /** `context_0`; the path where it has no name. */
  readonly name: string;
  /** Network group or core operation, as the compiler calls it; may be empty. */
  readonly group: string;
  /** Its place among the contexts of its group. */
  readonly index: number;
  /** Path of the context in the message; null where none fits. */
  readonly path: string | null;
  /**
   * Bytes that configure the device for it, wherever they are in the file: what the context before it writes, and for
   * the first one the preliminary configuration. Null where that is not known.
   */
  readonly configurationBytes: number | null;
  /** Bytes that its own actions write, most of them for the context after it; null where no context of the file fits. */
  readonly writtenBytes: number | null;
}

/** A piece of hardware that a layer has. */
export interface NetworkElement {
  /** Position of the layer in `layers`. */
  readonly layer: number;
  /** `subcluster`, `activation unit`; `kind 14` where the number is not known. */
  readonly kind: string;
  /** Which one of its kind, within its cluster. */
  readonly number: number;
  /** The cluster it is in; null for what is outside of clusters. */
  readonly cluster: number | null;
  /** Position in `contexts`, or null. */
  readonly context: number | null;
}

/** Why there are no layers. */
export interface NetworkProblem {
  /**
   * `notes-absent`: the file has none, which tool chains from 5 on never write; `notes-unreadable`: they are no
   * such message; `notes-inconsistent`: they contradict themselves; `notes-too-large`: more than is looked at.
   */
  readonly code: 'notes-absent' | 'notes-unreadable' | 'notes-inconsistent' | 'notes-too-large';
  /** The same for people, in a line. */
  readonly message: string;
  /** Absolute, of what is wrong; -1 where there is no such place. */
  readonly offset: number;
}

/** The network that a file was compiled from, as far as the file says. */
export interface Network {
  /** `notes`: layers as the compiler noted them. `contexts`: a layer for each context, input and output. */
  readonly source: 'notes' | 'contexts';
  /** Why there are contexts only; null where `source` is `notes`. */
  readonly problem: NetworkProblem | null;
  /** Smaller things that do not fit together, and what was left out for it. */
  readonly remarks: readonly string[];
  /** Names of the networks. */
  readonly names: readonly string[];
  /** What wrote the notes; empty where that is not known. */
  readonly compiler: string;
  /** Frames per second that the compiler expects; null where it does not say. */
  readonly framesPerSecond: number | null;
  /** Cycles each second that its figures are in; null where there are none. */
  readonly clock: number | null;
  /** All layers; edges and contexts go by the position in this list. */
  readonly layers: readonly NetworkLayer[];
  /** What passes from layer to layer. */
  readonly edges: readonly NetworkEdge[];
  /** In the order in which they run. */
  readonly contexts: readonly NetworkContext[];
  /**
   * All bytes that configure the device, wherever they are in the file: those of the preliminary configuration and of
   * every context. Null where that is not known.
   */
  readonly configurationBytes: number | null;
  /** In the order of the notes. */
  readonly elements: readonly NetworkElement[];
  /** Position of the layer that takes the most cycles, and so limits the frame rate; null where that is not known. */
  readonly slowest: number | null;
  /** The notes in the file, absolute; null where there are none. */
  readonly notes: {
    /** Absolute. */
    readonly offset: number;
    /** How many they are. */
    readonly bytes: number;
  } | null;
}
