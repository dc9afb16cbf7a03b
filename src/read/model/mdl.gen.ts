// Generated from proto/mdl.proto by `npm run generate` (scripts/model/generate-views.ts).
import type { BlobHandle } from './blob.js';
import { bothWays } from './both-ways.js';
import { type CoreOp, coreOpsOf } from './core-ops.js';
import type { List } from './list.js';
import type { MessageView } from './message-view.js';
import { caseOf, type Member, memberOf, type NoMember } from './oneof.js';
import { TypedView } from './typed-view.js';
import {
  EdgeLayerFusedView,
  EdgeLayerView,
  EdgeLayerNumericInfoView,
  YoloBboxDecoderView,
  SSDBboxDecoderView,
} from './edge-layer.gen.js';
export * from './edge-layer.gen.js';

const viewIn = (typed: TypedView): MessageView => typed.view;

/**
 * Known values of type_index in ProtoMDLExtension and ProtoMDLOptionalExtension. No field has this type:
 * type_index is a plain uint32. Fields may hold other numbers too.
 */
export const ExtensionType = /* @__PURE__ */ bothWays({
  /** The feature of included_features.abbale. */
  ABBALE: 0,
  /** The feature of included_features.posted_writes. */
  POSTED_WRITES: 1,
  /** Edge layers are buffered in external memory. */
  DDR: 2,
  /**
   * Buffers in external memory are padded. The loader requires this extension if the file has DDR edge
   * layers.
   */
  PADDED_DDR_BUFFERS: 3,
  /** A network group has more than one context. */
  IS_MULTI_CONTEXTS: 4,
  /** Parameters are compressed. */
  COMPRESSED_PARAMS: 5,
  /** The feature of included_features.transpose_component. */
  TRANSPOSE_COMPONENT: 6,
  /** Reserved for tests; every loader refuses it in the mandatory list. */
  TEST_ONE: 7,
  /**
   * Networks of a group may run with different batch sizes: loaders read network indices and
   * networks_names. Loaders support it only as an optional extension.
   */
  MULTI_NETWORK_VARIABLE_BATCH_SIZE: 8,
  /** Post-processing (NMS) in a network of several contexts. */
  IS_NMS_MULTI_CONTEXT: 9,
  /** The host computes argmax. */
  OFFLOAD_ARGMAX: 10,
  /** The hardware does the padding. Loaders support it only as an optional extension. */
  HW_PADDING: 11,
  /**
   * The preliminary configuration includes the start of the first context, so that the context runs as
   * soon as possible. Later schemas name it KO_RUN_ASAP.
   */
  PRELIMINARY_RUN_ASAP: 12,
  /**
   * Network groups are graphs of operations (ops, pad_edges), some of which run on the host. (Since
   * 4.12.0.)
   */
  NET_FLOW: 13,
  /** Post-processing on the host: yolo_nms_op. (Since 4.12.0.) */
  NET_FLOW_YOLOV5_NMS: 14,
  /** Post-processing on the host: yolox_nms_op. (Since 4.13.0.) */
  NET_FLOW_YOLOX_NMS: 15,
  /** Post-processing on the host: ssd_nms_op. (Since 4.13.0.) */
  NET_FLOW_SSD_NMS: 16,
  /** Post-processing on the host: iou_op. (Since 4.13.0.) */
  NET_FLOW_IOU_NMS: 17,
  /** The file has write_data_by_type actions. (Since 4.14.0.) */
  WRITE_DATA_BY_TYPE: 18,
  /**
   * Post-processed outputs are sent in bursts: burst_size and burst_type of ProtoMDLNmsInfo. (Since
   * 4.14.0.)
   */
  NMS_OUTPUT_BURST: 19,
  /** An input and an output of one context may have the same sys_index. (Since 4.14.0.) */
  DUAL_DIRECTION_STREAM_INDEX: 20,
  /** Argmax on the host: logits_op. (Since 4.14.0.) */
  NET_FLOW_ARGMAX: 21,
  /** Softmax on the host: logits_op. (Since 4.14.0.) */
  NET_FLOW_SOFTMAX: 22,
  /** Formats of pads follow the host's formats: format_type of ProtoMDLPad. (Since 4.14.0.) */
  ALIGNED_FORMAT_TYPE: 23,
  /** Post-processing on the host: yolo_seg_op. (Since 4.15.0.) */
  NET_FLOW_YOLOV5_SEG_NMS: 24,
  /** Outputs have a quantization for each feature: qp_zps and qp_scales. (Since 4.14.0.) */
  OUTPUT_SCALE_PER_FEATURE: 25,
  /**
   * The loader computes the sizes of transfers to the periphery. Later loaders refuse files without it.
   * (Since 4.14.0.)
   */
  PERIPH_CALCULATION_IN_HAILORT: 26,
  /** Post-processing on the host: yolov8_nms_op. (Since 4.16.0.) */
  NET_FLOW_YOLOV8_NMS: 27,
  /** Probably: registers are configured in batches (only the name is known). (Since 4.17.0.) */
  BATCH_REGISTER_CONFIG: 28,
  /** Boxes are decoded on the host, but not suppressed: bbox_decoding_only. (Since 4.17.0.) */
  NET_FLOW_BBOX_DECODING: 29,
  /**
   * Probably: consecutive pointers to configuration words (write_data_ccw_ptr) are joined (only the name
   * is known). (Since 4.21.0.)
   */
  CCW_PTR_SQUEEZE: 30,
  /** The file has external_resources. (Since 4.21.0.) */
  EXTERNAL_RESOURCES: 31,
  /** Probably: network groups share configuration words (only the name is known). (Since 4.21.0.) */
  SHARED_CONFIG: 32,
  /** Probably: transfers have a checksum (only the name is known). (Since 5.0.1.) */
  CSM_CRC: 33,
  /** The file has allow_config_channels actions. (Since 5.0.1.) */
  ENABLE_CONFIG_CHANNELS: 34,
  /**
   * Probably: only runtimes of the compiler's version accept the file (only the name is known). (Since
   * 5.0.0.)
   */
  STRICT_RUNTIME_VERSIONING: 35,
  /** Placeholder, never to be used. */
  UNUSED: 65535,
} as const);

/**
 * Hardware architectures. Low numbers are reserved for public architectures. Fields may hold other
 * numbers too.
 */
export const HwArch = /* @__PURE__ */ bothWays({
  /** ACCEL8. Loaders may refuse to configure a device with this value. */
  ACCEL8: 0,
  /** ACCEL8P. */
  ACCEL8P: 1,
  /** ACCEL8R. */
  ACCEL8R: 2,
  /**
   * ACCEL8L: an ACCEL8 with fewer clusters; groups have a variant for each layout
   * (partial_network_groups). (Since 4.10.0.)
   */
  ACCEL8L: 3,
  /** ACCEL15M. (Since 4.16.0.) */
  ACCEL15M: 4,
  /** ACCEL10H. Used once; deprecated. (Since 4.18.0.) */
  ACCEL10H: 5,
  /** ACCEL15L. (Since 4.20.0.) */
  ACCEL15L: 6,
  /** Internal: SAGE, revision A0. */
  SAGE_A0: 100,
  /** Internal: SAGE, revision B0. */
  SAGE_B0: 101,
  /** Internal: PAPRIKA, revision B0. */
  PAPRIKA_B0: 102,
  /** Internal: MERCURY. Later schemas name it ACCEL1XH. */
  MERCURY: 103,
  /** Internal: GINGER, of the MERCURY family. */
  GINGER: 104,
  /** Internal: LAVENDER, of the MERCURY family. */
  LAVENDER: 105,
  /** Internal: PLUTO. (Since 4.15.0.) */
  PLUTO: 106,
  /** Internal: MARS. (Since 5.1.0.) */
  MARS: 108,
} as const);

/**
 * Order of a pad's elements. Letters are the dimensions, outermost first: N frames, H rows, W columns, C
 * features. Fields may hold other numbers too.
 */
export const FormatOrder = /* @__PURE__ */ bothWays({
  /** Left to the runtime. (Since 4.12.0.) */
  AUTO: 0,
  /** NHWC. (Since 4.12.0.) */
  NHWC: 1,
  /** NHCW. (Since 4.12.0.) */
  NHCW: 2,
  /** FCR: the device's order of features, columns and rows. (Since 4.12.0.) */
  FCR: 3,
  /** F8CR: FCR in groups of eight features. (Since 4.12.0.) */
  F8CR: 4,
  /** NHW: one feature. (Since 4.12.0.) */
  NHW: 5,
  /** NC: one value per feature. (Since 4.12.0.) */
  NC: 6,
  /** Bayer pattern of an image sensor. (Since 4.12.0.) */
  BAYER_RGB: 7,
  /** Bayer pattern with 12 bits per value. (Since 4.12.0.) */
  '12_BIT_BAYER_RGB': 8,
  /** Boxes by class, as returned by post-processing (NMS). (Since 4.12.0.) */
  NMS: 9,
  /** Red, green and blue, 8 bits each. (Since 4.12.0.) */
  RGB888: 10,
  /** NCHW. (Since 4.12.0.) */
  NCHW: 11,
  /** YUY2: brightness and colour of two pixels in four bytes. (Since 4.12.0.) */
  YUY2: 12,
  /** NV12: a plane of brightness, then one of colour (U before V). (Since 4.12.0.) */
  NV12: 13,
  /** NV21: a plane of brightness, then one of colour (V before U). (Since 4.12.0.) */
  NV21: 14,
  /** YYUV: the device's form of NV12. (Since 4.12.0.) */
  YYUV: 15,
  /** YYVU: the device's form of NV21. (Since 4.12.0.) */
  YYVU: 16,
  /** Placeholder, never to be used. (Since 4.12.0.) */
  MAX_ENUM: 65535,
} as const);

/** Type of a pad's elements. Fields may hold other numbers too. */
export const FormatType = /* @__PURE__ */ bothWays({
  /** Left to the runtime. (Since 4.14.0.) */
  AUTO: 0,
  /** Unsigned, 8 bits. (Since 4.14.0.) */
  UINT8: 1,
  /** Unsigned, 16 bits. (Since 4.14.0.) */
  UINT16: 2,
  /** Placeholder, never to be used. (Since 4.14.0.) */
  MAX_ENUM: 65535,
} as const);

/**
 * Size of a pad's elements. In spite of the field's name (data_bytes), the value is not a number of
 * bytes. Fields may hold other numbers too.
 */
export const DataType = /* @__PURE__ */ bothWays({
  /** 1 byte. (Since 4.12.0.) */
  UINT8: 0,
  /** 2 bytes. (Since 4.12.0.) */
  UINT16: 1,
} as const);

/** Computations on the values of all classes. Fields may hold other numbers too. */
export const LogitsType = /* @__PURE__ */ bothWays({
  /** Argmax: the index of the largest value. (Since 4.14.0.) */
  PROTO_MDL_ARGMAX_TYPE: 0,
  /** Softmax: shares of the values, which add up to 1. (Since 4.14.0.) */
  PROTO_MDL_SOFTMAX_TYPE: 1,
} as const);

/** Selected member of the oneof in ProtoMDLActionDebug. Fields may hold other numbers too. */
export const DebugType = /* @__PURE__ */ bothWays({
  /** sleep. (Since 4.19.0.) */
  SLEEP: 0,
  /** halt. (Since 4.19.0.) */
  HALT: 1,
} as const);

/** Data that an action write_data_by_type writes. Fields may hold other numbers too. */
export const WriteDataType = /* @__PURE__ */ bothWays({
  /** The action's own bytes. (Since 4.14.0.) */
  DATA_FROM_ACTION: 0,
  /** The size of the batch that the network runs with. (Since 4.14.0.) */
  BATCH_SIZE: 1,
} as const);

/** Direction of an edge layer, seen from the device. Fields may hold other numbers too. */
export const EdgeLayerDirection = /* @__PURE__ */ bothWays({
  /** Input to the chip. */
  HOST_TO_DEVICE: 0,
  /** Output from the chip. */
  DEVICE_TO_HOST: 1,
} as const);

/** Selected member of the oneof in ProtoMDLEdgeLayer. Fields may hold other numbers too. */
export const EdgeLayerType = /* @__PURE__ */ bothWays({
  /** layer_info: one tensor. */
  INFO: 0,
  /** layer_mux: several tensors interleaved into one transfer. */
  MUX: 1,
  /**
   * layer_planes: the planes of an image. Loaders that support planes crash if the layer has no planes.
   * (Since 4.15.0.)
   */
  PLANES: 2,
} as const);

/** Kind of the other end of an edge layer. Fields may hold other numbers too. */
export const EdgeConnectionType = /* @__PURE__ */ bothWays({
  /** The host: an input or output that applications see. */
  BOUNDARY: 0,
  /** An earlier or later context, through host memory. */
  INTERMEDIATE: 1,
  /** The same context, through a buffer in external memory. */
  DDR: 2,
  /** A cache that keeps its contents from one run to the next. (Since 4.18.0.) */
  CACHE: 3,
} as const);

/** Kinds of planes of an image. Fields may hold other numbers too. */
export const EPlanesFormat = /* @__PURE__ */ bothWays({
  /** Brightness, and colour (U before V). (Since 4.15.0.) */
  NV12: 0,
  /** Brightness, and colour (V before U). (Since 4.15.0.) */
  NV21: 1,
  /** Brightness, U, and V. (Since 4.15.0.) */
  I420: 2,
} as const);

/** Division of a post-processed output into bursts. Fields may hold other numbers too. */
export const NmsBurstType = /* @__PURE__ */ bothWays({
  /** NO_BURST: the output is not divided. (Since 4.14.0.) */
  NO_BURST: 0,
  /** Bursts for each class, as on the first generation of hardware. (Since 4.14.0.) */
  H8_PER_CLASS: 1,
  /** Bursts for each class, as on the second generation. (Since 4.14.0.) */
  H15_PER_CLASS: 2,
  /** Bursts for each frame, as on the second generation. (Since 4.14.0.) */
  H15_PER_FRAME: 3,
} as const);

/**
 * The root message: all data that a device needs to run one or more compiled networks. (ProtoMDLMdl)
 */
export class MdlView extends TypedView {
  static override readonly typeName = 'ProtoMDLMdl';

  /** Target, versions and creation time of the file. */
  get header(): HeaderView | undefined {
    const view = this.view.message(1);
    return view && new HeaderView(view);
  }

  /**
   * The network groups. A file without a network group is useless: a program that requests the default
   * group crashes. Loaders of most releases read the list from its end, so that their default group is
   * the last group in the list.
   */
  get networkGroups(): List<NetworkGroupView> {
    return this.view.messages(2, asNetworkGroup, viewIn);
  }

  /**
   * Mapping blob: how the compiler placed the network. Its encoding is not part of this format and the
   * loader never reads it; in practice it is another serialized message, up to three quarters of the
   * file, and empty in recent files.
   */
  get mapping(): BlobHandle {
    return this.view.bytes(3);
  }

  /** Feature flags of old files (header.version 0). Newer files use extensions instead. */
  get includedFeatures(): IncludedFeaturesView | undefined {
    const view = this.view.message(4);
    return view && new IncludedFeaturesView(view);
  }

  /**
   * Features the reader must know: a loader refuses a file with an extension that it does not support.
   */
  get extensions(): List<ExtensionView> {
    return this.view.messages(5, asExtension, viewIn);
  }

  /** Features the reader may know: a loader ignores extensions that it does not support. */
  get optionalExtensions(): List<OptionalExtensionView> {
    return this.view.messages(6, asOptionalExtension, viewIn);
  }

  /**
   * Named data outside of the message: in the container, after the configuration words. (Since 4.21.0.)
   */
  get externalResources(): List<ExternalResourceView> {
    return this.view.messages(7, asExternalResource, viewIn);
  }
}

/** Target, time and origin of the file. (ProtoMDLHeader) */
export class HeaderView extends TypedView {
  static override readonly typeName = 'ProtoMDLHeader';

  /**
   * Hardware architecture the network was compiled for. A device refuses files for other architectures.
   */
  get hwArch(): number {
    return this.view.enum(1);
  }

  /** Time of creation. Tool chains write milliseconds since the Unix epoch. */
  get timestamp(): bigint {
    return this.view.uint64(2);
  }

  /** Version of the tool chain that created the file. Later schemas name it sdk_version_str. */
  get sdkVersion(): string {
    return this.view.string(3);
  }

  /**
   * Version of the message format. If 0, readers use the features of included_features, otherwise the
   * extension lists. This is not the version of the container around the message.
   */
  get version(): bigint {
    return this.view.uint64(4);
  }

  /** Version of the tool chain in numbers. Later schemas name this field sdk_version. (Since 5.0.0.) */
  get sdkVersionNumbers(): SdkVersionView | undefined {
    const view = this.view.message(5);
    return view && new SdkVersionView(view);
  }
}

/**
 * Networks that are configured and run together: a configuration for the start, and contexts that the
 * device goes through in order. (ProtoMDLNetworkGroup)
 */
export class NetworkGroupView extends TypedView {
  static override readonly typeName = 'ProtoMDLNetworkGroup';

  /** Name, index and figures of the group. */
  get networkGroupMetadata(): NetworkGroupMetadataView | undefined {
    const view = this.view.message(1);
    return view && new NetworkGroupMetadataView(view);
  }

  /** Configuration written once, at the start of the group. */
  get preliminaryConfig(): PreliminaryConfigView | undefined {
    const view = this.view.message(2);
    return view && new PreliminaryConfigView(view);
  }

  /**
   * Contexts in order of execution. The loader uses the position in this list, and crashes if the list
   * is empty. Groups of later layouts have their contexts in partial_network_groups or ops.
   */
  get contexts(): List<ContextView> {
    return this.view.messages(3, asContext, viewIn);
  }

  /** Names of the outputs, in the order in which users get them. */
  get sortedOutputsOrder(): List<string> {
    return this.view.scalars<string>(4);
  }

  /** Outputs that were split for the hardware and that the host fuses again. */
  get fusedLayersMetadata(): FusedLayersMetadataView | undefined {
    const view = this.view.message(5);
    return view && new FusedLayersMetadataView(view);
  }

  /**
   * Names of the connected components (networks), ordered by their index; network_index is an index into
   * this list. Loaders read the list only with the extension MULTI_NETWORK_VARIABLE_BATCH_SIZE; it then
   * has at most 8 names. A network's full name is "group/network".
   */
  get networksNames(): List<string> {
    return this.view.scalars<string>(6);
  }

  /**
   * Variants of the group, one for each layout of clusters that a device may have. The loader loads the
   * variant of the device's layout. (Since 4.10.0.)
   */
  get partialNetworkGroups(): List<PartialNetworkGroupView> {
    return this.view.messages(7, asPartialNetworkGroup, viewIn);
  }

  /**
   * The group as a graph of operations; the operations that run on the device hold the contexts. (Since
   * 4.12.0.)
   */
  get ops(): List<OpView> {
    return this.view.messages(8, asOp, viewIn);
  }

  /** Edges between the operations. (Since 4.12.0.) */
  get padEdges(): List<PadEdgeView> {
    return this.view.messages(9, asPadEdge, viewIn);
  }

  /** Name of a group that is a graph; replaces the name in network_group_metadata. (Since 4.12.0.) */
  get networkGroupName(): string {
    return this.view.string(10);
  }

  /**
   * Position of a group that is a graph in the order of execution; replaces the index in
   * network_group_metadata. (Since 4.12.0.)
   */
  get networkGroupIndex(): number {
    return this.view.uint32(11);
  }

  /**
   * Returns the messages that hold the group's contexts: the group itself, or else its partial groups, the core
   * operations of its graph, and their partial groups. They are searched during the iteration.
   */
  coreOps(): Iterable<CoreOp> {
    return { [Symbol.iterator]: () => coreOpsOf(this) };
  }
}

/**
 * Feature flags. The loader uses these flags only if header.version is 0, and the extension lists
 * otherwise. (ProtoMDLIncludedFeatures)
 */
export class IncludedFeaturesView extends TypedView {
  static override readonly typeName = 'ProtoMDLIncludedFeatures';

  /** Counterpart of the extension ABBALE. */
  get abbale(): boolean {
    return this.view.bool(1);
  }

  /** Counterpart of the extension POSTED_WRITES. */
  get postedWrites(): boolean {
    return this.view.bool(2);
  }

  /**
   * Counterpart of the extension DDR: the network has edge layers that are buffered in external memory.
   */
  get ddr(): boolean {
    return this.view.bool(3);
  }

  /**
   * Number of contexts of the network. Readers only test if it is above zero, and later compilers store
   * 0 or 1: in later schemas the field is a bool named is_multi_context. Counterpart of the extension
   * IS_MULTI_CONTEXTS.
   */
  get numberOfContexts(): number {
    return this.view.uint32(4);
  }

  /** Counterpart of the extension COMPRESSED_PARAMS. */
  get compressedParams(): boolean {
    return this.view.bool(5);
  }

  /** Counterpart of the extension TRANSPOSE_COMPONENT. */
  get transposeComponent(): boolean {
    return this.view.bool(6);
  }

  /** Counterpart of the extension PADDED_DDR_BUFFERS. */
  get paddedDdrBuffers(): boolean {
    return this.view.bool(7);
  }

  /** True if the network uses sequencers. There is no corresponding extension. */
  get sequencer(): boolean {
    return this.view.bool(8);
  }
}

/** A feature that a reader must support to use the file. (ProtoMDLExtension) */
export class ExtensionView extends TypedView {
  static override readonly typeName = 'ProtoMDLExtension';

  /** Feature: a value of ProtoMDLExtensionType, or a later value. */
  get typeIndex(): number {
    return this.view.uint32(1);
  }

  /** Name of the feature; loaders do not read it. */
  get name(): string {
    return this.view.string(2);
  }
}

/** A feature that a reader may ignore. (ProtoMDLOptionalExtension) */
export class OptionalExtensionView extends TypedView {
  static override readonly typeName = 'ProtoMDLOptionalExtension';

  /** Feature: a value of ProtoMDLExtensionType, or a later value. */
  get typeIndex(): number {
    return this.view.uint32(1);
  }

  /** Name of the feature; loaders do not read it. */
  get name(): string {
    return this.view.string(2);
  }
}

/** A piece of data that the container holds outside of the message. (ProtoMDLExternalResource) */
export class ExternalResourceView extends TypedView {
  static override readonly typeName = 'ProtoMDLExternalResource';

  /**
   * Offset of the resource in bytes from the container's zero point: the end of the message and its
   * padding. (Since 4.21.0.)
   */
  get offset(): bigint {
    return this.view.uint64(1);
  }

  /** Size of the resource in bytes. (Since 4.21.0.) */
  get size(): bigint {
    return this.view.uint64(2);
  }

  /** Name of the resource. (Since 4.21.0.) */
  get name(): string {
    return this.view.string(3);
  }

  /**
   * XXH3-64 checksum of the resource, verified when the resource is read; 0 if the resource has no
   * checksum. (Since 5.1.0.)
   */
  get xxhash(): bigint {
    return this.view.uint64(4);
  }
}

/** Version of a tool chain, in numbers. (ProtoMDLSdkVersion) */
export class SdkVersionView extends TypedView {
  static override readonly typeName = 'ProtoMDLSdkVersion';

  /** First number. (Since 5.0.0.) */
  get sdkVersionMajor(): number {
    return this.view.uint32(1);
  }

  /** Second number. (Since 5.0.0.) */
  get sdkVersionMinor(): number {
    return this.view.uint32(2);
  }

  /** Third number. (Since 5.0.0.) */
  get sdkVersionRevision(): number {
    return this.view.uint32(3);
  }
}

/** Name, index and figures of a network group. (ProtoMDLNetworkGroupMetadata) */
export class NetworkGroupMetadataView extends TypedView {
  static override readonly typeName = 'ProtoMDLNetworkGroupMetadata';

  /** Name of the group: unique in the file, fewer than 128 bytes. */
  get networkGroupName(): string {
    return this.view.string(1);
  }

  /** Position in the order of execution. The loader does not read it. */
  get networkGroupIndex(): number {
    return this.view.uint32(2);
  }

  /** True if the network is transposed. */
  get transposedNet(): boolean {
    return this.view.bool(3);
  }

  /** Frames per second of the bottleneck, as estimated after placement. */
  get bottleneckFps(): number {
    return this.view.double(4);
  }

  /** Number of PCIe channels used for configuration, at most 255; 0 means 1. */
  get cfgChannelsCount(): number {
    return this.view.uint32(5);
  }

  /** Latency, as the compiler estimated it. (Since 4.10.0.) */
  get latency(): number {
    return this.view.double(6);
  }

  /** Engine of each configuration channel. (Since 4.10.0.) */
  get cfgChannelsConfig(): List<CfgChannelConfigView> {
    return this.view.messages(7, asCfgChannelConfig, viewIn);
  }

  /** Operations that the network computes, as the compiler counted them. (Since 5.2.0.) */
  get computationalOps(): bigint {
    return this.view.uint64(8);
  }
}

/** Configuration written at the start of a network group. (ProtoMDLPreliminaryConfig) */
export class PreliminaryConfigView extends TypedView {
  static override readonly typeName = 'ProtoMDLPreliminaryConfig';

  /** Operations in order. */
  get operation(): List<OperationView> {
    return this.view.messages(1, asOperation, viewIn);
  }
}

/** One stage of the network: the device is configured with one context at a time. (ProtoMDLContext) */
export class ContextView extends TypedView {
  static override readonly typeName = 'ProtoMDLContext';

  /**
   * Index of the context. The loader uses the position in the list; compilers write the same number.
   */
  get contextIndex(): number {
    return this.view.uint32(1);
  }

  /** Operations in order. */
  get operations(): List<OperationView> {
    return this.view.messages(2, asOperation, viewIn);
  }

  /** Edge layers and other descriptions. Without it the context has no input and no output. */
  get metadata(): ContextMetadataView | undefined {
    const view = this.view.message(3);
    return view && new ContextMetadataView(view);
  }
}

/** Fusing, on the host, of outputs that were split for the hardware. (ProtoMDLFusedLayersMetadata) */
export class FusedLayersMetadataView extends TypedView {
  static override readonly typeName = 'ProtoMDLFusedLayersMetadata';

  /**
   * True if the group has fused layers. If true, updated_sorted_output_names replaces the group's
   * sorted_outputs_order.
   */
  get networkHasFusedLayers(): boolean {
    return this.view.bool(1);
  }

  /** Names of the outputs after fusing, in the order in which users get them. */
  get updatedSortedOutputNames(): List<string> {
    return this.view.scalars<string>(2);
  }

  /** The fused layers. */
  get fusedLayers(): List<EdgeLayerFusedView> {
    return this.view.messages(3, asEdgeLayerFused, viewIn);
  }
}

/** A network group for devices with certain clusters. (ProtoMDLPartialNetworkGroup) */
export class PartialNetworkGroupView extends TypedView {
  static override readonly typeName = 'ProtoMDLPartialNetworkGroup';

  /** The group, compiled for this layout. (Since 4.10.0.) */
  get networkGroup(): NetworkGroupView | undefined {
    const view = this.view.message(1);
    return view && new NetworkGroupView(view);
  }

  /** Layout of the devices that the group is for. (Since 4.10.0.) */
  get layout(): PhysicalLayoutView | undefined {
    const view = this.view.message(2);
    return view && new PhysicalLayoutView(view);
  }
}

/**
 * A node of a group's graph: a part of the network that runs on the device, or a computation of the
 * host. (ProtoMDLOp)
 */
export class OpView extends TypedView {
  static override readonly typeName = 'ProtoMDLOp';

  /** Name of the operation. (Since 4.12.0.) */
  get name(): string {
    return this.view.string(1);
  }

  /** Input pads. (Since 4.12.0.) */
  get inputPads(): List<PadView> {
    return this.view.messages(2, asPad, viewIn);
  }

  /** Output pads. (Since 4.12.0.) */
  get outputPads(): List<PadView> {
    return this.view.messages(3, asPad, viewIn);
  }

  /** Runs on the device. (Since 4.12.0.) */
  get coreOp(): CoreOpView | undefined {
    const view = this.view.message(4);
    return view && new CoreOpView(view);
  }

  /** Post-processing (NMS) on the host. (Since 4.12.0.) */
  get nmsOp(): NmsOpView | undefined {
    const view = this.view.message(5);
    return view && new NmsOpView(view);
  }

  /** Argmax or softmax on the host. (Since 4.14.0.) */
  get logitsOp(): LogitsOpView | undefined {
    const view = this.view.message(6);
    return view && new LogitsOpView(view);
  }

  /** Which member of `op` is set. */
  get opCase(): OpView['op']['case'] {
    return caseOf(this.view, 0) as OpView['op']['case'];
  }

  /** Kind of the operation. One is set. */
  get op():
    | Member<'coreOp', CoreOpView>
    | Member<'nmsOp', NmsOpView>
    | Member<'logitsOp', LogitsOpView>
    | NoMember {
    return memberOf(this, this.opCase) as never;
  }
}

/** An edge of a group's graph. (ProtoMDLPadEdge) */
export class PadEdgeView extends TypedView {
  static override readonly typeName = 'ProtoMDLPadEdge';

  /** The index of the output pad that data comes from. (Since 4.12.0.) */
  get src(): number {
    return this.view.uint32(1);
  }

  /** Index of the input pad that receives the data. (Since 4.12.0.) */
  get dst(): number {
    return this.view.uint32(2);
  }
}

/** Engine of a configuration channel. (ProtoMDLCfgChannelConfig) */
export class CfgChannelConfigView extends TypedView {
  static override readonly typeName = 'ProtoMDLCfgChannelConfig';

  /** The channel. (Since 4.10.0.) */
  get cfgChannelIndex(): number {
    return this.view.uint32(1);
  }

  /** Its engine. (Since 4.10.0.) */
  get engineId(): number {
    return this.view.uint32(2);
  }
}

/** An event to wait for, and the actions after the event. (ProtoMDLOperation) */
export class OperationView extends TypedView {
  static override readonly typeName = 'ProtoMDLOperation';

  /** Event that the operation waits for. */
  get trigger(): TriggerView | undefined {
    const view = this.view.message(1);
    return view && new TriggerView(view);
  }

  /** Actions of the operation, in order. May be empty. */
  get actions(): List<ActionView> {
    return this.view.messages(2, asAction, viewIn);
  }
}

/** Connections of a context, and data for its execution. (ProtoMDLContextMetadata) */
export class ContextMetadataView extends TypedView {
  static override readonly typeName = 'ProtoMDLContextMetadata';

  /** Name of the context. Empty in all known files. */
  get name(): string {
    return this.view.string(1);
  }

  /** Inputs and outputs of the context, at most 255. */
  get edgeLayers(): List<EdgeLayerView> {
    return this.view.messages(2, asEdgeLayer, viewIn);
  }

  /** Triggers that guarantee the end of each cluster. The loader does not read them. */
  get clusterEndGuarantee(): List<ClusterEndGuaranteeView> {
    return this.view.messages(3, asClusterEndGuarantee, viewIn);
  }

  /** Triggers in the order of their estimated time. The loader does not read them. */
  get triggerOrder(): List<OrderedTriggerView> {
    return this.view.messages(4, asOrderedTrigger, viewIn);
  }

  /**
   * Names of the outputs, in order. If the group has no list, the loader uses the list of the last
   * context.
   */
  get sortedOutputsOrder(): List<string> {
    return this.view.scalars<string>(5);
  }

  /** Sizes of the hardware's package. The loader does not read them. */
  get hwPackageInfo(): HwPackageInfoView | undefined {
    const view = this.view.message(6);
    return view && new HwPackageInfoView(view);
  }

  /** Settings of the glue logic. Deprecated. @deprecated by the format */
  get shmiglueInfo(): ShmiglueInfoView | undefined {
    const view = this.view.message(7);
    return view && new ShmiglueInfoView(view);
  }
}

/** The clusters of a device. (ProtoMDLPhysicalLayout) */
export class PhysicalLayoutView extends TypedView {
  static override readonly typeName = 'ProtoMDLPhysicalLayout';

  /** A set bit for each cluster of the device. (Since 4.10.0.) */
  get partialClustersLayoutBitmap(): number {
    return this.view.uint32(1);
  }
}

/** An input or output of an operation. (ProtoMDLPad) */
export class PadView extends TypedView {
  static override readonly typeName = 'ProtoMDLPad';

  /** Index of the pad, unique in its group; pad_edges and pad_index refer to it. (Since 4.12.0.) */
  get index(): number {
    return this.view.uint32(1);
  }

  /** Name of the pad; for pads that applications see, the name of the stream. (Since 4.12.0.) */
  get name(): string {
    return this.view.string(2);
  }

  /** Order of the elements. (Since 4.12.0.) */
  get formatOrder(): number {
    return this.view.enum(3);
  }

  /** Size of an element. (Since 4.12.0.) */
  get dataBytes(): number {
    return this.view.enum(4);
  }

  /** Quantization. (Since 4.12.0.) */
  get numericInfo(): EdgeLayerNumericInfoView | undefined {
    const view = this.view.message(5);
    return view && new EdgeLayerNumericInfoView(view);
  }

  /** A tensor. (Since 4.12.0.) */
  get tensorShape(): TensorShapeView | undefined {
    const view = this.view.message(6);
    return view && new TensorShapeView(view);
  }

  /** Boxes that post-processing (NMS) has found. (Since 4.12.0.) */
  get nmsShape(): NmsShapeView | undefined {
    const view = this.view.message(7);
    return view && new NmsShapeView(view);
  }

  /** Type of an element. (Since 4.14.0.) */
  get formatType(): number {
    return this.view.enum(8);
  }

  /** Which member of `shapeInfo` is set. */
  get shapeInfoCase(): PadView['shapeInfo']['case'] {
    return caseOf(this.view, 0) as PadView['shapeInfo']['case'];
  }

  /** Shape of the data. One is set. */
  get shapeInfo():
    | Member<'tensorShape', TensorShapeView>
    | Member<'nmsShape', NmsShapeView>
    | NoMember {
    return memberOf(this, this.shapeInfoCase) as never;
  }
}

/**
 * A part of a network that runs on the device. Its fields 1 to 6 equal those of ProtoMDLNetworkGroup.
 * (ProtoMDLCoreOp)
 */
export class CoreOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLCoreOp';

  /** Name, index and figures. (Since 4.12.0.) */
  get networkGroupMetadata(): NetworkGroupMetadataView | undefined {
    const view = this.view.message(1);
    return view && new NetworkGroupMetadataView(view);
  }

  /** Configuration written once, at the start. (Since 4.12.0.) */
  get preliminaryConfig(): PreliminaryConfigView | undefined {
    const view = this.view.message(2);
    return view && new PreliminaryConfigView(view);
  }

  /** Contexts in order of execution. (Since 4.12.0.) */
  get contexts(): List<ContextView> {
    return this.view.messages(3, asContext, viewIn);
  }

  /** Names of the outputs, in the order in which users get them. (Since 4.12.0.) */
  get sortedOutputsOrder(): List<string> {
    return this.view.scalars<string>(4);
  }

  /** Outputs that were split for the hardware and that the host fuses again. (Since 4.12.0.) */
  get fusedLayersMetadata(): FusedLayersMetadataView | undefined {
    const view = this.view.message(5);
    return view && new FusedLayersMetadataView(view);
  }

  /** Names of the connected components (networks), ordered by their index. (Since 4.12.0.) */
  get networksNames(): List<string> {
    return this.view.scalars<string>(6);
  }

  /**
   * Variants of the operation, one for each layout of clusters that a device may have. The device's own
   * is loaded. (Since 4.12.0.)
   */
  get partialCoreOps(): List<PartialCoreOpView> {
    return this.view.messages(7, asPartialCoreOp, viewIn);
  }
}

/** Post-processing by non-maximum suppression (NMS) on the host. (ProtoMDLNmsOp) */
export class NmsOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLNmsOp';

  /** Boxes with a lower score are dropped. (Since 4.12.0.) */
  get nmsScoreTh(): number {
    return this.view.double(1);
  }

  /** If boxes overlap by more than this (intersection over union), only one is kept. (Since 4.12.0.) */
  get nmsIouTh(): number {
    return this.view.double(2);
  }

  /** Maximum number of boxes per class. (Since 4.12.0.) */
  get maxProposalsPerClass(): number {
    return this.view.uint32(3);
  }

  /** Number of classes. (Since 4.12.0.) */
  get classes(): number {
    return this.view.uint32(4);
  }

  /** True if one class is the background, and is left out. (Since 4.12.0.) */
  get backgroundRemoval(): boolean {
    return this.view.bool(5);
  }

  /** Index of the background class. (Since 4.12.0.) */
  get backgroundRemovalIndex(): number {
    return this.view.uint32(6);
  }

  /** YOLO up to version 5. (Since 4.12.0.) */
  get yoloNmsOp(): YoloNmsOpView | undefined {
    const view = this.view.message(7);
    return view && new YoloNmsOpView(view);
  }

  /** YOLOX. (Since 4.13.0.) */
  get yoloxNmsOp(): YoloxNmsOpView | undefined {
    const view = this.view.message(8);
    return view && new YoloxNmsOpView(view);
  }

  /** SSD. (Since 4.13.0.) */
  get ssdNmsOp(): SSDNmsOpView | undefined {
    const view = this.view.message(9);
    return view && new SSDNmsOpView(view);
  }

  /** Boxes are decoded already, and only suppressed. (Since 4.13.0.) */
  get iouOp(): IOUNmsOpView | undefined {
    const view = this.view.message(10);
    return view && new IOUNmsOpView(view);
  }

  /** YOLO version 5 with segmentation. (Since 4.15.0.) */
  get yoloSegOp(): YoloSegNmsOpView | undefined {
    const view = this.view.message(11);
    return view && new YoloSegNmsOpView(view);
  }

  /** YOLO version 8. (Since 4.16.0.) */
  get yolov8NmsOp(): Yolov8NmsOpView | undefined {
    const view = this.view.message(12);
    return view && new Yolov8NmsOpView(view);
  }

  /** True if boxes are decoded, but not suppressed. (Since 4.17.0.) */
  get bboxDecodingOnly(): boolean {
    return this.view.bool(13);
  }

  /** Which member of `nmsOp` is set. */
  get nmsOpCase(): NmsOpView['nmsOp']['case'] {
    return caseOf(this.view, 0) as NmsOpView['nmsOp']['case'];
  }

  /** Decoder of boxes, by family of networks. One is set. */
  get nmsOp():
    | Member<'yoloNmsOp', YoloNmsOpView>
    | Member<'yoloxNmsOp', YoloxNmsOpView>
    | Member<'ssdNmsOp', SSDNmsOpView>
    | Member<'iouOp', IOUNmsOpView>
    | Member<'yoloSegOp', YoloSegNmsOpView>
    | Member<'yolov8NmsOp', Yolov8NmsOpView>
    | NoMember {
    return memberOf(this, this.nmsOpCase) as never;
  }
}

/** Computation on the values of all classes, by the host. (ProtoMDLLogitsOp) */
export class LogitsOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLLogitsOp';

  /** Kind of computation. (Since 4.14.0.) */
  get logitsType(): number {
    return this.view.enum(1);
  }
}

/** An event that lets an operation begin. (ProtoMDLTrigger) */
export class TriggerView extends TypedView {
  static override readonly typeName = 'ProtoMDLTrigger';

  /** Identity of the trigger, unique in its network group. */
  get uniqueId(): number {
    return this.view.uint32(1);
  }

  /** Event of a layer controller (LCU). */
  get triggerLcu(): TriggerLcuView | undefined {
    const view = this.view.message(2);
    return view && new TriggerLcuView(view);
  }

  /** No event: the operation starts immediately. */
  get triggerNone(): TriggerNoneView | undefined {
    const view = this.view.message(3);
    return view && new TriggerNoneView(view);
  }

  /** All data was sent to the host. */
  get triggerAllDataWasSent(): TriggerAllDataWasSentToHostPCIeView | undefined {
    const view = this.view.message(4);
    return view && new TriggerAllDataWasSentToHostPCIeView(view);
  }

  /** All data was received from the host. Loaders from release 4.12 on refuse it. */
  get triggerAllDataWasReceived(): TriggerAllDataWasReceivedFromHostPCIeView | undefined {
    const view = this.view.message(5);
    return view && new TriggerAllDataWasReceivedFromHostPCIeView(view);
  }

  /** Event of the post-processor (NMS). */
  get triggerNms(): TriggerNmsView | undefined {
    const view = this.view.message(6);
    return view && new TriggerNmsView(view);
  }

  /** A transfer of variable size to the host is over. */
  get triggerDmaIdle(): WaitDmaIdleTriggerView | undefined {
    const view = this.view.message(7);
    return view && new WaitDmaIdleTriggerView(view);
  }

  /** Which member of `trigger` is set. */
  get triggerCase(): TriggerView['trigger']['case'] {
    return caseOf(this.view, 0) as TriggerView['trigger']['case'];
  }

  /** Kind of event. Exactly one is set; the loader refuses a trigger without a kind. */
  get trigger():
    | Member<'triggerLcu', TriggerLcuView>
    | Member<'triggerNone', TriggerNoneView>
    | Member<'triggerAllDataWasSent', TriggerAllDataWasSentToHostPCIeView>
    | Member<'triggerAllDataWasReceived', TriggerAllDataWasReceivedFromHostPCIeView>
    | Member<'triggerNms', TriggerNmsView>
    | Member<'triggerDmaIdle', WaitDmaIdleTriggerView>
    | NoMember {
    return memberOf(this, this.triggerCase) as never;
  }
}

/** One step of an operation. (ProtoMDLAction) */
export class ActionView extends TypedView {
  static override readonly typeName = 'ProtoMDLAction';

  /** Identity of the action, unique in its network group. */
  get uniqueId(): number {
    return this.view.uint32(1);
  }

  /** Write bytes to an address. Loaders from release 4.12 on refuse it. */
  get writeData(): ActionWriteDataView | undefined {
    const view = this.view.message(2);
    return view && new ActionWriteDataView(view);
  }

  /** Write configuration words through a configuration channel. */
  get writeDataCcw(): ActionWriteDataCcwView | undefined {
    const view = this.view.message(3);
    return view && new ActionWriteDataCcwView(view);
  }

  /** Write compressed bytes to an address. No loader implements it. */
  get writeCompressedData(): ActionWriteCompressedDataView | undefined {
    const view = this.view.message(4);
    return view && new ActionWriteCompressedDataView(view);
  }

  /** Start a cluster's sequencer. */
  get enableSequencer(): ActionEnableSequencerView | undefined {
    const view = this.view.message(5);
    return view && new ActionEnableSequencerView(view);
  }

  /** Wait until a cluster's sequencer is done. (The name is misspelt in the format.) */
  get waitForSeqeuncer(): ActionWaitForSequencerView | undefined {
    const view = this.view.message(6);
    return view && new ActionWaitForSequencerView(view);
  }

  /** Stop a layer controller. */
  get disableLcu(): ActionDisableLcuView | undefined {
    const view = this.view.message(7);
    return view && new ActionDisableLcuView(view);
  }

  /** Start a layer controller. */
  get enableLcu(): ActionEnableLcuView | undefined {
    const view = this.view.message(8);
    return view && new ActionEnableLcuView(view);
  }

  /** Do nothing. */
  get none(): ActionNoneView | undefined {
    const view = this.view.message(9);
    return view && new ActionNoneView(view);
  }

  /** Start the data flow of an input. */
  get allowInputDataflow(): ActionAllowInputDataflowView | undefined {
    const view = this.view.message(10);
    return view && new ActionAllowInputDataflowView(view);
  }

  /** Wait until the configuration of a module is complete. */
  get waitForModuleConfigDone(): ActionWaitForModuleConfigDoneView | undefined {
    const view = this.view.message(11);
    return view && new ActionWaitForModuleConfigDoneView(view);
  }

  /** Pauses the device for debugging. (Since 4.10.0.) */
  get debug(): ActionDebugView | undefined {
    const view = this.view.message(12);
    return view && new ActionDebugView(view);
  }

  /** Start the post-processor (NMS). (Since 4.12.0.) */
  get enableNms(): ActionEnableNMSView | undefined {
    const view = this.view.message(13);
    return view && new ActionEnableNMSView(view);
  }

  /** Write data to an address; the data may be known only at run time. (Since 4.14.0.) */
  get writeDataByType(): ActionWriteDataByTypeView | undefined {
    const view = this.view.message(14);
    return view && new ActionWriteDataByTypeView(view);
  }

  /** Tell a layer controller the size of the next batch. (Since 4.17.0.) */
  get switchLcuBatch(): ActionSwitchLcuBatchView | undefined {
    const view = this.view.message(15);
    return view && new ActionSwitchLcuBatchView(view);
  }

  /** Write configuration words that the container holds outside of the message. (Since 4.18.0.) */
  get writeDataCcwPtr(): ActionWriteDataCcwPtrView | undefined {
    const view = this.view.message(16);
    return view && new ActionWriteDataCcwPtrView(view);
  }

  /** Enable configuration channels. (Since 5.0.1.) */
  get allowConfigChannels(): ActionAllowConfigChannelView | undefined {
    const view = this.view.message(17);
    return view && new ActionAllowConfigChannelView(view);
  }

  /** Stop the channels of data. (Since 5.0.1.) */
  get disableDataChannels(): ActionDisableDataChannelsView | undefined {
    const view = this.view.message(18);
    return view && new ActionDisableDataChannelsView(view);
  }

  /** Which member of `action` is set. */
  get actionCase(): ActionView['action']['case'] {
    return caseOf(this.view, 0) as ActionView['action']['case'];
  }

  /** Kind of action. Exactly one is set; the loader refuses an action without a kind. */
  get action():
    | Member<'writeData', ActionWriteDataView>
    | Member<'writeDataCcw', ActionWriteDataCcwView>
    | Member<'writeCompressedData', ActionWriteCompressedDataView>
    | Member<'enableSequencer', ActionEnableSequencerView>
    | Member<'waitForSeqeuncer', ActionWaitForSequencerView>
    | Member<'disableLcu', ActionDisableLcuView>
    | Member<'enableLcu', ActionEnableLcuView>
    | Member<'none', ActionNoneView>
    | Member<'allowInputDataflow', ActionAllowInputDataflowView>
    | Member<'waitForModuleConfigDone', ActionWaitForModuleConfigDoneView>
    | Member<'debug', ActionDebugView>
    | Member<'enableNms', ActionEnableNMSView>
    | Member<'writeDataByType', ActionWriteDataByTypeView>
    | Member<'switchLcuBatch', ActionSwitchLcuBatchView>
    | Member<'writeDataCcwPtr', ActionWriteDataCcwPtrView>
    | Member<'allowConfigChannels', ActionAllowConfigChannelView>
    | Member<'disableDataChannels', ActionDisableDataChannelsView>
    | NoMember {
    return memberOf(this, this.actionCase) as never;
  }
}

/** The trigger after which a cluster is free. (ProtoMDLClusterEndGuarantee) */
export class ClusterEndGuaranteeView extends TypedView {
  static override readonly typeName = 'ProtoMDLClusterEndGuarantee';

  /** The cluster. */
  get clusterIndex(): number {
    return this.view.uint32(1);
  }

  /** Trigger after which the cluster is no longer in use. */
  get trigger(): TriggerView | undefined {
    const view = this.view.message(2);
    return view && new TriggerView(view);
  }
}

/** A trigger in the estimated order of execution. (ProtoMDLOrderedTrigger) */
export class OrderedTriggerView extends TypedView {
  static override readonly typeName = 'ProtoMDLOrderedTrigger';

  /** The trigger; in spite of the plural name, there is only one. */
  get triggers(): TriggerView | undefined {
    const view = this.view.message(1);
    return view && new TriggerView(view);
  }

  /** Estimated nanoseconds since the previous trigger. */
  get estimatedTimeFromPreviousNs(): bigint {
    return this.view.uint64(2);
  }
}

/** Sizes of the hardware's package. (ProtoMDLHwPackageInfo) */
export class HwPackageInfoView extends TypedView {
  static override readonly typeName = 'ProtoMDLHwPackageInfo';

  /** Alignment of dense data. */
  get denseAlignmentSize(): number {
    return this.view.uint32(1);
  }

  /** Width of the AXI bus. */
  get axiWidth(): number {
    return this.view.uint32(2);
  }

  /** Width of the memory. */
  get memoryWidth(): number {
    return this.view.uint32(3);
  }
}

/**
 * A dummy stream buffer (shmifo) that the glue logic of closed channels points to. Deprecated.
 * (ProtoMDLShmiglueInfo)
 */
export class ShmiglueInfoView extends TypedView {
  static override readonly typeName = 'ProtoMDLShmiglueInfo';

  /** True if there is a dummy stream buffer. Deprecated. @deprecated by the format */
  get shouldUseShmiglue(): boolean {
    return this.view.bool(1);
  }

  /** Index of the dummy stream buffer. Deprecated. @deprecated by the format */
  get shmiglueIndex(): number {
    return this.view.uint32(2);
  }
}

/** Shape of a tensor, in elements. (ProtoMDLTensorShape) */
export class TensorShapeView extends TypedView {
  static override readonly typeName = 'ProtoMDLTensorShape';

  /** Rows. (Since 4.12.0.) */
  get height(): number {
    return this.view.uint32(1);
  }

  /** Rows with padding. (Since 4.12.0.) */
  get paddedHeight(): number {
    return this.view.uint32(2);
  }

  /** Columns. (Since 4.12.0.) */
  get width(): number {
    return this.view.uint32(3);
  }

  /** Columns with padding. (Since 4.12.0.) */
  get paddedWidth(): number {
    return this.view.uint32(4);
  }

  /** Features (channels). (Since 4.12.0.) */
  get features(): number {
    return this.view.uint32(5);
  }

  /** Features with padding. (Since 4.12.0.) */
  get paddedFeatures(): number {
    return this.view.uint32(6);
  }
}

/** Limits for the boxes that post-processing (NMS) finds. (ProtoMDLNmsShape) */
export class NmsShapeView extends TypedView {
  static override readonly typeName = 'ProtoMDLNmsShape';

  /** Number of classes. (Since 4.12.0.) */
  get numberOfClasses(): number {
    return this.view.uint32(1);
  }

  /** Maximum number of boxes per class. (Since 4.12.0.) */
  get maxBboxesPerClass(): number {
    return this.view.uint32(2);
  }

  /** Size of one box. (Since 4.12.0.) */
  get bboxSize(): number {
    return this.view.uint32(3);
  }

  /** Number of parts into which the input was divided. (Since 4.12.0.) */
  get divisionFactor(): number {
    return this.view.uint32(4);
  }
}

/** A core operation for devices with certain clusters. (ProtoMDLPartialCoreOp) */
export class PartialCoreOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLPartialCoreOp';

  /** The operation, compiled for this layout. (Since 4.12.0.) */
  get coreOp(): CoreOpView | undefined {
    const view = this.view.message(1);
    return view && new CoreOpView(view);
  }

  /** Layout of the devices that the operation is for. (Since 4.12.0.) */
  get layout(): PhysicalLayoutView | undefined {
    const view = this.view.message(2);
    return view && new PhysicalLayoutView(view);
  }
}

/** Decoding of boxes: YOLO. (ProtoMDLYoloNmsOp) */
export class YoloNmsOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLYoloNmsOp';

  /** Rows of the image. (Since 4.12.0.) */
  get imageHeight(): number {
    return this.view.double(1);
  }

  /** Columns of the image. (Since 4.12.0.) */
  get imageWidth(): number {
    return this.view.double(2);
  }

  /** Number of parts into which the input was divided. (Since 4.12.0.) */
  get inputDivisionFactor(): number {
    return this.view.uint32(3);
  }

  /** One for each output of the network. (Since 4.12.0.) */
  get bboxDecoders(): List<YoloBboxDecoderView> {
    return this.view.messages(4, asYoloBboxDecoder, viewIn);
  }
}

/** Decoding of boxes: YOLOX. (ProtoMDLYoloxNmsOp) */
export class YoloxNmsOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLYoloxNmsOp';

  /** Rows of the image. (Since 4.14.0.) */
  get imageHeight(): number {
    return this.view.double(1);
  }

  /** Columns of the image. (Since 4.14.0.) */
  get imageWidth(): number {
    return this.view.double(2);
  }

  /** One for each set of outputs of the network. (Since 4.14.0.) */
  get bboxDecoders(): List<YoloxBboxDecoderView> {
    return this.view.messages(3, asYoloxBboxDecoder, viewIn);
  }
}

/** Decoding of boxes: SSD. (ProtoMDLSSDNmsOp) */
export class SSDNmsOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLSSDNmsOp';

  /** Rows of the image. (Since 4.13.0.) */
  get imageHeight(): number {
    return this.view.double(1);
  }

  /** Columns of the image. (Since 4.13.0.) */
  get imageWidth(): number {
    return this.view.double(2);
  }

  /** Divisor of the centres. (Since 4.13.0.) */
  get centersScaleFactor(): number {
    return this.view.uint32(3);
  }

  /** Divisor of heights and widths. (Since 4.13.0.) */
  get bboxDimensionsScaleFactor(): number {
    return this.view.uint32(4);
  }

  /** Index of the vertical position among a box's values. (Since 4.13.0.) */
  get ty(): number {
    return this.view.uint32(5);
  }

  /** Index of the horizontal position. (Since 4.13.0.) */
  get tx(): number {
    return this.view.uint32(6);
  }

  /** Index of the height. (Since 4.13.0.) */
  get th(): number {
    return this.view.uint32(7);
  }

  /** Index of the width. (Since 4.13.0.) */
  get tw(): number {
    return this.view.uint32(8);
  }

  /** One for each pair of outputs of the network. (Since 4.13.0.) */
  get bboxDecoders(): List<SSDBboxDecoderView> {
    return this.view.messages(9, asSSDBboxDecoder, viewIn);
  }
}

/** Boxes that are already decoded; has no parameters. (Since 4.13.0.) (ProtoMDLIOUNmsOp) */
export class IOUNmsOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLIOUNmsOp';
}

/** Decoding of boxes and masks: YOLO with segmentation. (ProtoMDLYoloSegNmsOp) */
export class YoloSegNmsOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLYoloSegNmsOp';

  /** Rows of the image. (Since 4.15.0.) */
  get imageHeight(): number {
    return this.view.double(1);
  }

  /** Columns of the image. (Since 4.15.0.) */
  get imageWidth(): number {
    return this.view.double(2);
  }

  /** One for each output of boxes. (Since 4.15.0.) */
  get bboxDecoders(): List<YoloBboxDecoderView> {
    return this.view.messages(3, asYoloBboxDecoder, viewIn);
  }

  /** The output with the prototypes of masks. (Since 4.15.0.) */
  get protoInfo(): YoloSegProtoInfoView | undefined {
    const view = this.view.message(4);
    return view && new YoloSegProtoInfoView(view);
  }

  /** Minimum value of a pixel that belongs to a mask. (Since 4.15.0.) */
  get maskThreshold(): number {
    return this.view.double(5);
  }
}

/** Decoding of boxes: YOLO version 8. (ProtoMDLYolov8NmsOp) */
export class Yolov8NmsOpView extends TypedView {
  static override readonly typeName = 'ProtoMDLYolov8NmsOp';

  /** Rows of the image. (Since 4.16.0.) */
  get imageHeight(): number {
    return this.view.double(1);
  }

  /** Columns of the image. (Since 4.16.0.) */
  get imageWidth(): number {
    return this.view.double(2);
  }

  /** Number of parts into which the input was divided. (Since 4.16.0.) */
  get inputDivisionFactor(): number {
    return this.view.uint32(3);
  }

  /** One for each pair of outputs of the network. (Since 4.16.0.) */
  get bboxDecoders(): List<Yolov8BboxDecoderView> {
    return this.view.messages(4, asYolov8BboxDecoder, viewIn);
  }

  /** Number of values from which one side of a box is estimated. (Since 4.16.0.) */
  get regressionLength(): number {
    return this.view.uint32(5);
  }
}

/** Raised by a layer controller (LCU). (ProtoMDLTriggerLcu) */
export class TriggerLcuView extends TypedView {
  static override readonly typeName = 'ProtoMDLTriggerLcu';

  /** Cluster of the LCU: 3 bits reach the device (0 to 7), more than 255 is refused. */
  get clusterIndex(): number {
    return this.view.uint32(1);
  }

  /** Number of the LCU in its cluster: 4 bits reach the device (0 to 15), more than 255 is refused. */
  get lcuIndex(): number {
    return this.view.uint32(2);
  }
}

/** The operation starts immediately. (ProtoMDLTriggerNone) */
export class TriggerNoneView extends TypedView {
  static override readonly typeName = 'ProtoMDLTriggerNone';
}

/** All data was sent to the host. (ProtoMDLTriggerAllDataWasSentToHostPCIe) */
export class TriggerAllDataWasSentToHostPCIeView extends TypedView {
  static override readonly typeName = 'ProtoMDLTriggerAllDataWasSentToHostPCIe';

  /** Stream buffer that sends: the sys_index of an output edge layer of the context, at most 255. */
  get shmifoIndex(): number {
    return this.view.uint32(1);
  }
}

/** All data was received from the host. (ProtoMDLTriggerAllDataWasReceivedFromHostPCIe) */
export class TriggerAllDataWasReceivedFromHostPCIeView extends TypedView {
  static override readonly typeName = 'ProtoMDLTriggerAllDataWasReceivedFromHostPCIe';

  /** Stream buffer that receives: the sys_index of an input edge layer of the context, at most 255. */
  get shmifoIndex(): number {
    return this.view.uint32(1);
  }
}

/**
 * Raised by the post-processor (NMS). The reshape-NMS interface is always 0, and is not stored. All
 * values are at most 255. (ProtoMDLTriggerNms)
 */
export class TriggerNmsView extends TypedView {
  static override readonly typeName = 'ProtoMDLTriggerNms';

  /** Index of the aggregator. */
  get aggregatorIndex(): number {
    return this.view.uint32(1);
  }

  /** Output buffer of the preceding cluster. */
  get predClusterObIndex(): number {
    return this.view.uint32(2);
  }

  /** Cluster of that output buffer. */
  get predClusterObClusterIndex(): number {
    return this.view.uint32(3);
  }

  /** Interface of that output buffer. */
  get predClusterObInterface(): number {
    return this.view.uint32(4);
  }

  /** Output buffer of the succeeding pre- and post-processing unit. */
  get succPrepostObIndex(): number {
    return this.view.uint32(5);
  }

  /** Interface of that output buffer. */
  get succPrepostObInterface(): number {
    return this.view.uint32(6);
  }
}

/** All data was sent to the host, for outputs of variable size. (ProtoMDLWaitDmaIdleTrigger) */
export class WaitDmaIdleTriggerView extends TypedView {
  static override readonly typeName = 'ProtoMDLWaitDmaIdleTrigger';

  /** Stream buffer that sends: the sys_index of an output edge layer of the context, at most 255. */
  get shmifoIndex(): number {
    return this.view.uint32(1);
  }
}

/** Writes bytes to an address. (ProtoMDLActionWriteData) */
export class ActionWriteDataView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionWriteData';

  /** Destination address. The loader keeps 32 bits and drops the rest silently. */
  get address(): bigint {
    return this.view.uint64(1);
  }

  /** Bytes to write, of any length. */
  get data(): BlobHandle {
    return this.view.bytes(2);
  }
}

/**
 * Writes configuration words. Only for bare files and containers of version 0: later containers keep the
 * words outside of the message. (ProtoMDLActionWriteDataCcw)
 */
export class ActionWriteDataCcwView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionWriteDataCcw';

  /**
   * The number of words minus one as a 32-bit little-endian integer, a 32-bit little-endian address,
   * then the words of 4 bytes, filled up to a multiple of 8.
   */
  get data(): BlobHandle {
    return this.view.bytes(1);
  }

  /** Configuration channel, below the group's cfg_channels_count. */
  get cfgChannelIndex(): number {
    return this.view.uint32(2);
  }
}

/** Writes compressed bytes to an address. (ProtoMDLActionWriteCompressedData) */
export class ActionWriteCompressedDataView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionWriteCompressedData';

  /** Destination address. */
  get address(): bigint {
    return this.view.uint64(1);
  }

  /** Compressed bytes. */
  get data(): BlobHandle {
    return this.view.bytes(2);
  }
}

/** Starts the sequencer of a cluster. (ProtoMDLActionEnableSequencer) */
export class ActionEnableSequencerView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionEnableSequencer';

  /** Cluster, at most 255; hardware has 8. */
  get clusterIndex(): number {
    return this.view.uint32(1);
  }

  /**
   * Start of the sequencer in L3, in the encoding of runtime release 4.0.0: the low 7 bits are the cut,
   * the next 12 bits the offset in units of 8 bytes. Only for files for such a runtime; later runtimes
   * read initial_l3_info.
   */
  get initialL3Legacy(): number {
    return this.view.uint32(2);
  }

  /** Bit for each APU in use. */
  get activeApuBitmap(): number {
    return this.view.uint32(3);
  }

  /** Bit for each subcluster in use; all 64 bits may be. */
  get activeScBitmap(): bigint {
    return this.view.uint64(4);
  }

  /** Bit for each L2 memory in use; all 64 bits may be. */
  get activeL2Bitmap(): bigint {
    return this.view.uint64(5);
  }

  /** Bit for each input aligner in use. */
  get activeIaBitmap(): number {
    return this.view.uint32(6);
  }

  /** L2 write starting offsets of 16 subclusters, for interleaved writing: first part. */
  get l2Write0(): number {
    return this.view.uint32(7);
  }

  /** Second part of the L2 write starting offsets. */
  get l2Write1(): number {
    return this.view.uint32(8);
  }

  /** Third part of the L2 write starting offsets. */
  get l2Write2(): number {
    return this.view.uint32(9);
  }

  /** Fourth part of the L2 write starting offsets. */
  get l2Write3(): number {
    return this.view.uint32(10);
  }

  /** Start of the sequencer in L3. */
  get initialL3Info(): InitialL3View | undefined {
    const view = this.view.message(11);
    return view && new InitialL3View(view);
  }
}

/** Waits until the sequencer of a cluster is done. (ProtoMDLActionWaitForSequencer) */
export class ActionWaitForSequencerView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionWaitForSequencer';

  /** Cluster, at most 255; hardware has 8. */
  get clusterIndex(): number {
    return this.view.uint32(1);
  }
}

/** Stops a layer controller (LCU). (ProtoMDLActionDisableLcu) */
export class ActionDisableLcuView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionDisableLcu';

  /** Number of the LCU in its cluster: 4 bits reach the device, more than 255 is refused. */
  get lcuIndex(): number {
    return this.view.uint32(1);
  }

  /** Cluster of the LCU: 3 bits reach the device, more than 255 is refused. */
  get clusterIndex(): number {
    return this.view.uint32(2);
  }

  /** Address at which the LCU is enabled and disabled. */
  get lcuEnableAddress(): number {
    return this.view.uint32(5);
  }
}

/** Starts a layer controller (LCU). (ProtoMDLActionEnableLcu) */
export class ActionEnableLcuView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionEnableLcu';

  /** Number of the LCU in its cluster: 4 bits reach the device, more than 255 is refused. */
  get lcuIndex(): number {
    return this.view.uint32(1);
  }

  /** Cluster of the LCU: 3 bits reach the device, more than 255 is refused. */
  get clusterIndex(): number {
    return this.view.uint32(2);
  }

  /** Address that marks the kernel complete, at most 65535. */
  get lcuKernelDoneAddress(): number {
    return this.view.uint32(3);
  }

  /** Number of times that address is reached before the kernel is complete. */
  get lcuKernelDoneCount(): number {
    return this.view.uint32(4);
  }

  /** Address at which the LCU is enabled and disabled. */
  get lcuEnableAddress(): number {
    return this.view.uint32(5);
  }

  /**
   * Index into networks_names of the group: the network of this LCU. Read only with the extension
   * MULTI_NETWORK_VARIABLE_BATCH_SIZE, and some loaders keep only 8 bits.
   */
  get networkIndex(): number {
    return this.view.uint32(6);
  }
}

/** Does nothing. (ProtoMDLActionNone) */
export class ActionNoneView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionNone';
}

/** Starts the data flow of an input of the context. (ProtoMDLActionAllowInputDataflow) */
export class ActionAllowInputDataflowView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionAllowInputDataflow';

  /** Input: the sys_index of an input edge layer of the context, at most 255. */
  get sysIndex(): number {
    return this.view.uint32(1);
  }

  /** Connection of that edge layer. */
  get connectionType(): number {
    return this.view.enum(2);
  }
}

/** Waits until the configuration of a module is complete. (ProtoMDLActionWaitForModuleConfigDone) */
export class ActionWaitForModuleConfigDoneView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionWaitForModuleConfigDone';

  /** Module to wait for, at most 255. */
  get index(): number {
    return this.view.uint32(1);
  }
}

/**
 * Pauses the device for debugging. Runtimes of releases 4.10 and 4.11 read other fields here.
 * (ProtoMDLActionDebug)
 */
export class ActionDebugView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionDebug';

  /** Selected member of the oneof. (Since 4.19.0.) */
  get type(): number {
    return this.view.enum(1);
  }

  /** A pause of fixed duration. (Since 4.19.0.) */
  get sleep(): ActionDebugSleepView | undefined {
    const view = this.view.message(2);
    return view && new ActionDebugSleepView(view);
  }

  /** A pause until the host resumes the device. (Since 4.19.0.) */
  get halt(): ActionDebugHaltView | undefined {
    const view = this.view.message(3);
    return view && new ActionDebugHaltView(view);
  }

  /** Which member of `action` is set. */
  get actionCase(): ActionDebugView['action']['case'] {
    return caseOf(this.view, 0) as ActionDebugView['action']['case'];
  }

  /** Kind of stop. One is set. */
  get action():
    | Member<'sleep', ActionDebugSleepView>
    | Member<'halt', ActionDebugHaltView>
    | NoMember {
    return memberOf(this, this.actionCase) as never;
  }
}

/** Starts the post-processor (NMS). (ProtoMDLActionEnableNMS) */
export class ActionEnableNMSView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionEnableNMS';

  /** Index of the post-processor. (Since 4.12.0.) */
  get nmsUnitIndex(): number {
    return this.view.uint32(1);
  }

  /** Index into networks_names: the network of the post-processor. (Since 4.12.0.) */
  get networkIndex(): number {
    return this.view.uint32(2);
  }

  /** Number of classes. (Since 4.14.0.) */
  get numberOfClasses(): number {
    return this.view.uint32(3);
  }

  /** Boxes in one burst. (Since 4.14.0.) */
  get burstSize(): number {
    return this.view.uint32(4);
  }

  /** Number of parts into which the input was divided. (Since 4.15.0.) */
  get divisionFactor(): number {
    return this.view.uint32(5);
  }
}

/** Writes to an address. (ProtoMDLActionWriteDataByType) */
export class ActionWriteDataByTypeView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionWriteDataByType';

  /** Destination address. (Since 4.14.0.) */
  get address(): bigint {
    return this.view.uint64(1);
  }

  /** Kind of data. (Since 4.14.0.) */
  get dataType(): number {
    return this.view.enum(2);
  }

  /** The bytes, for DATA_FROM_ACTION. (Since 4.14.0.) */
  get data(): BlobHandle {
    return this.view.bytes(3);
  }

  /** Bits that are written; other bits do not change. (Since 4.14.0.) */
  get mask(): number {
    return this.view.uint32(4);
  }

  /**
   * Index into networks_names: for BATCH_SIZE, the network whose batch size is written. (Since 4.14.0.)
   */
  get networkIndex(): number {
    return this.view.uint32(5);
  }

  /** Number of bits by which the value is shifted before the write. (Since 4.14.0.) */
  get shift(): number {
    return this.view.uint32(6);
  }
}

/** Tells a layer controller (LCU) the size of the next batch. (ProtoMDLActionSwitchLcuBatch) */
export class ActionSwitchLcuBatchView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionSwitchLcuBatch';

  /** Number of the LCU in its cluster. (Since 4.17.0.) */
  get lcuIndex(): number {
    return this.view.uint32(1);
  }

  /** Cluster of the LCU. (Since 4.17.0.) */
  get clusterIndex(): number {
    return this.view.uint32(2);
  }

  /** Index into networks_names: the network of this LCU. (Since 4.17.0.) */
  get networkIndex(): number {
    return this.view.uint32(6);
  }
}

/**
 * Writes configuration words that the container holds outside of the message. Only for containers of
 * version 1 and later. (ProtoMDLActionWriteDataCcwPtr)
 */
export class ActionWriteDataCcwPtrView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionWriteDataCcwPtr';

  /**
   * Offset of the words, in bytes from the container's zero point: the end of the message and its
   * padding. (Since 4.18.0.)
   */
  get offset(): bigint {
    return this.view.uint64(1);
  }

  /**
   * Size of the words in bytes. The words have the form of ProtoMDLActionWriteDataCcw.data. (Since
   * 4.18.0.)
   */
  get size(): number {
    return this.view.uint32(2);
  }

  /** Configuration channel: 0 to cfg_channels_count - 1 of the group. (Since 4.18.0.) */
  get cfgChannelIndex(): number {
    return this.view.uint32(3);
  }
}

/** Enables configuration channels. (ProtoMDLActionAllowConfigChannel) */
export class ActionAllowConfigChannelView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionAllowConfigChannel';

  /** Index of the configuration channel. (Since 5.0.1.) */
  get configIndex(): number {
    return this.view.uint32(1);
  }
}

/** Stops the channels of data. (Since 5.0.1.) (ProtoMDLActionDisableDataChannels) */
export class ActionDisableDataChannelsView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionDisableDataChannels';
}

/** One set of outputs. (ProtoMDLYoloxBboxDecoder) */
export class YoloxBboxDecoderView extends TypedView {
  static override readonly typeName = 'ProtoMDLYoloxBboxDecoder';

  /** Number of pixels of the image per cell of the output. (Since 4.14.0.) */
  get stride(): number {
    return this.view.uint32(1);
  }

  /** The input pad of the boxes. (Since 4.14.0.) */
  get regPadIndex(): number {
    return this.view.uint32(2);
  }

  /** The input pad of the classes. (Since 4.14.0.) */
  get clsPadIndex(): number {
    return this.view.uint32(3);
  }

  /** Index of the input pad for the probability that a box contains an object. (Since 4.14.0.) */
  get objPadIndex(): number {
    return this.view.uint32(4);
  }
}

/** Prototypes of masks. (ProtoMDLYoloSegProtoInfo) */
export class YoloSegProtoInfoView extends TypedView {
  static override readonly typeName = 'ProtoMDLYoloSegProtoInfo';

  /** Number of prototypes. (Since 4.15.0.) */
  get number(): number {
    return this.view.uint32(1);
  }

  /** Number of pixels of the image per cell of the output. (Since 4.15.0.) */
  get stride(): number {
    return this.view.uint32(2);
  }

  /** Name of the layer with the prototypes. (Since 4.15.0.) */
  get protoLayer(): string {
    return this.view.string(3);
  }
}

/** One pair of outputs. (ProtoMDLYolov8BboxDecoder) */
export class Yolov8BboxDecoderView extends TypedView {
  static override readonly typeName = 'ProtoMDLYolov8BboxDecoder';

  /** Number of pixels of the image per cell of the output. (Since 4.16.0.) */
  get stride(): number {
    return this.view.uint32(1);
  }

  /** The input pad of the boxes. (Since 4.16.0.) */
  get regPadIndex(): number {
    return this.view.uint32(2);
  }

  /** The input pad of the classes. (Since 4.16.0.) */
  get clsPadIndex(): number {
    return this.view.uint32(3);
  }
}

/** Start of a sequencer in the L3 memory. (InitialL3) */
export class InitialL3View extends TypedView {
  static override readonly typeName = 'InitialL3';

  /** L3 cut that the sequencer starts from, at most 255. */
  get initialL3Index(): number {
    return this.view.uint32(1);
  }

  /** Offset in the L3 cut, in bytes, at most 65535. */
  get initialL3Offset(): number {
    return this.view.uint32(2);
  }

  /** True if the loader uses this message. If false, the loader takes initial_l3_legacy instead. */
  get includesInitialL3Info(): boolean {
    return this.view.bool(3);
  }
}

/** Waits for a fixed duration. (ProtoMDLActionDebugSleep) */
export class ActionDebugSleepView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionDebugSleep';

  /** Duration in microseconds. (Since 4.10.0.) */
  get durationInUsec(): bigint {
    return this.view.uint64(1);
  }
}

/** Waits until the host resumes the device. (Since 4.19.0.) (ProtoMDLActionDebugHalt) */
export class ActionDebugHaltView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionDebugHalt';
}

/**
 * Defined, but not a member of the action choice: no file can hold it. (Misspelt in the format.)
 * (ProtoMDLActionSetDmaCompelte)
 */
export class ActionSetDmaCompelteView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionSetDmaCompelte';
}

/**
 * Defined, but not a member of the action choice: no file can hold it. (Misspelt in the format.)
 * (ProtoMDLActionWaitForDmaCompelte)
 */
export class ActionWaitForDmaCompelteView extends TypedView {
  static override readonly typeName = 'ProtoMDLActionWaitForDmaCompelte';
}

const asNetworkGroup = (view: MessageView): NetworkGroupView => new NetworkGroupView(view);
const asExtension = (view: MessageView): ExtensionView => new ExtensionView(view);
const asOptionalExtension = (view: MessageView): OptionalExtensionView => new OptionalExtensionView(view);
const asExternalResource = (view: MessageView): ExternalResourceView => new ExternalResourceView(view);
const asContext = (view: MessageView): ContextView => new ContextView(view);
const asPartialNetworkGroup = (view: MessageView): PartialNetworkGroupView => new PartialNetworkGroupView(view);
const asOp = (view: MessageView): OpView => new OpView(view);
const asPadEdge = (view: MessageView): PadEdgeView => new PadEdgeView(view);
const asCfgChannelConfig = (view: MessageView): CfgChannelConfigView => new CfgChannelConfigView(view);
const asOperation = (view: MessageView): OperationView => new OperationView(view);
const asEdgeLayerFused = (view: MessageView): EdgeLayerFusedView => new EdgeLayerFusedView(view);
const asPad = (view: MessageView): PadView => new PadView(view);
const asAction = (view: MessageView): ActionView => new ActionView(view);
const asEdgeLayer = (view: MessageView): EdgeLayerView => new EdgeLayerView(view);
const asClusterEndGuarantee = (view: MessageView): ClusterEndGuaranteeView => new ClusterEndGuaranteeView(view);
const asOrderedTrigger = (view: MessageView): OrderedTriggerView => new OrderedTriggerView(view);
const asPartialCoreOp = (view: MessageView): PartialCoreOpView => new PartialCoreOpView(view);
const asYoloBboxDecoder = (view: MessageView): YoloBboxDecoderView => new YoloBboxDecoderView(view);
const asYoloxBboxDecoder = (view: MessageView): YoloxBboxDecoderView => new YoloxBboxDecoderView(view);
const asSSDBboxDecoder = (view: MessageView): SSDBboxDecoderView => new SSDBboxDecoderView(view);
const asYolov8BboxDecoder = (view: MessageView): Yolov8BboxDecoderView => new Yolov8BboxDecoderView(view);
