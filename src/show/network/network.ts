/** A network as plain data, from the compiler's notes or, without notes, from the contexts of the file. */

/** Rows, columns and features of a tensor or a kernel. A dimension is 1 if the file has no value. */
export interface TensorShape {
  /** Height, in elements. */
  readonly rows: number;
  /** Width, in elements. */
  readonly columns: number;
  /** Channels. */
  readonly features: number;
}

/** The compiler's expectations for a layer and one frame: estimates, not measurements. */
export interface LayerFigures {
  /** Number of cycles for a frame; 0 if the layer is not on the device. */
  readonly cycles: number;
  /**
   * Cycle in which the layer begins to work on the first frame, counted from the start of this frame; 0 if
   * unknown.
   */
  readonly firstCycle: number;
  /** Last cycle in which the layer works on the first frame; 0 if unknown. */
  readonly lastCycle: number;
  /** Input bytes per second at the expected frame rate. */
  readonly inputBytesPerSecond: number;
  /** Output bytes per second at the expected frame rate. */
  readonly outputBytesPerSecond: number;
  /** Share of the layer's time in which its multipliers are busy, 0 to 1. */
  readonly utilization: number;
  /** Number of subclusters, which are the parts of clusters. */
  readonly subclusters: number;
  /** Number of activation units. */
  readonly activationUnits: number;
  /** Number of input aligners. */
  readonly inputAligners: number;
}

/** A layer of the network as placed on the device. */
export interface NetworkLayer {
  /** Id that is unique in the network. Edges refer to layers by index, not by id. */
  readonly id: number;
  /** The compiler's name, not escaped. */
  readonly name: string;
  /** Name of the kind: `conv`, `maxpool`; `input` and `output`; `context` if the file has no notes. */
  readonly kind: string;
  /** Number of the kind in the notes; null for a layer that is not in the notes. */
  readonly kindNumber: number | null;
  /** True if the layer only moves data between parts of the device. Pictures hide such layers by default. */
  readonly isPlumbing: boolean;
  /** Shapes of the inputs. */
  readonly inputs: readonly TensorShape[];
  /** Shapes of the outputs. */
  readonly outputs: readonly TensorShape[];
  /** Shape of the kernel, for a convolution or pool; null for other layers. */
  readonly kernel: TensorShape | null;
  /** Strides of the kernel; null for other layers. */
  readonly strides: TensorShape | null;
  /** Dilation of the kernel; null for other layers. */
  readonly dilation: TensorShape | null;
  /** Activation: `relu`, `silu`, or `activation 4` for an unknown number; null without activation. */
  readonly activation: string | null;
  /** Number of weights in the layer's kernel, without biases, computed from shapes; null without a kernel. */
  readonly weights: number | null;
  /** Names of the nodes in the original graph. */
  readonly originalNames: readonly string[];
  /** Index in `contexts`; null if the layer is not in a context. */
  readonly context: number | null;
  /** Numbers of the clusters that the layer uses, ascending. */
  readonly clusters: readonly number[];
  /** The compiler's expectations; null if the notes have no figures for the layer. */
  readonly figures: LayerFigures | null;
  /**
   * Share of the layer in the configuration of its context, in bytes, estimated by weights. A layer of kind
   * `context` has the whole configuration. Null if unknown, and for layers without weights.
   */
  readonly configurationBytes: number | null;
  /** Absolute offset of the layer's record. */
  readonly offset: number;
  /** Size of the layer's record in bytes. */
  readonly bytes: number;
  /** Path of the layer's record: `mapping`, or the path of a context. */
  readonly path: string;
}

/** A connection from one layer to another. */
export interface NetworkEdge {
  /** Index in `layers` of the layer that writes. */
  readonly from: number;
  /** Index in `layers` of the layer that reads. */
  readonly to: number;
  /** Shape of the tensor. */
  readonly shape: TensorShape | null;
  /**
   * Kind of the transfer between contexts; null if no edge layers match, and for an edge of the notes within
   * a context.
   */
  readonly through: 'intermediate' | 'ddr' | 'cache' | null;
  /** Data of a transfer between contexts; null if no edge layers match, and for an edge within a context. */
  readonly transfer: NetworkTransfer | null;
}

/** A transfer between contexts, described by the edge layers of the message. */
export interface NetworkTransfer {
  /** Name of the tensor, without the network's name and not escaped. */
  readonly name: string;
  /** Size in bytes of a frame as the device transfers it. */
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

/** A context: the part of the network that is on the device at one time. */
export interface NetworkContext {
  /** Name of the context, such as `context_0`; its path if the context has no name. */
  readonly name: string;
  /** The compiler's name for the network group or core operation; may be empty. */
  readonly group: string;
  /** Index of the context in its group. */
  readonly index: number;
  /** Path of the context in the message; null if no context of the message matches. */
  readonly path: string | null;
  /**
   * Number of bytes that configure the device for this context, in the message or after the message. The
   * previous context writes these bytes; for the first context, the preliminary configuration writes them.
   * Null if unknown.
   */
  readonly configurationBytes: number | null;
  /**
   * Number of bytes that the context's actions write, mostly for the next context; null if no context of the
   * message matches.
   */
  readonly writtenBytes: number | null;
}

/** A hardware element that a layer uses. */
export interface NetworkElement {
  /** Index of the layer in `layers`. */
  readonly layer: number;
  /** Name of the kind: `subcluster`, `activation unit`, or `kind 14` for an unknown number. */
  readonly kind: string;
  /** Number of the element among the elements of its kind in the cluster. */
  readonly number: number;
  /** Number of the element's cluster; null outside of clusters. */
  readonly cluster: number | null;
  /** Index in `contexts`; null if the layer is not in a context. */
  readonly context: number | null;
}

/** Reason why the layers are unknown. */
export interface NetworkProblem {
  /**
   * `notes-absent`: the file has no notes, as in all files of tool chains from 5 on; `notes-unreadable`: the
   * notes are not a valid message; `notes-inconsistent`: the notes contradict themselves; `notes-too-large`:
   * the notes exceed a limit.
   */
  readonly code: 'notes-absent' | 'notes-unreadable' | 'notes-inconsistent' | 'notes-too-large';
  /** Description of the problem in one line. */
  readonly message: string;
  /** Absolute offset of the fault; -1 if the fault has no position. */
  readonly offset: number;
}

/** The network from which a file was compiled. */
export interface Network {
  /**
   * Source of the layers. `notes`: the compiler's notes. `contexts`: the message, with a layer for each
   * context, input and output.
   */
  readonly source: 'notes' | 'contexts';
  /** Reason why the layers are unknown; null if `source` is `notes`. */
  readonly problem: NetworkProblem | null;
  /** Minor inconsistencies, and the parts that each inconsistency made unusable. */
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
  /** Contexts in the order of execution. */
  readonly contexts: readonly NetworkContext[];
  /**
   * Number of bytes that configure the device: the sum over the preliminary configuration and all contexts.
   * Null if unknown.
   */
  readonly configurationBytes: number | null;
  /** Hardware elements in the order of the notes. */
  readonly elements: readonly NetworkElement[];
  /** Index of the layer with the most cycles, which limits the frame rate; null if unknown. */
  readonly slowest: number | null;
  /** Position of the notes in the file; null without notes. */
  readonly notes: {
    /** Absolute offset. */
    readonly offset: number;
    /** Size in bytes. */
    readonly bytes: number;
  } | null;
}

/**
 * Reason why the notes cannot be used as a network. The functions of this folder catch the error, and return
 * the contexts instead.
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
