/**
 * What can be said of a file without going through its operations: plain data. Sizes and offsets in bytes. Where
 * operations are long, hardly anything of the file is read for it.
 */
export interface ModelGlance {
  readonly size: number;
  readonly container: ContainerSummary;
  /** Null where the message has none. */
  readonly header: HeaderSummary | null;
  readonly features: FeatureSummary;
  /** The first 256; `networkGroupCount` counts all. */
  readonly networkGroups: readonly NetworkGroupGlance[];
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

export interface ContainerSummary {
  readonly framing: 'bare' | 'framed';
  /** Container version; null when bare. */
  readonly version: number | null;
  /** Header fields by name, in file order: sizes as numbers, checksums as hexadecimal digits. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** What the file consists of, in file order. */
  readonly sections: readonly { readonly name: string; readonly offset: number; readonly length: number }[];
}

/** A value of an open enum: its number, and its name where the schema has one. */
export interface EnumSummary {
  readonly number: number;
  readonly name: string | null;
}

export interface HeaderSummary {
  readonly hwArch: EnumSummary;
  /** ISO 8601; null where it is no time that can be written. */
  readonly created: string | null;
  /** Milliseconds since 1970 as the file has it. */
  readonly timestamp: string;
  readonly sdkVersion: string;
  /** Format version of the message, which is not the container's. */
  readonly version: string;
}

export interface ExtensionSummary extends EnumSummary {
  /** What the file calls it. */
  readonly text: string;
}

export interface FeatureSummary {
  /** Names of `included_features` that are set; null where the message has none. */
  readonly included: readonly string[] | null;
  readonly extensions: readonly ExtensionSummary[];
  readonly optionalExtensions: readonly ExtensionSummary[];
}

/** Data outside of the message. */
export interface ExternalResourceSummary {
  readonly name: string;
  /** From the container's zero point, in bytes. */
  readonly offset: string;
  readonly size: string;
}

export interface NetworkGroupGlance {
  /** Its own, or that of its first core operation. */
  readonly name: string;
  /**
   * What is configured on the device: in most files one, the group itself; in later layouts one for each
   * layout of clusters, or node of a graph. The first 256 of a file; `coreOpCount` counts all.
   */
  readonly coreOps: readonly CoreOpGlance[];
  readonly coreOpCount: number;
  /** Nodes of the group's graph, those that run on the host among them. Empty where it is none. The first 256. */
  readonly graph: readonly GraphNodeSummary[];
  /** Numbers of fields that the schema does not have: a layout that is newer still. */
  readonly unknownFields: readonly number[];
}

export interface NetworkGroupSummary extends NetworkGroupGlance {
  readonly coreOps: readonly CoreOpSummary[];
}

/** A node of a group's graph. */
export interface GraphNodeSummary {
  readonly name: string;
  /** `core_op`, `nms_op`, `logits_op`; null where the schema does not have it. */
  readonly kind: string | null;
  /** Names of its pads. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

export interface CoreOpGlance {
  /** Where it is: `network_groups[0]`, `network_groups[0].ops[0].core_op`. */
  readonly path: string;
  /** The clusters that it is for, a bit for each; null where it is for all devices. */
  readonly clusters: number | null;
  readonly networks: readonly string[];
  /** Frames per second after placement, as the compiler estimated them. */
  readonly bottleneckFps: number;
  readonly configurationChannels: number;
  /** The first 4096 of a file; `contextCount` counts all. */
  readonly contexts: readonly ContextGlance[];
  readonly contextCount: number;
  /** What a user feeds and gets: edge layers at the boundary, mux layers by their leaves. */
  readonly streams: readonly StreamSummary[];
  /** Edge layers between contexts, through DDR and caches, which no user sees. */
  readonly internalEdges: { readonly intermediate: number; readonly ddr: number; readonly cache: number };
  readonly sortedOutputs: readonly string[];
}

export interface CoreOpSummary extends CoreOpGlance {
  readonly contexts: readonly ContextSummary[];
  /** By kind, most frequent first; the preliminary configuration counts. */
  readonly actions: readonly ActionCount[];
}

export interface ContextGlance {
  readonly operations: number;
  readonly edgeLayers: number;
  /** Of its record. */
  readonly bytes: number;
}

export interface ContextSummary extends ContextGlance {
  readonly actions: number;
}

export interface StreamSummary {
  readonly direction: 'input' | 'output';
  readonly name: string;
  /** The network it belongs to; null where there is but one, or its index names none. */
  readonly network: string | null;
  /** The mux layer it comes out of, or the image that it is a plane of. */
  readonly mux: string | null;
  readonly context: number;
  readonly shape: Shape;
  readonly paddedShape: Shape;
  readonly format: EnumSummary;
  readonly dataBytes: number;
  readonly quantization: QuantizationSummary | null;
  readonly nms: NmsSummary | null;
  readonly sysIndex: number;
}

export interface Shape {
  readonly height: number;
  readonly width: number;
  readonly features: number;
}

/** real = scale * (stored - zeroPoint); the limits are real values. */
export interface QuantizationSummary {
  readonly scale: number;
  readonly zeroPoint: number;
  readonly min: number;
  readonly max: number;
}

export interface NmsSummary {
  readonly classes: string;
  readonly maxOutputSize: string;
  readonly bboxSize: string;
}

/** Actions of one kind, and the bytes of their records. */
export interface ActionCount {
  readonly kind: string;
  readonly count: number;
  readonly bytes: number;
}

export interface ByteShare {
  readonly kind: string;
  readonly bytes: number;
}
