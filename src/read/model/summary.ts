import type { HardwareStream, PostProcessing, VirtualStream } from './streams/stream-info.js';
import type { WholeNumber } from './whole-number.js';

/**
 * Summary of a file that needs no scan of its operations, as plain data. Sizes and offsets are in bytes. If
 * operations are long, only a small part of the file is read.
 */
export interface ModelGlance {
  /** Size of the file in bytes. */
  readonly size: number;
  /** The container around the message. */
  readonly container: ContainerSummary;
  /** The header of the message; null if the message has no header. */
  readonly header: HeaderSummary | null;
  /** Runtime features that the message requires. */
  readonly features: FeatureSummary;
  /** The first 256 groups; `networkGroupCount` counts all. */
  readonly networkGroups: readonly NetworkGroupGlance[];
  /** Number of all network groups of the message. */
  readonly networkGroupCount: number;
  /** The first 1024 resources outside of the message that the message refers to. */
  readonly externalResources: readonly ExternalResourceSummary[];
  /** Problems that kept parts of the file out of this summary. Empty for a sound file. */
  readonly problems: readonly string[];
}

/** Summary of a file: the keys of `info --format json`. */
export interface ModelSummary extends ModelGlance {
  readonly networkGroups: readonly NetworkGroupSummary[];
  /** Bytes of the file by kind, largest first; they add up to `size`. */
  readonly bytes: readonly ByteShare[];
}

/** The container around the message. */
export interface ContainerSummary {
  /** `framed` with a header before the message, otherwise `bare`. */
  readonly framing: 'bare' | 'framed';
  /** Container version; null when bare. */
  readonly version: number | null;
  /** Header fields by name, in file order: sizes as numbers, checksums as hexadecimal digits. */
  readonly fields: readonly {
    /** Name in the container's specification: `proto_size`. */
    readonly name: string;
    /** A size, or the hexadecimal digits of a checksum. */
    readonly value: WholeNumber;
  }[];
  /** Sections of the file, in file order. */
  readonly sections: readonly {
    /** `header`, `message`, `padding`, `ccws`, `additional-info` or `trailing`. */
    readonly name: string;
    /** Absolute offset. */
    readonly offset: number;
    /** Number of existing bytes. */
    readonly length: number;
  }[];
}

/** A value of an open enum: its number, and its name if the schema has a name. */
export interface EnumSummary {
  /** Number in the file. */
  readonly number: number;
  /** Name in the schema; null if the schema does not have the number. */
  readonly name: string | null;
}

/** Origin of the file, from the message's header. */
export interface HeaderSummary {
  /** The hardware architecture that the file was compiled for. */
  readonly hwArch: EnumSummary & {
    /** Name under which the device is sold: `Hailo-8`. Null for an unknown architecture. */
    readonly device: string | null;
  };
  /** Time of creation in ISO 8601; null if the file has no valid time. */
  readonly created: string | null;
  /** Time of creation as in the file: milliseconds since 1970. */
  readonly timestamp: WholeNumber;
  /** Version of the compiler: `3.27.0`. */
  readonly sdkVersion: string;
  /** Format version of the message, which is not the container's. */
  readonly version: WholeNumber;
}

export interface ExtensionSummary extends EnumSummary {
  /** Name in the file. */
  readonly text: string;
}

/** Runtime features that the message requires. */
export interface FeatureSummary {
  /** Names of `included_features` that are set; null if the message has no `included_features`. */
  readonly included: readonly string[] | null;
  /** Extensions that a loader must support. */
  readonly extensions: readonly ExtensionSummary[];
  /** Extensions that a loader may ignore. */
  readonly optionalExtensions: readonly ExtensionSummary[];
}

/** Data outside of the message. */
export interface ExternalResourceSummary {
  /** Name in the file. */
  readonly name: string;
  /** Offset from the container's zero point, in bytes. */
  readonly offset: WholeNumber;
  /** Size in bytes. */
  readonly size: WholeNumber;
}

/** Streams of a network group, as `streams` reads them. */
export interface ApplicationSummary {
  /** Full names of the group's networks: `group/network`. */
  readonly networkNames: readonly string[];
  /** Streams that an application writes, in the runtime's order. */
  readonly inputs: readonly VirtualStream[];
  /** Streams that an application reads, in the runtime's order. */
  readonly outputs: readonly VirtualStream[];
  /** The channels between host and device: inputs, then outputs, in the runtime's order. */
  readonly hardwareStreams: readonly HardwareStream[];
  /** Post-processing on the host, in file order. */
  readonly postProcessing: readonly PostProcessing[];
  /** Reasons for which the runtime refuses to list the streams. Empty for nearly all files. */
  readonly streamRemarks: readonly string[];
}

/** A network group, without the counts that need a scan of its operations. */
export interface NetworkGroupGlance extends ApplicationSummary {
  /** The group's own name, or the name of its first core operation. */
  readonly name: string;
  /**
   * Units that the device is configured with. In most files, the group itself is the only core operation;
   * later layouts have a core operation for each layout of clusters, or for each node of a graph. Only the
   * first 256 of a file are listed; `coreOpCount` counts all.
   */
  readonly coreOps: readonly CoreOpGlance[];
  /** Number of all core operations of the group. */
  readonly coreOpCount: number;
  /**
   * The first 256 nodes of the group's graph, including nodes that run on the host. Empty for a group without
   * a graph.
   */
  readonly graph: readonly GraphNodeSummary[];
  /** Numbers of fields that the schema does not have: they belong to a newer layout. */
  readonly unknownFields: readonly number[];
}

/** A network group. */
export interface NetworkGroupSummary extends NetworkGroupGlance {
  readonly coreOps: readonly CoreOpSummary[];
}

/** A node of a group's graph. */
export interface GraphNodeSummary {
  /** Name in the file; may be empty. */
  readonly name: string;
  /** `core_op`, `nms_op`, `logits_op`; null if the schema does not have it. */
  readonly kind: string | null;
  /** Names of the node's input pads. */
  readonly inputs: readonly string[];
  /** Names of the node's output pads. */
  readonly outputs: readonly string[];
}

/** A core operation, without the counts that need a scan of its operations. */
export interface CoreOpGlance {
  /** Path of the core operation's message: `network_groups[0]`, `network_groups[0].ops[0].core_op`. */
  readonly path: string;
  /** Bit mask of the core operation's clusters; null if the core operation is for all devices. */
  readonly clusters: number | null;
  /** Names of the networks, by network index. */
  readonly networks: readonly string[];
  /** Frames per second after placement, as the compiler estimated them. */
  readonly bottleneckFps: number;
  /** Number of configuration channels. */
  readonly configurationChannels: number;
  /** The first 4096 contexts of a file; `contextCount` counts all. */
  readonly contexts: readonly ContextGlance[];
  /** Number of all contexts of the core operation. */
  readonly contextCount: number;
  /**
   * Streams that a user feeds and reads: edge layers at the boundary, with the leaves of each mux layer in
   * place of the mux layer.
   */
  readonly streams: readonly StreamSummary[];
  /** Edge layers between contexts, through DDR and caches, which users do not see. */
  readonly internalEdges: {
    /** Number of tensors that one context passes to later contexts. */
    readonly intermediate: number;
    /** Number of tensors that wait in the host's memory within a context. */
    readonly ddr: number;
    /** Number of tensors that stay on the device from one inference to the next. */
    readonly cache: number;
  };
  /** Names of outputs in the order of the network that was compiled; often empty. */
  readonly sortedOutputs: readonly string[];
}

/** A core operation. */
export interface CoreOpSummary extends CoreOpGlance {
  readonly contexts: readonly ContextSummary[];
  /** Counts by kind, most frequent first; the preliminary configuration is included. */
  readonly actions: readonly ActionCount[];
}

/** A context, without the counts that need a scan of its operations. */
export interface ContextGlance {
  /** Number of operations. */
  readonly operations: number;
  /** Number of edge layers, internal ones included. */
  readonly edgeLayers: number;
  /** Size of the context's record in bytes. */
  readonly bytes: number;
}

/** A context. */
export interface ContextSummary extends ContextGlance {
  /** Number of actions in all operations of the context. */
  readonly actions: number;
}

/** A tensor that a user feeds or gets. */
export interface StreamSummary {
  /** A user feeds an `input` and reads an `output`. */
  readonly direction: 'input' | 'output';
  /** Name in the network that was compiled. */
  readonly name: string;
  /** Network of the stream; null if the group has only one network, or no network with the stream's index. */
  readonly network: string | null;
  /** The mux layer or the image of which the tensor is a part. */
  readonly mux: string | null;
  /** Index of the context that the tensor enters or leaves. */
  readonly context: number;
  /** Shape for users. */
  readonly shape: Shape;
  /** Shape on the device. */
  readonly paddedShape: Shape;
  /** Layout of the tensor's elements: `NHWC`. */
  readonly format: EnumSummary;
  /** Size of an element in bytes. */
  readonly dataBytes: number;
  /** Conversion of stored numbers to real numbers; null without this information in the file. */
  readonly quantization: QuantizationSummary | null;
  /** Parameters of the boxes; null for a stream that is not a list of boxes. */
  readonly nms: NmsSummary | null;
  /** Number of the stream on the device. */
  readonly sysIndex: number;
}

/** Size of a tensor, in elements. */
export interface Shape {
  /** Rows. */
  readonly height: number;
  /** Columns. */
  readonly width: number;
  /** Channels. */
  readonly features: number;
}

/**
 * Conversion of stored numbers to real numbers: real = scale * (stored - zeroPoint). The limits are real
 * values.
 */
export interface QuantizationSummary {
  /** Real value of one step of the stored number. */
  readonly scale: number;
  /** The stored number for the real value 0. */
  readonly zeroPoint: number;
  /** Least real value. */
  readonly min: number;
  /** Greatest real value. */
  readonly max: number;
}

/** Boxes that leave the device, after non-maximum suppression, as the file has them. */
export interface NmsSummary {
  /** Number of classes of objects. */
  readonly classes: WholeNumber;
  /** Maximum number of boxes of a class. */
  readonly maxOutputSize: WholeNumber;
  /** Size of a box in bytes. */
  readonly bboxSize: WholeNumber;
}

/** Actions of one kind, and the bytes of their records. */
export interface ActionCount {
  /** The member of the oneof, by its field's name: `enable_lcu`. */
  readonly kind: string;
  /** Number of actions. */
  readonly count: number;
  /** Size of the actions' records in bytes. */
  readonly bytes: number;
}

/** Part of a file's bytes. */
export interface ByteShare {
  /** Field or part of the file: `write_data_ccw.data`, `mapping`, `structure and names`. */
  readonly kind: string;
  /** Number of bytes. */
  readonly bytes: number;
}
