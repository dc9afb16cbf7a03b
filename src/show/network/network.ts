/** A network as plain data: from the compiler's notes, or else from its contexts. */

/** Rows, columns and features of a tensor or a kernel; 1 if the file has no value. */
export interface TensorShape {
  /** Height, in elements. */
  readonly rows: number;
  /** Width, in elements. */
  readonly columns: number;
  /** Channels. */
  readonly features: number;
}

/** The compiler's expectations for a layer, for one frame. They are estimates, not measurements. */
export interface LayerFigures {
  /** Cycles for a frame; 0 if the layer is not on the device. */
  readonly cycles: number;
  /** First cycle of the first frame, counted from its start; 0 if unknown. */
  readonly firstCycle: number;
  /** Last cycle of the first frame; 0 if unknown. */
  readonly lastCycle: number;
  /** Input bytes per second at the expected frame rate. */
  readonly inputBytesPerSecond: number;
  /** Output bytes per second at the expected frame rate. */
  readonly outputBytesPerSecond: number;
  /** Share of its time that its multipliers are busy, 0 to 1. */
  readonly utilization: number;
  /** Number of subclusters, the parts of clusters. */
  readonly subclusters: number;
  /** Number of activation units. */
  readonly activationUnits: number;
  /** Number of input aligners. */
  readonly inputAligners: number;
}

/** A layer of the network as placed on the device. */
export interface NetworkLayer {
  /** Unique in its network; edges refer to layers by index instead. */
  readonly id: number;
  /** The compiler's name. Not escaped. */
  readonly name: string;
  /** `conv`, `maxpool`; `input` and `output`; `context` if only the network's contexts are known. */
  readonly kind: string;
  /** Number of the kind in the notes; null for a layer that is not in the notes. */
  readonly kindNumber: number | null;
  /** True if it only moves data between parts of the device: a picture hides such layers by default. */
  readonly isPlumbing: boolean;
  /** Shapes of the inputs. */
  readonly inputs: readonly TensorShape[];
  /** Shapes of the outputs. */
  readonly outputs: readonly TensorShape[];
  /** Shape of the kernel, for a convolution or pool; null for other layers. */
  readonly kernel: TensorShape | null;
  /** Likewise. */
  readonly strides: TensorShape | null;
  /** Likewise. */
  readonly dilation: TensorShape | null;
  /** `relu`, `silu`, or `activation 4` for an unknown number; null without activation. */
  readonly activation: string | null;
  /** Number of weights in its kernel, without biases; null without a kernel. Computed from shapes. */
  readonly weights: number | null;
  /** Nodes of the original graph. */
  readonly originalNames: readonly string[];
  /** Index in `contexts`, or null. */
  readonly context: number | null;
  /** Clusters of the device with parts of the layer, ascending. */
  readonly clusters: readonly number[];
  /** The compiler's expectations; null if the notes have none. */
  readonly figures: LayerFigures | null;
  /**
   * Its share of its context's configuration in bytes: an estimate by weights. A layer of kind `context` has
   * the whole configuration. Null if unknown, and for layers without weights.
   */
  readonly configurationBytes: number | null;
  /** Absolute offset of its record. */
  readonly offset: number;
  /** Size of that record in bytes. */
  readonly bytes: number;
  /** Path of that record: `mapping`, or the path of a context. */
  readonly path: string;
}

/** A connection between two layers, by index in `layers`. */
export interface NetworkEdge {
  /** Index in `layers` of the layer that writes. */
  readonly from: number;
  /** Index in `layers` of the layer that reads. */
  readonly to: number;
  /** Shape of the tensor. */
  readonly shape: TensorShape | null;
  /**
   * Kind of the transfer, from the edge layers; null if none match, and within a context if notes name the
   * edge.
   */
  readonly through: 'intermediate' | 'ddr' | 'cache' | null;
  /** Data of a transfer between contexts; null within a context, and if no edge layers match. */
  readonly transfer: NetworkTransfer | null;
}

/** A transfer between contexts, from the edge layers of the message. */
export interface NetworkTransfer {
  /** Name of the tensor, without the network's name. Not escaped. */
  readonly name: string;
  /** Bytes of a frame as the device transfers them. */
  readonly bytes: number;
  /** Edge layer that writes. */
  readonly writer: TransferEnd;
  /** Edge layer that reads. */
  readonly reader: TransferEnd;
}

/** Record of an edge layer. */
export interface TransferEnd {
  /** Path of the record. */
  readonly path: string;
  /** Absolute offset of the record. */
  readonly offset: number;
  /** Size of the record in bytes. */
  readonly length: number;
}

/** A part of the network that is on the device at one time. */
export interface NetworkContext {
  /** `context_0`; the path if it has no name. */
  readonly name: string;
  /** The compiler's name for the network group or core operation; may be empty. */
  readonly group: string;
  /** Index among the contexts of its group. */
  readonly index: number;
  /** Path of the context in the message; null if none matches. */
  readonly path: string | null;
  /**
   * Number of bytes that configure the device for this context, anywhere in the file. The previous context
   * writes these bytes; for the first context, the preliminary configuration does. Null if unknown.
   */
  readonly configurationBytes: number | null;
  /**
   * Number of bytes that its own actions write, mostly for the next context; null if no context of the file
   * matches.
   */
  readonly writtenBytes: number | null;
}

/** A hardware element assigned to a layer. */
export interface NetworkElement {
  /** Index of the layer in `layers`. */
  readonly layer: number;
  /** `subcluster`, `activation unit`; `kind 14` for an unknown number. */
  readonly kind: string;
  /** Number of the element among those of its kind in the cluster. */
  readonly number: number;
  /** Number of its cluster; null outside of clusters. */
  readonly cluster: number | null;
  /** Index in `contexts`, or null. */
  readonly context: number | null;
}

/** Reason that there are no layers. */
export interface NetworkProblem {
  /**
   * `notes-absent`: the file has no notes, which tool chains from 5 on never write; `notes-unreadable`: they
   * are not a valid message; `notes-inconsistent`: they contradict themselves; `notes-too-large`: they exceed
   * a limit.
   */
  readonly code: 'notes-absent' | 'notes-unreadable' | 'notes-inconsistent' | 'notes-too-large';
  /** Description in one line. */
  readonly message: string;
  /** Absolute offset of the fault; -1 if there is none. */
  readonly offset: number;
}

/** The network from which a file was compiled, as far as it is known. */
export interface Network {
  /** `notes`: layers from the compiler's notes. `contexts`: a layer for each context, input and output. */
  readonly source: 'notes' | 'contexts';
  /** Reason that the layers are unknown; null if `source` is `notes`. */
  readonly problem: NetworkProblem | null;
  /** Minor inconsistencies, and the parts left out as a result. */
  readonly remarks: readonly string[];
  /** Names of the networks. */
  readonly names: readonly string[];
  /** Compiler that wrote the notes; empty if unknown. */
  readonly compiler: string;
  /** Frames per second that the compiler expects; null if unknown. */
  readonly framesPerSecond: number | null;
  /** Clock rate of the figures in cycles per second; null without figures. */
  readonly clock: number | null;
  /** All layers; edges and contexts refer to them by index. */
  readonly layers: readonly NetworkLayer[];
  /** Connections between layers. */
  readonly edges: readonly NetworkEdge[];
  /** In the order of execution. */
  readonly contexts: readonly NetworkContext[];
  /**
   * Number of bytes that configure the device, anywhere in the file: the sum over the preliminary
   * configuration and all contexts. Null if unknown.
   */
  readonly configurationBytes: number | null;
  /** In the order of the notes. */
  readonly elements: readonly NetworkElement[];
  /** Index of the layer with the most cycles, which limits the frame rate; null if unknown. */
  readonly slowest: number | null;
  /** Position of the notes in the file; null if there are none. */
  readonly notes: {
    /** Absolute offset. */
    readonly offset: number;
    /** Size in bytes. */
    readonly bytes: number;
  } | null;
}

/**
 * Reason that notes cannot be used as a network. It never leaves this folder: readers then return contexts.
 */
export class NotesMistake extends Error {
  constructor(
    readonly code: NetworkProblem['code'],
    message: string,
    readonly offset = -1,
  ) {
    super(message);
  }
}
