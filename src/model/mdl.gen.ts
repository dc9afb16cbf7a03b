// Generated from proto/mdl.proto by `npm run generate` (scripts/model/generate-views.ts).
import { MDL } from '../schema/mdl.gen.js';
import type { BlobHandle } from './blob.js';
import { layoutsOf, type MessageLayout } from './layout.js';
import type { List } from './list.js';
import type { MessageView } from './message-view.js';
import { TypedView } from './typed-view.js';

const layout = (index: number): MessageLayout => layoutsOf(MDL)[index] as MessageLayout;
const viewIn = (typed: TypedView): MessageView => typed.view;

/**
 * Known values of type_index in ProtoMDLExtension and ProtoMDLOptionalExtension. No field has this type:
 * type_index is a plain uint32. Fields may hold other numbers too.
 */
export const ExtensionType = {
  /** The feature of included_features.abbale. */
  ABBALE: 0,
  /** The feature of included_features.posted_writes. */
  POSTED_WRITES: 1,
  /** Edge layers are buffered in external memory. */
  DDR: 2,
  /** Buffers in external memory are padded. The loader requires it wherever DDR edge layers are. */
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
   * Networks of a group may run with different batch sizes: network indices and networks_names count.
   * Loaders know it only as an optional extension.
   */
  MULTI_NETWORK_VARIABLE_BATCH_SIZE: 8,
  /** Post-processing (NMS) in a network of several contexts. */
  IS_NMS_MULTI_CONTEXT: 9,
  /** Argmax is left to the host. */
  OFFLOAD_ARGMAX: 10,
  /** The hardware does the padding. Loaders know it only as an optional extension. */
  HW_PADDING: 11,
  /**
   * The preliminary configuration includes the first context's start, which so runs as soon as possible.
   */
  PRELIMINARY_RUN_ASAP: 12,
  /** Placeholder, never to be used. */
  UNUSED: 65535,
} as const;

/**
 * Hardware architectures. Low numbers are reserved for public ones. Fields may hold other numbers too.
 */
export const HwArch = {
  /** ACCEL8. Loaders may refuse to configure a device with it. */
  ACCEL8: 0,
  /** ACCEL8P. */
  ACCEL8P: 1,
  /** ACCEL8R. */
  ACCEL8R: 2,
  /** Internal: SAGE, revision A0. */
  SAGE_A0: 100,
  /** Internal: SAGE, revision B0. */
  SAGE_B0: 101,
  /** Internal: PAPRIKA, revision B0. */
  PAPRIKA_B0: 102,
  /** Internal: MERCURY. */
  MERCURY: 103,
  /** Internal: GINGER, of the MERCURY family. */
  GINGER: 104,
  /** Internal: LAVENDER, of the MERCURY family. */
  LAVENDER: 105,
} as const;

/** Which way an edge layer goes, seen from the device. Fields may hold other numbers too. */
export const EdgeLayerDirection = {
  /** Input to the chip. */
  HOST_TO_DEVICE: 0,
  /** Output from the chip. */
  DEVICE_TO_HOST: 1,
} as const;

/** Which member of the oneof in ProtoMDLEdgeLayer is meant. Fields may hold other numbers too. */
export const EdgeLayerType = {
  /** layer_info: one tensor. */
  INFO: 0,
  /** layer_mux: several tensors interleaved into one transfer. */
  MUX: 1,
} as const;

/** What is at the other end of an edge layer. Fields may hold other numbers too. */
export const EdgeConnectionType = {
  /** The host: an input or output that users see. */
  BOUNDARY: 0,
  /** Another context, an earlier or a later one, by way of host memory. */
  INTERMEDIATE: 1,
  /** The same context, by way of a buffer in external memory. */
  DDR: 2,
} as const;

/** The root: everything a device needs to run one or more compiled networks. (ProtoMDLMdl) */
export class MdlView extends TypedView {
  static readonly typeName = 'ProtoMDLMdl';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(0);
  }

  /** Target, versions and creation time of the file. */
  get header(): HeaderView | undefined {
    const view = this.view.message(1);
    return view && new HeaderView(view);
  }

  /**
   * The network groups. A file without one is of no use, and programs that ask the loader for its
   * default group crash on it. Loaders of most releases walk the list from its end, so that their
   * default group is the last one here.
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

  /** Feature flags of old files (header.version 0). Newer files say it with extensions. */
  get includedFeatures(): IncludedFeaturesView | undefined {
    const view = this.view.message(4);
    return view && new IncludedFeaturesView(view);
  }

  /** Features the reader must know: a loader refuses a file with one it does not support. */
  get extensions(): List<ExtensionView> {
    return this.view.messages(5, asExtension, viewIn);
  }

  /** Features the reader may know: a loader passes over those it does not. */
  get optionalExtensions(): List<OptionalExtensionView> {
    return this.view.messages(6, asOptionalExtension, viewIn);
  }
}

/** What the file was made for, when, and by what. (ProtoMDLHeader) */
export class HeaderView extends TypedView {
  static readonly typeName = 'ProtoMDLHeader';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(1);
  }

  /** Hardware architecture the network was compiled for. A device refuses files of others. */
  get hwArch(): number {
    return this.view.enum(1);
  }

  /** Time of creation. Tool chains write milliseconds since the Unix epoch. */
  get timestamp(): bigint {
    return this.view.uint64(2);
  }

  /** Version of the tool chain that created the file. */
  get sdkVersion(): string {
    return this.view.string(3);
  }

  /**
   * Version of the message format. 0 makes readers take features from included_features, anything else
   * from the extension lists. Not to be confused with the version of the container around the message.
   */
  get version(): bigint {
    return this.view.uint64(4);
  }
}

/**
 * Networks that are configured and run together: a configuration for the start, and contexts that the
 * device goes through in order. (ProtoMDLNetworkGroup)
 */
export class NetworkGroupView extends TypedView {
  static readonly typeName = 'ProtoMDLNetworkGroup';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(2);
  }

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
   * Contexts in order of execution. The loader goes by position in this list and crashes where it is
   * empty.
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
   * Names of the connected components (networks), ordered by their index: what network_index refers to.
   * It counts only with the extension MULTI_NETWORK_VARIABLE_BATCH_SIZE, and then holds at most 8. A
   * network's full name is "group/network".
   */
  get networksNames(): List<string> {
    return this.view.scalars<string>(6);
  }
}

/**
 * Feature flags. The loader goes by them only where header.version is 0, and by the extension lists
 * otherwise. (ProtoMDLIncludedFeatures)
 */
export class IncludedFeaturesView extends TypedView {
  static readonly typeName = 'ProtoMDLIncludedFeatures';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(3);
  }

  /** Counterpart of the extension ABBALE. */
  get abbale(): boolean {
    return this.view.bool(1);
  }

  /** Counterpart of the extension POSTED_WRITES. */
  get postedWrites(): boolean {
    return this.view.bool(2);
  }

  /** Counterpart of the extension DDR: there are edge layers buffered in external memory. */
  get ddr(): boolean {
    return this.view.bool(3);
  }

  /**
   * How many contexts the network has. Only whether it is above zero is ever tested, and compilers came
   * to store 0 or 1. Counterpart of the extension IS_MULTI_CONTEXTS.
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

  /** Whether the network uses sequencers. No extension corresponds to it. */
  get sequencer(): boolean {
    return this.view.bool(8);
  }
}

/** A feature that a reader must support to use the file. (ProtoMDLExtension) */
export class ExtensionView extends TypedView {
  static readonly typeName = 'ProtoMDLExtension';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(4);
  }

  /** Which feature: a value of ProtoMDLExtensionType, or of a later list. */
  get typeIndex(): number {
    return this.view.uint32(1);
  }

  /** The feature's name, for people. */
  get name(): string {
    return this.view.string(2);
  }
}

/** A feature that a reader may ignore. (ProtoMDLOptionalExtension) */
export class OptionalExtensionView extends TypedView {
  static readonly typeName = 'ProtoMDLOptionalExtension';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(5);
  }

  /** Which feature: a value of ProtoMDLExtensionType, or of a later list. */
  get typeIndex(): number {
    return this.view.uint32(1);
  }

  /** The feature's name, for people. */
  get name(): string {
    return this.view.string(2);
  }
}

/** Name, index and figures of a network group. (ProtoMDLNetworkGroupMetadata) */
export class NetworkGroupMetadataView extends TypedView {
  static readonly typeName = 'ProtoMDLNetworkGroupMetadata';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(6);
  }

  /** Name of the group: unique in the file, fewer than 128 bytes. */
  get networkGroupName(): string {
    return this.view.string(1);
  }

  /** Place in the order of execution. The loader does not read it. */
  get networkGroupIndex(): number {
    return this.view.uint32(2);
  }

  /** Whether the network is transposed. */
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
}

/** Configuration written at the start of a network group. (ProtoMDLPreliminaryConfig) */
export class PreliminaryConfigView extends TypedView {
  static readonly typeName = 'ProtoMDLPreliminaryConfig';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(7);
  }

  /** Operations in order. */
  get operation(): List<OperationView> {
    return this.view.messages(1, asOperation, viewIn);
  }
}

/** One stage of the network: what the device is configured with at a time. (ProtoMDLContext) */
export class ContextView extends TypedView {
  static readonly typeName = 'ProtoMDLContext';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(8);
  }

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

/** How outputs that were split for the hardware are fused on the host. (ProtoMDLFusedLayersMetadata) */
export class FusedLayersMetadataView extends TypedView {
  static readonly typeName = 'ProtoMDLFusedLayersMetadata';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(9);
  }

  /**
   * Whether anything is fused. Where true, updated_sorted_output_names replaces the group's
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

/** Something to wait for, and what to do then. (ProtoMDLOperation) */
export class OperationView extends TypedView {
  static readonly typeName = 'ProtoMDLOperation';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(10);
  }

  /** What the operation waits for. */
  get trigger(): TriggerView | undefined {
    const view = this.view.message(1);
    return view && new TriggerView(view);
  }

  /** What is performed as part of the operation, in order. May be empty. */
  get actions(): List<ActionView> {
    return this.view.messages(2, asAction, viewIn);
  }
}

/** What a context is connected to, and facts for its execution. (ProtoMDLContextMetadata) */
export class ContextMetadataView extends TypedView {
  static readonly typeName = 'ProtoMDLContextMetadata';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(11);
  }

  /** Name of the context. Empty in files seen so far. */
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

  /** Triggers by estimated end of execution. The loader does not read them. */
  get triggerOrder(): List<OrderedTriggerView> {
    return this.view.messages(4, asOrderedTrigger, viewIn);
  }

  /** Names of the outputs, in order. The last context's list is used where the group has none. */
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

/** A layer that users see as one, and that leaves the device as several. (ProtoMDLEdgeLayerFused) */
export class EdgeLayerFusedView extends TypedView {
  static readonly typeName = 'ProtoMDLEdgeLayerFused';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(12);
  }

  /** The layer as users see it. */
  get layerInfo(): EdgeLayerInfoView | undefined {
    const view = this.view.message(1);
    return view && new EdgeLayerInfoView(view);
  }

  /**
   * Names of the edge layers it was split into. The loader does not read them: it goes by
   * nms_info.defuse_info of those layers.
   */
  get defusedLayersNames(): List<string> {
    return this.view.scalars<string>(2);
  }

  /** Post-processing parameters of the whole. */
  get nmsInfo(): NmsInfoView | undefined {
    const view = this.view.message(3);
    return view && new NmsInfoView(view);
  }
}

/** An event that lets an operation begin. (ProtoMDLTrigger) */
export class TriggerView extends TypedView {
  static readonly typeName = 'ProtoMDLTrigger';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(13);
  }

  /** Identity of the trigger, unique in its network group. */
  get uniqueId(): number {
    return this.view.uint32(1);
  }

  /** A layer controller (LCU) raises it. */
  get triggerLcu(): TriggerLcuView | undefined {
    const view = this.view.message(2);
    return view && new TriggerLcuView(view);
  }

  /** Nothing to wait for. */
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

  /** The post-processor (NMS) raises it. */
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
  get triggerCase():
    | 'triggerLcu'
    | 'triggerNone'
    | 'triggerAllDataWasSent'
    | 'triggerAllDataWasReceived'
    | 'triggerNms'
    | 'triggerDmaIdle'
    | undefined {
    switch (this.view.oneofCase(0)) {
      case 2:
        return 'triggerLcu';
      case 3:
        return 'triggerNone';
      case 4:
        return 'triggerAllDataWasSent';
      case 5:
        return 'triggerAllDataWasReceived';
      case 6:
        return 'triggerNms';
      case 7:
        return 'triggerDmaIdle';
      default:
        return undefined;
    }
  }

  /** What the event is. Exactly one is set; the loader refuses a trigger with none. */
  get trigger():
    | { case: 'triggerLcu'; value: TriggerLcuView }
    | { case: 'triggerNone'; value: TriggerNoneView }
    | { case: 'triggerAllDataWasSent'; value: TriggerAllDataWasSentToHostPCIeView }
    | { case: 'triggerAllDataWasReceived'; value: TriggerAllDataWasReceivedFromHostPCIeView }
    | { case: 'triggerNms'; value: TriggerNmsView }
    | { case: 'triggerDmaIdle'; value: WaitDmaIdleTriggerView }
    | { case: undefined; value?: undefined } {
    const which = this.triggerCase;
    switch (which) {
      case 'triggerLcu':
        return { case: which, value: this.triggerLcu as TriggerLcuView };
      case 'triggerNone':
        return { case: which, value: this.triggerNone as TriggerNoneView };
      case 'triggerAllDataWasSent':
        return { case: which, value: this.triggerAllDataWasSent as TriggerAllDataWasSentToHostPCIeView };
      case 'triggerAllDataWasReceived':
        return { case: which, value: this.triggerAllDataWasReceived as TriggerAllDataWasReceivedFromHostPCIeView };
      case 'triggerNms':
        return { case: which, value: this.triggerNms as TriggerNmsView };
      case 'triggerDmaIdle':
        return { case: which, value: this.triggerDmaIdle as WaitDmaIdleTriggerView };
      default:
        return { case: undefined };
    }
  }
}

/** One step of an operation. (ProtoMDLAction) */
export class ActionView extends TypedView {
  static readonly typeName = 'ProtoMDLAction';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(14);
  }

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

  /** Let data into an input. */
  get allowInputDataflow(): ActionAllowInputDataflowView | undefined {
    const view = this.view.message(10);
    return view && new ActionAllowInputDataflowView(view);
  }

  /** Wait until a module has taken its configuration. */
  get waitForModuleConfigDone(): ActionWaitForModuleConfigDoneView | undefined {
    const view = this.view.message(11);
    return view && new ActionWaitForModuleConfigDoneView(view);
  }

  /** Which member of `action` is set. */
  get actionCase():
    | 'writeData'
    | 'writeDataCcw'
    | 'writeCompressedData'
    | 'enableSequencer'
    | 'waitForSeqeuncer'
    | 'disableLcu'
    | 'enableLcu'
    | 'none'
    | 'allowInputDataflow'
    | 'waitForModuleConfigDone'
    | undefined {
    switch (this.view.oneofCase(0)) {
      case 2:
        return 'writeData';
      case 3:
        return 'writeDataCcw';
      case 4:
        return 'writeCompressedData';
      case 5:
        return 'enableSequencer';
      case 6:
        return 'waitForSeqeuncer';
      case 7:
        return 'disableLcu';
      case 8:
        return 'enableLcu';
      case 9:
        return 'none';
      case 10:
        return 'allowInputDataflow';
      case 11:
        return 'waitForModuleConfigDone';
      default:
        return undefined;
    }
  }

  /** What is done. Exactly one is set; the loader refuses an action with none. */
  get action():
    | { case: 'writeData'; value: ActionWriteDataView }
    | { case: 'writeDataCcw'; value: ActionWriteDataCcwView }
    | { case: 'writeCompressedData'; value: ActionWriteCompressedDataView }
    | { case: 'enableSequencer'; value: ActionEnableSequencerView }
    | { case: 'waitForSeqeuncer'; value: ActionWaitForSequencerView }
    | { case: 'disableLcu'; value: ActionDisableLcuView }
    | { case: 'enableLcu'; value: ActionEnableLcuView }
    | { case: 'none'; value: ActionNoneView }
    | { case: 'allowInputDataflow'; value: ActionAllowInputDataflowView }
    | { case: 'waitForModuleConfigDone'; value: ActionWaitForModuleConfigDoneView }
    | { case: undefined; value?: undefined } {
    const which = this.actionCase;
    switch (which) {
      case 'writeData':
        return { case: which, value: this.writeData as ActionWriteDataView };
      case 'writeDataCcw':
        return { case: which, value: this.writeDataCcw as ActionWriteDataCcwView };
      case 'writeCompressedData':
        return { case: which, value: this.writeCompressedData as ActionWriteCompressedDataView };
      case 'enableSequencer':
        return { case: which, value: this.enableSequencer as ActionEnableSequencerView };
      case 'waitForSeqeuncer':
        return { case: which, value: this.waitForSeqeuncer as ActionWaitForSequencerView };
      case 'disableLcu':
        return { case: which, value: this.disableLcu as ActionDisableLcuView };
      case 'enableLcu':
        return { case: which, value: this.enableLcu as ActionEnableLcuView };
      case 'none':
        return { case: which, value: this.none as ActionNoneView };
      case 'allowInputDataflow':
        return { case: which, value: this.allowInputDataflow as ActionAllowInputDataflowView };
      case 'waitForModuleConfigDone':
        return { case: which, value: this.waitForModuleConfigDone as ActionWaitForModuleConfigDoneView };
      default:
        return { case: undefined };
    }
  }
}

/** An input or output of a context. (ProtoMDLEdgeLayer) */
export class EdgeLayerView extends TypedView {
  static readonly typeName = 'ProtoMDLEdgeLayer';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(15);
  }

  /** Input or output. */
  get direction(): number {
    return this.view.enum(1);
  }

  /**
   * Which member of the oneof is set. The loader goes by this and not by the oneof; a file where the two
   * disagree does not load.
   */
  get edgeLayerType(): number {
    return this.view.enum(2);
  }

  /** One tensor. */
  get layerInfo(): EdgeLayerInfoView | undefined {
    const view = this.view.message(3);
    return view && new EdgeLayerInfoView(view);
  }

  /** Several tensors interleaved. */
  get layerMux(): EdgeLayerMuxView | undefined {
    const view = this.view.message(4);
    return view && new EdgeLayerMuxView(view);
  }

  /** What the layer is connected to. Absent means the host (BOUNDARY). */
  get contextSwitchInfo(): ContextSwitchInformationView | undefined {
    const view = this.view.message(5);
    return view && new ContextSwitchInformationView(view);
  }

  /**
   * Index into networks_names of the group. Read only with the extension
   * MULTI_NETWORK_VARIABLE_BATCH_SIZE, and some loaders keep only 8 bits of it.
   */
  get networkIndex(): number {
    return this.view.uint32(6);
  }

  /** Which member of `edge` is set. */
  get edgeCase():
    | 'layerInfo'
    | 'layerMux'
    | undefined {
    switch (this.view.oneofCase(0)) {
      case 3:
        return 'layerInfo';
      case 4:
        return 'layerMux';
      default:
        return undefined;
    }
  }

  /** The layer itself. Exactly one is set. */
  get edge():
    | { case: 'layerInfo'; value: EdgeLayerInfoView }
    | { case: 'layerMux'; value: EdgeLayerMuxView }
    | { case: undefined; value?: undefined } {
    const which = this.edgeCase;
    switch (which) {
      case 'layerInfo':
        return { case: which, value: this.layerInfo as EdgeLayerInfoView };
      case 'layerMux':
        return { case: which, value: this.layerMux as EdgeLayerMuxView };
      default:
        return { case: undefined };
    }
  }
}

/** When a cluster is free. (ProtoMDLClusterEndGuarantee) */
export class ClusterEndGuaranteeView extends TypedView {
  static readonly typeName = 'ProtoMDLClusterEndGuarantee';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(16);
  }

  /** The cluster. */
  get clusterIndex(): number {
    return this.view.uint32(1);
  }

  /** Once this is raised, the cluster is no longer in use. */
  get trigger(): TriggerView | undefined {
    const view = this.view.message(2);
    return view && new TriggerView(view);
  }
}

/** A trigger at its place in the estimated order of execution. (ProtoMDLOrderedTrigger) */
export class OrderedTriggerView extends TypedView {
  static readonly typeName = 'ProtoMDLOrderedTrigger';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(17);
  }

  /** The trigger: one, in spite of the name. */
  get triggers(): TriggerView | undefined {
    const view = this.view.message(1);
    return view && new TriggerView(view);
  }

  /** Estimated nanoseconds since the trigger before. */
  get estimatedTimeFromPreviousNs(): bigint {
    return this.view.uint64(2);
  }
}

/** Sizes of the hardware's package. (ProtoMDLHwPackageInfo) */
export class HwPackageInfoView extends TypedView {
  static readonly typeName = 'ProtoMDLHwPackageInfo';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(18);
  }

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
  static readonly typeName = 'ProtoMDLShmiglueInfo';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(19);
  }

  /** Whether there is one. Deprecated. @deprecated by the format */
  get shouldUseShmiglue(): boolean {
    return this.view.bool(1);
  }

  /** Which one. Deprecated. @deprecated by the format */
  get shmiglueIndex(): number {
    return this.view.uint32(2);
  }
}

/** One tensor on the edge of a context. (ProtoMDLEdgeLayerInfo) */
export class EdgeLayerInfoView extends TypedView {
  static readonly typeName = 'ProtoMDLEdgeLayerInfo';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(20);
  }

  /** Name: fewer than 128 bytes, unique among the group's boundary layers. */
  get name(): string {
    return this.view.string(1);
  }

  /** Shape, transfer sizes, format. */
  get edgeLayerBase(): EdgeLayerBaseView | undefined {
    const view = this.view.message(2);
    return view && new EdgeLayerBaseView(view);
  }

  /** Quantization. Usually absent on layers that are no boundary. */
  get numericInfo(): EdgeLayerNumericInfoView | undefined {
    const view = this.view.message(3);
    return view && new EdgeLayerNumericInfoView(view);
  }

  /** Name of the output layer in the network description the compiler started from. */
  get hnOutputLayerName(): string {
    return this.view.string(4);
  }

  /** Names of the layer in the network that the user gave to the tool chain. */
  get originalNames(): List<string> {
    return this.view.scalars<string>(5);
  }

  /** Whether the tensor is transposed. */
  get transposed(): boolean {
    return this.view.bool(6);
  }
}

/**
 * Parameters of post-processing by non-maximum suppression (NMS). The loader keeps 32 bits of each
 * 64-bit value. (ProtoMDLNmsInfo)
 */
export class NmsInfoView extends TypedView {
  static readonly typeName = 'ProtoMDLNmsInfo';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(21);
  }

  /** Kind of post-processing. */
  get typeIndex(): number {
    return this.view.uint32(1);
  }

  /** Classes that the output tells apart. */
  get numberOfClasses(): bigint {
    return this.view.uint64(2);
  }

  /** Boxes per class, at most. */
  get maxOutputSize(): bigint {
    return this.view.uint64(3);
  }

  /** Bytes of one box; hosts read 8. */
  get bboxSize(): bigint {
    return this.view.uint64(4);
  }

  /** Whether this output is one part of a fused layer. */
  get isDefused(): boolean {
    return this.view.bool(5);
  }

  /** Which part of which fused layer it is. */
  get defuseInfo(): NmsDefuseInfoView | undefined {
    const view = this.view.message(6);
    return view && new NmsDefuseInfoView(view);
  }

  /** Into how many parts the input was divided; 0 means 1. */
  get inputDivisionFactor(): bigint {
    return this.view.uint64(7);
  }
}

/** Raised by a layer controller (LCU). (ProtoMDLTriggerLcu) */
export class TriggerLcuView extends TypedView {
  static readonly typeName = 'ProtoMDLTriggerLcu';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(22);
  }

  /** Cluster of the LCU: 3 bits reach the device (0 to 7), more than 255 is refused. */
  get clusterIndex(): number {
    return this.view.uint32(1);
  }

  /** Number of the LCU in its cluster: 4 bits reach the device (0 to 15), more than 255 is refused. */
  get lcuIndex(): number {
    return this.view.uint32(2);
  }
}

/** The operation can be performed at once. (ProtoMDLTriggerNone) */
export class TriggerNoneView extends TypedView {
  static readonly typeName = 'ProtoMDLTriggerNone';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(23);
  }
}

/** All data was sent to the host. (ProtoMDLTriggerAllDataWasSentToHostPCIe) */
export class TriggerAllDataWasSentToHostPCIeView extends TypedView {
  static readonly typeName = 'ProtoMDLTriggerAllDataWasSentToHostPCIe';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(24);
  }

  /** Stream buffer that sends: the sys_index of an output edge layer of the context, at most 255. */
  get shmifoIndex(): number {
    return this.view.uint32(1);
  }
}

/** All data was received from the host. (ProtoMDLTriggerAllDataWasReceivedFromHostPCIe) */
export class TriggerAllDataWasReceivedFromHostPCIeView extends TypedView {
  static readonly typeName = 'ProtoMDLTriggerAllDataWasReceivedFromHostPCIe';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(25);
  }

  /** Stream buffer that receives: the sys_index of an input edge layer of the context, at most 255. */
  get shmifoIndex(): number {
    return this.view.uint32(1);
  }
}

/**
 * Raised by the post-processor (NMS). The reshape-NMS interface is always 0 and so not stored. All
 * values are at most 255. (ProtoMDLTriggerNms)
 */
export class TriggerNmsView extends TypedView {
  static readonly typeName = 'ProtoMDLTriggerNms';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(26);
  }

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

/** All data was sent to the host, where the size of the output varies. (ProtoMDLWaitDmaIdleTrigger) */
export class WaitDmaIdleTriggerView extends TypedView {
  static readonly typeName = 'ProtoMDLWaitDmaIdleTrigger';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(27);
  }

  /** Stream buffer that sends: the sys_index of an output edge layer of the context, at most 255. */
  get shmifoIndex(): number {
    return this.view.uint32(1);
  }
}

/** Writes bytes to an address. (ProtoMDLActionWriteData) */
export class ActionWriteDataView extends TypedView {
  static readonly typeName = 'ProtoMDLActionWriteData';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(28);
  }

  /** Where to. The loader keeps 32 bits and drops the rest without a word. */
  get address(): bigint {
    return this.view.uint64(1);
  }

  /** What to write, of any length. */
  get data(): BlobHandle {
    return this.view.bytes(2);
  }
}

/**
 * Writes configuration words. Only for files whose container, if any, is of version 0: the later ones
 * keep the words outside the message. (ProtoMDLActionWriteDataCcw)
 */
export class ActionWriteDataCcwView extends TypedView {
  static readonly typeName = 'ProtoMDLActionWriteDataCcw';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(29);
  }

  /**
   * A 32-bit little-endian number of words less one, a 32-bit little-endian address, then the words of 4
   * bytes, filled up to a multiple of 8.
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
  static readonly typeName = 'ProtoMDLActionWriteCompressedData';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(30);
  }

  /** Where to. */
  get address(): bigint {
    return this.view.uint64(1);
  }

  /** The bytes, compressed. */
  get data(): BlobHandle {
    return this.view.bytes(2);
  }
}

/** Starts the sequencer of a cluster. (ProtoMDLActionEnableSequencer) */
export class ActionEnableSequencerView extends TypedView {
  static readonly typeName = 'ProtoMDLActionEnableSequencer';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(31);
  }

  /** Cluster, at most 255; hardware has 8. */
  get clusterIndex(): number {
    return this.view.uint32(1);
  }

  /**
   * Where the sequencer starts in L3, in the encoding of runtime release 4.0.0: the low 7 bits are the
   * cut, the 12 above them the offset in units of 8 bytes. Kept only for files that such a runtime
   * reads; initial_l3_info carries the current data.
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

  /** Where the sequencer starts in L3. */
  get initialL3Info(): InitialL3View | undefined {
    const view = this.view.message(11);
    return view && new InitialL3View(view);
  }
}

/** Waits until the sequencer of a cluster is done. (ProtoMDLActionWaitForSequencer) */
export class ActionWaitForSequencerView extends TypedView {
  static readonly typeName = 'ProtoMDLActionWaitForSequencer';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(32);
  }

  /** Cluster, at most 255; hardware has 8. */
  get clusterIndex(): number {
    return this.view.uint32(1);
  }
}

/** Stops a layer controller (LCU). (ProtoMDLActionDisableLcu) */
export class ActionDisableLcuView extends TypedView {
  static readonly typeName = 'ProtoMDLActionDisableLcu';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(33);
  }

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
  static readonly typeName = 'ProtoMDLActionEnableLcu';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(34);
  }

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

  /** How many times that address is reached before the kernel is complete. */
  get lcuKernelDoneCount(): number {
    return this.view.uint32(4);
  }

  /** Address at which the LCU is enabled and disabled. */
  get lcuEnableAddress(): number {
    return this.view.uint32(5);
  }

  /**
   * Index into networks_names of the group: the network this LCU works for. Read only with the extension
   * MULTI_NETWORK_VARIABLE_BATCH_SIZE, and some loaders keep only 8 bits of it.
   */
  get networkIndex(): number {
    return this.view.uint32(6);
  }
}

/** Does nothing. (ProtoMDLActionNone) */
export class ActionNoneView extends TypedView {
  static readonly typeName = 'ProtoMDLActionNone';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(35);
  }
}

/** Lets data into an input of the context. (ProtoMDLActionAllowInputDataflow) */
export class ActionAllowInputDataflowView extends TypedView {
  static readonly typeName = 'ProtoMDLActionAllowInputDataflow';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(36);
  }

  /** Which input: the sys_index of an input edge layer of the context, at most 255. */
  get sysIndex(): number {
    return this.view.uint32(1);
  }

  /** What that edge layer is connected to. */
  get connectionType(): number {
    return this.view.enum(2);
  }
}

/** Waits until a module has taken its configuration. (ProtoMDLActionWaitForModuleConfigDone) */
export class ActionWaitForModuleConfigDoneView extends TypedView {
  static readonly typeName = 'ProtoMDLActionWaitForModuleConfigDone';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(37);
  }

  /** Module to wait for, at most 255. */
  get index(): number {
    return this.view.uint32(1);
  }
}

/**
 * Several tensors interleaved into one transfer: a tree with this mux as its root, of at most 32 nodes.
 * (ProtoMDLEdgeLayerMux)
 */
export class EdgeLayerMuxView extends TypedView {
  static readonly typeName = 'ProtoMDLEdgeLayerMux';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(38);
  }

  /** Name: fewer than 128 bytes. */
  get name(): string {
    return this.view.string(1);
  }

  /** Shape, transfer sizes and format of the whole. */
  get edgeLayerBase(): EdgeLayerBaseView | undefined {
    const view = this.view.message(2);
    return view && new EdgeLayerBaseView(view);
  }

  /** How rows of the predecessors alternate. */
  get muxData(): EdgeLayerMuxDataView | undefined {
    const view = this.view.message(3);
    return view && new EdgeLayerMuxDataView(view);
  }

  /** Name of the output layer in the network description the compiler started from. */
  get hnOutputLayerName(): string {
    return this.view.string(4);
  }

  /**
   * What is interleaved, 4 at most. mux_data.number_of_predecessors has to be this list's length: the
   * loader trusts it and reads past the end.
   */
  get predecessors(): List<EdgeView> {
    return this.view.messages(5, asEdge, viewIn);
  }

  /** Names of the layer in the network that the user gave to the tool chain. */
  get originalNames(): List<string> {
    return this.view.scalars<string>(6);
  }
}

/** What an edge layer is connected to. (ProtoMDLContextSwitchInformation) */
export class ContextSwitchInformationView extends TypedView {
  static readonly typeName = 'ProtoMDLContextSwitchInformation';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(39);
  }

  /** The context the layer belongs to. The loader does not read it. */
  get contextIndex(): number {
    return this.view.uint32(1);
  }

  /** That context's name. The loader does not read it. */
  get contextName(): string {
    return this.view.string(2);
  }

  /** What is at the other end. */
  get edgeConnectionType(): number {
    return this.view.enum(3);
  }

  /**
   * The other end's context. Newer loaders take connected_contexts instead. Means nothing (and is 0) on
   * boundary layers.
   */
  get connectedContextIndex(): number {
    return this.view.uint32(4);
  }

  /** That context's name. The loader does not read it. */
  get connectedContextName(): string {
    return this.view.string(5);
  }

  /**
   * Number of buffers between both ends, at most 65535 for DDR. 0xFFFFFFFF on layers that have none.
   */
  get buffers(): number {
    return this.view.uint32(6);
  }

  /** The other end's sys_index. Newer loaders take connected_contexts instead. */
  get connectedSysIndex(): number {
    return this.view.uint32(7);
  }

  /** The other ends: those of an output can be several. For DDR exactly one, in the same context. */
  get connectedContexts(): List<ConnectedContextInfoView> {
    return this.view.messages(8, asConnectedContextInfo, viewIn);
  }
}

/**
 * Shape, format and transfer sizes of an edge layer. Shapes are in elements; the padded sizes are those
 * in device memory, and a user's frame has the sizes without padding. (ProtoMDLEdgeLayerBase)
 */
export class EdgeLayerBaseView extends TypedView {
  static readonly typeName = 'ProtoMDLEdgeLayerBase';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(40);
  }

  /** Rows of a frame. */
  get height(): number {
    return this.view.uint32(1);
  }

  /** Rows with padding, not fewer than height. */
  get paddedHeight(): number {
    return this.view.uint32(2);
  }

  /** Columns of a frame. */
  get width(): number {
    return this.view.uint32(3);
  }

  /** Columns with padding, not fewer than width. */
  get paddedWidth(): number {
    return this.view.uint32(4);
  }

  /** Features (channels) of a frame. */
  get features(): number {
    return this.view.uint32(5);
  }

  /** Features with padding, not fewer than features. */
  get paddedFeatures(): number {
    return this.view.uint32(6);
  }

  /**
   * Order of the elements, an unrestricted number that may become an enum. The format does not name the
   * codes. Loaders know 0 NHWC, 1 NHCW, 2 NC, 3 FCR, 4 BAYER, 5 NHW, 6 NMS, 7 F8CR, 8 RGB888 and 11
   * YUY2; later ones also 13 to 16.
   */
  get format(): number {
    return this.view.uint32(7);
  }

  /** Index of the stream: unique in its context and direction, at most 255; hardware has 32. */
  get sysIndex(): number {
    return this.view.uint32(8);
  }

  /** Bytes of one device buffer, at most 65535. */
  get coreBytesPerBuffer(): number {
    return this.view.uint32(9);
  }

  /** Device buffers that make one frame, at most 65535. */
  get coreBuffersPerFrame(): number {
    return this.view.uint32(10);
  }

  /** Parameters of post-processing. */
  get additionalInfo(): AdditionalInfoView | undefined {
    const view = this.view.message(11);
    return view && new AdditionalInfoView(view);
  }

  /** Bytes of one element: 1 or 2. */
  get dataBytes(): number {
    return this.view.uint32(12);
  }

  /**
   * Stream buffers of the layer: exactly one entry in practice. The loader reads the first without a
   * check and crashes on boundary layers that have none.
   */
  get bufferIndices(): List<ResourceIndicesView> {
    return this.view.messages(13, asResourceIndices, viewIn);
  }

  /** Whether the host computes argmax of the output. Later loaders refuse it. */
  get hostArgmax(): boolean {
    return this.view.bool(14);
  }

  /** Largest size of the stream buffer. */
  get maxShmifoSize(): number {
    return this.view.uint32(15);
  }
}

/** Quantization of a tensor, and the limits of its values. (ProtoMDLEdgeLayerNumericInfo) */
export class EdgeLayerNumericInfoView extends TypedView {
  static readonly typeName = 'ProtoMDLEdgeLayerNumericInfo';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(41);
  }

  /** Zero point of the quantization. */
  get qpZp(): number {
    return this.view.float(1);
  }

  /** Scale of the quantization; hosts divide by it. */
  get qpScale(): number {
    return this.view.float(2);
  }

  /** Lower limit of the values. */
  get limvalsMin(): number {
    return this.view.float(3);
  }

  /** Upper limit of the values, not below limvals_min. */
  get limvalsMax(): number {
    return this.view.float(4);
  }
}

/** Which part of which fused layer an output is. (ProtoMDLNmsDefuseInfo) */
export class NmsDefuseInfoView extends TypedView {
  static readonly typeName = 'ProtoMDLNmsDefuseInfo';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(42);
  }

  /** Position among the parts of the fused layer, 0 to 8. */
  get classGroupIndex(): bigint {
    return this.view.uint64(1);
  }

  /** Name of the fused layer: fused_layers[].layer_info.name, fewer than 128 bytes. */
  get originalName(): string {
    return this.view.string(3);
  }
}

/** Where in the L3 memory a sequencer starts. (InitialL3) */
export class InitialL3View extends TypedView {
  static readonly typeName = 'InitialL3';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(43);
  }

  /** L3 cut that the sequencer starts from, at most 255. */
  get initialL3Index(): number {
    return this.view.uint32(1);
  }

  /** Offset in it, in bytes, at most 65535. */
  get initialL3Offset(): number {
    return this.view.uint32(2);
  }

  /** Whether this message counts. Where false, the loader takes initial_l3_legacy instead. */
  get includesInitialL3Info(): boolean {
    return this.view.bool(3);
  }
}

/** How the rows of a mux's predecessors alternate. (ProtoMDLEdgeLayerMuxData) */
export class EdgeLayerMuxDataView extends TypedView {
  static readonly typeName = 'ProtoMDLEdgeLayerMuxData';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(44);
  }

  /** Length of the mux's list predecessors, stored again. */
  get numberOfPredecessors(): number {
    return this.view.uint32(1);
  }

  /** Greatest common divisor of the predecessors' heights: how often the pattern repeats in a frame. */
  get heightGcd(): number {
    return this.view.uint32(2);
  }

  /** Length of height_ratios_list, stored again. The loader reserves memory for so many entries. */
  get heightRatiosListLen(): number {
    return this.view.uint32(3);
  }

  /** For each predecessor, how many of its rows come in one turn: its height divided by height_gcd. */
  get heightRatiosList(): List<number> {
    return this.view.scalars<number>(4);
  }
}

/**
 * A predecessor of a mux: a tensor, or another mux. (The prefix differs in the format.) (ProtoMdlEdge)
 */
export class EdgeView extends TypedView {
  static readonly typeName = 'ProtoMdlEdge';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(45);
  }

  /** One tensor. */
  get layerInfo(): EdgeLayerInfoView | undefined {
    const view = this.view.message(1);
    return view && new EdgeLayerInfoView(view);
  }

  /** Another mux. */
  get layerMux(): EdgeLayerMuxView | undefined {
    const view = this.view.message(2);
    return view && new EdgeLayerMuxView(view);
  }

  /** Which member of `edge` is set. */
  get edgeCase():
    | 'layerInfo'
    | 'layerMux'
    | undefined {
    switch (this.view.oneofCase(0)) {
      case 1:
        return 'layerInfo';
      case 2:
        return 'layerMux';
      default:
        return undefined;
    }
  }

  /** The predecessor itself. Exactly one is set. */
  get edge():
    | { case: 'layerInfo'; value: EdgeLayerInfoView }
    | { case: 'layerMux'; value: EdgeLayerMuxView }
    | { case: undefined; value?: undefined } {
    const which = this.edgeCase;
    switch (which) {
      case 'layerInfo':
        return { case: which, value: this.layerInfo as EdgeLayerInfoView };
      case 'layerMux':
        return { case: which, value: this.layerMux as EdgeLayerMuxView };
      default:
        return { case: undefined };
    }
  }
}

/** An edge layer of some context, as the other end of another one. (ProtoMDLConnectedContextInfo) */
export class ConnectedContextInfoView extends TypedView {
  static readonly typeName = 'ProtoMDLConnectedContextInfo';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(46);
  }

  /** The context: a position in the group's contexts. */
  get index(): number {
    return this.view.uint32(1);
  }

  /** That context's name. */
  get name(): string {
    return this.view.string(2);
  }

  /** sys_index of the edge layer there, at most 255. */
  get sysIndex(): number {
    return this.view.uint32(3);
  }
}

/** Parameters that only some edge layers have. (ProtoMDLAdditionalInfo) */
export class AdditionalInfoView extends TypedView {
  static readonly typeName = 'ProtoMDLAdditionalInfo';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(47);
  }

  /** Post-processing (NMS), for layers of that format. */
  get nmsInfo(): NmsInfoView | undefined {
    const view = this.view.message(1);
    return view && new NmsInfoView(view);
  }
}

/** Which stream buffer a layer uses. (ProtoMDLResourceIndices) */
export class ResourceIndicesView extends TypedView {
  static readonly typeName = 'ProtoMDLResourceIndices';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(48);
  }

  /** Index of the buffer. */
  get index(): number {
    return this.view.uint32(1);
  }

  /** Cluster of the buffer. */
  get clusterIndex(): number {
    return this.view.uint32(2);
  }
}

/**
 * Defined, but not a member of the action choice: no file can hold it. (Misspelt in the format.)
 * (ProtoMDLActionSetDmaCompelte)
 */
export class ActionSetDmaCompelteView extends TypedView {
  static readonly typeName = 'ProtoMDLActionSetDmaCompelte';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(49);
  }
}

/**
 * Defined, but not a member of the action choice: no file can hold it. (Misspelt in the format.)
 * (ProtoMDLActionWaitForDmaCompelte)
 */
export class ActionWaitForDmaCompelteView extends TypedView {
  static readonly typeName = 'ProtoMDLActionWaitForDmaCompelte';

  /** What `viewOf` needs to know. */
  static get layout(): MessageLayout {
    return layout(50);
  }
}

const asNetworkGroup = (view: MessageView): NetworkGroupView => new NetworkGroupView(view);
const asExtension = (view: MessageView): ExtensionView => new ExtensionView(view);
const asOptionalExtension = (view: MessageView): OptionalExtensionView => new OptionalExtensionView(view);
const asContext = (view: MessageView): ContextView => new ContextView(view);
const asOperation = (view: MessageView): OperationView => new OperationView(view);
const asEdgeLayerFused = (view: MessageView): EdgeLayerFusedView => new EdgeLayerFusedView(view);
const asAction = (view: MessageView): ActionView => new ActionView(view);
const asEdgeLayer = (view: MessageView): EdgeLayerView => new EdgeLayerView(view);
const asClusterEndGuarantee = (view: MessageView): ClusterEndGuaranteeView => new ClusterEndGuaranteeView(view);
const asOrderedTrigger = (view: MessageView): OrderedTriggerView => new OrderedTriggerView(view);
const asEdge = (view: MessageView): EdgeView => new EdgeView(view);
const asConnectedContextInfo = (view: MessageView): ConnectedContextInfoView => new ConnectedContextInfoView(view);
const asResourceIndices = (view: MessageView): ResourceIndicesView => new ResourceIndicesView(view);
