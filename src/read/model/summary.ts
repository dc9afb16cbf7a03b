import type { HardwareStream, PostProcessing, VirtualStream } from './streams/stream-info.js';
import type { WholeNumber } from './whole-number.js';

/**
 * What can be said of a file without going through its operations: plain data. Sizes and offsets in bytes. Where
 * operations are long, hardly anything of the file is read for it.
 */
export interface ModelGlance {
  /** Bytes of the file. */
  readonly size: number;
  /** What is around the message. */
  readonly container: ContainerSummary;
  /** Null where the message has none. */
  readonly header: HeaderSummary | null;
  /** What the message says it needs of a runtime. */
  readonly features: FeatureSummary;
  /** The first 256; `networkGroupCount` counts all. */
  readonly networkGroups: readonly NetworkGroupGlance[];
  /** All network groups of the message. */
  readonly networkGroupCount: number;
  /** What the message says lies in the container outside of it. The first 1024. */
  readonly externalResources: readonly ExternalResourceSummary[];
  /** Why parts of the file are missing here: what is broken in it. Empty for a sound file. */
  readonly problems: readonly string[];
}

/** What `info` says of a file: the keys of `info --format json`. */
export interface ModelSummary extends ModelGlance {
  readonly networkGroups: readonly NetworkGroupSummary[];
  /** What the file's bytes are, largest first; adds up to `size`. */
  readonly bytes: readonly ByteShare[];
}

/** What is around the message. */
export interface ContainerSummary {
  /** What the file is. */
  readonly framing: 'bare' | 'framed';
  /** Container version; null when bare. */
  readonly version: number | null;
  /** Header fields by name, in file order: sizes as numbers, checksums as hexadecimal digits. */
  readonly fields: readonly {
    /** As the container's specification names it: `proto_size`. */
    readonly name: string;
    /** A size, or the hexadecimal digits of a checksum. */
    readonly value: WholeNumber;
  }[];
  /** What the file consists of, in file order. */
  readonly sections: readonly {
    /** `header`, `message`, `padding`, `ccws`, `additional-info` or `trailing`. */
    readonly name: string;
    /** Absolute. */
    readonly offset: number;
    /** Bytes that are there. */
    readonly length: number;
  }[];
}

/** A value of an open enum: its number, and its name where the schema has one. */
export interface EnumSummary {
  /** As the file has it. */
  readonly number: number;
  /** The schema's name for it; null where it has none. */
  readonly name: string | null;
}

/** What the message says of its own making. */
export interface HeaderSummary {
  /** The hardware architecture that the file was compiled for. */
  readonly hwArch: EnumSummary;
  /** ISO 8601; null where it is no time that can be written. */
  readonly created: string | null;
  /** Milliseconds since 1970 as the file has it. */
  readonly timestamp: WholeNumber;
  /** Version of the compiler: `3.27.0`. */
  readonly sdkVersion: string;
  /** Format version of the message, which is not the container's. */
  readonly version: WholeNumber;
}

export interface ExtensionSummary extends EnumSummary {
  /** What the file calls it. */
  readonly text: string;
}

/** What the message says it needs of a runtime. */
export interface FeatureSummary {
  /** Names of `included_features` that are set; null where the message has none. */
  readonly included: readonly string[] | null;
  /** Extensions that a loader has to know. */
  readonly extensions: readonly ExtensionSummary[];
  /** Extensions that a loader need not know. */
  readonly optionalExtensions: readonly ExtensionSummary[];
}

/** Data outside of the message. */
export interface ExternalResourceSummary {
  /** As the file calls it. */
  readonly name: string;
  /** From the container's zero point, in bytes. */
  readonly offset: WholeNumber;
  /** In bytes. */
  readonly size: WholeNumber;
}

/** What an application gets of a network group, as `streams` reads it. */
export interface ApplicationSummary {
  /** Full names of its networks: `group/network`. */
  readonly networkNames: readonly string[];
  /** What an application writes, in the runtime's order. */
  readonly inputs: readonly VirtualStream[];
  /** What an application reads, in the runtime's order. */
  readonly outputs: readonly VirtualStream[];
  /** The channels between host and device: inputs, then outputs, in the runtime's order. */
  readonly hardwareStreams: readonly HardwareStream[];
  /** Post-processing on the host, in file order. */
  readonly postProcessing: readonly PostProcessing[];
  /** Reasons for which the runtime refuses to list the streams. Empty for nearly all files. */
  readonly streamRemarks: readonly string[];
}

/** A network group, without what takes a walk over its operations. */
export interface NetworkGroupGlance extends ApplicationSummary {
  /** Its own, or that of its first core operation. */
  readonly name: string;
  /**
   * What is configured on the device: in most files one, the group itself; in later layouts one for each
   * layout of clusters, or node of a graph. The first 256 of a file; `coreOpCount` counts all.
   */
  readonly coreOps: readonly CoreOpGlance[];
  /** All core operations of the group. */
  readonly coreOpCount: number;
  /** Nodes of the group's graph, those that run on the host among them. Empty where it is none. The first 256. */
  readonly graph: readonly GraphNodeSummary[];
  /** Numbers of fields that the schema does not have: a layout that is newer still. */
  readonly unknownFields: readonly number[];
}

/** A network group. */
export interface NetworkGroupSummary extends NetworkGroupGlance {
  readonly coreOps: readonly CoreOpSummary[];
}

/** A node of a group's graph. */
export interface GraphNodeSummary {
  /** As the file calls it; may be empty. */
  readonly name: string;
  /** `core_op`, `nms_op`, `logits_op`; null where the schema does not have it. */
  readonly kind: string | null;
  /** Names of its pads. */
  readonly inputs: readonly string[];
  /** Names of the pads that leave it. */
  readonly outputs: readonly string[];
}

/** A core operation, without what takes a walk over its operations. */
export interface CoreOpGlance {
  /** Where it is: `network_groups[0]`, `network_groups[0].ops[0].core_op`. */
  readonly path: string;
  /** The clusters that it is for, a bit for each; null where it is for all devices. */
  readonly clusters: number | null;
  /** Names of its networks, by network index. */
  readonly networks: readonly string[];
  /** Frames per second after placement, as the compiler estimated them. */
  readonly bottleneckFps: number;
  /** How many it is configured through. */
  readonly configurationChannels: number;
  /** The first 4096 of a file; `contextCount` counts all. */
  readonly contexts: readonly ContextGlance[];
  /** All its contexts. */
  readonly contextCount: number;
  /** What a user feeds and gets: edge layers at the boundary, mux layers by their leaves. */
  readonly streams: readonly StreamSummary[];
  /** Edge layers between contexts, through DDR and caches, which no user sees. */
  readonly internalEdges: {
    /** Tensors that one context hands to later ones. */
    readonly intermediate: number;
    /** Tensors that wait in the host's memory within a context. */
    readonly ddr: number;
    /** Tensors that stay on the device from one inference to the next. */
    readonly cache: number;
  };
  /** Names of outputs in the order of the network that was compiled; often empty. */
  readonly sortedOutputs: readonly string[];
}

/** A core operation. */
export interface CoreOpSummary extends CoreOpGlance {
  readonly contexts: readonly ContextSummary[];
  /** By kind, most frequent first; the preliminary configuration counts. */
  readonly actions: readonly ActionCount[];
}

/** A context, without what takes a walk over its operations. */
export interface ContextGlance {
  /** How many it has. */
  readonly operations: number;
  /** How many it has, internal ones included. */
  readonly edgeLayers: number;
  /** Of its record. */
  readonly bytes: number;
}

/** A context. */
export interface ContextSummary extends ContextGlance {
  /** Of all its operations together. */
  readonly actions: number;
}

/** A tensor that a user feeds or gets. */
export interface StreamSummary {
  /** `input` is what a user feeds, `output` what a user gets. */
  readonly direction: 'input' | 'output';
  /** As the network that was compiled calls it. */
  readonly name: string;
  /** The network it belongs to; null where there is but one, or its index names none. */
  readonly network: string | null;
  /** The mux layer it comes out of, or the image that it is a plane of. */
  readonly mux: string | null;
  /** Index of the context that it enters or leaves. */
  readonly context: number;
  /** As users see it. */
  readonly shape: Shape;
  /** As the device has it. */
  readonly paddedShape: Shape;
  /** How its elements are laid out: `NHWC`. */
  readonly format: EnumSummary;
  /** Bytes of an element. */
  readonly dataBytes: number;
  /** How stored numbers become real ones; null where the file does not say. */
  readonly quantization: QuantizationSummary | null;
  /** What its boxes are like; null of what is no list of boxes. */
  readonly nms: NmsSummary | null;
  /** Number of the stream, as the device counts them. */
  readonly sysIndex: number;
}

/** Of a tensor, in elements. */
export interface Shape {
  /** Rows. */
  readonly height: number;
  /** Columns. */
  readonly width: number;
  /** Channels. */
  readonly features: number;
}

/** real = scale * (stored - zeroPoint); the limits are real values. */
export interface QuantizationSummary {
  /** What one step of the stored number is worth. */
  readonly scale: number;
  /** The stored number that stands for 0. */
  readonly zeroPoint: number;
  /** Least real value. */
  readonly min: number;
  /** Greatest real value. */
  readonly max: number;
}

/** Boxes that leave the device, after non-maximum suppression, as the file has them. */
export interface NmsSummary {
  /** How many kinds of objects are distinguished. */
  readonly classes: WholeNumber;
  /** Boxes of a class, at the most. */
  readonly maxOutputSize: WholeNumber;
  /** Bytes of a box. */
  readonly bboxSize: WholeNumber;
}

/** Actions of one kind, and the bytes of their records. */
export interface ActionCount {
  /** The member of the oneof, by its field's name: `enable_lcu`. */
  readonly kind: string;
  /** How many there are. */
  readonly count: number;
  /** Bytes of their records. */
  readonly bytes: number;
}

/** Part of a file's bytes. */
export interface ByteShare {
  /** What they are: `write_data_ccw.data`, `mapping`, `structure and names`. */
  readonly kind: string;
  /** How many. */
  readonly bytes: number;
}
