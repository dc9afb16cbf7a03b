// Generated from proto/mdl.proto by `npm run generate` (scripts/model/generate-views.ts).
import type { List } from './list.js';
import type { MessageView } from './message-view.js';
import { caseOf, type Member, memberOf, type NoMember } from './oneof.js';
import { TypedView } from './typed-view.js';

const viewIn = (typed: TypedView): MessageView => typed.view;

/**
 * A layer that applications see as one layer, and that leaves the device as several layers.
 * (ProtoMDLEdgeLayerFused)
 */
export class EdgeLayerFusedView extends TypedView {
  static override readonly typeName = 'ProtoMDLEdgeLayerFused';

  /** The layer as users see it. */
  get layerInfo(): EdgeLayerInfoView | undefined {
    const view = this.view.message(1);
    return view && new EdgeLayerInfoView(view);
  }

  /**
   * Names of the edge layers it was split into. The loader does not read them: it uses
   * nms_info.defuse_info of these layers.
   */
  get defusedLayersNames(): List<string> {
    return this.view.scalars<string>(2);
  }

  /** Post-processing parameters of the fused layer. */
  get nmsInfo(): NmsInfoView | undefined {
    const view = this.view.message(3);
    return view && new NmsInfoView(view);
  }
}

/** An input or output of a context. (ProtoMDLEdgeLayer) */
export class EdgeLayerView extends TypedView {
  static override readonly typeName = 'ProtoMDLEdgeLayer';

  /** Input or output. */
  get direction(): number {
    return this.view.enum(1);
  }

  /**
   * Selected member of the oneof. The loader uses this field and not the oneof; a file in which the two
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

  /** Connection of the layer. If absent, the layer is connected to the host (BOUNDARY). */
  get contextSwitchInfo(): ContextSwitchInformationView | undefined {
    const view = this.view.message(5);
    return view && new ContextSwitchInformationView(view);
  }

  /**
   * Index into networks_names of the group. Read only with the extension
   * MULTI_NETWORK_VARIABLE_BATCH_SIZE, and some loaders keep only 8 bits.
   */
  get networkIndex(): number {
    return this.view.uint32(6);
  }

  /**
   * Pad of the group's graph that corresponds to this layer; absent if the group is not a graph. (Since
   * 4.12.0.)
   */
  get padIndex(): number | undefined {
    return this.view.has(7) ? this.view.uint32(7) : undefined;
  }

  /** The planes of an image, as separate layers. (Since 4.15.0.) */
  get layerPlanes(): EdgeLayerPlanesView | undefined {
    const view = this.view.message(8);
    return view && new EdgeLayerPlanesView(view);
  }

  /** Which member of `edge` is set. */
  get edgeCase(): EdgeLayerView['edge']['case'] {
    return caseOf(this.view, 0) as EdgeLayerView['edge']['case'];
  }

  /** The layer itself. Exactly one is set. */
  get edge():
    | Member<'layerInfo', EdgeLayerInfoView>
    | Member<'layerMux', EdgeLayerMuxView>
    | Member<'layerPlanes', EdgeLayerPlanesView>
    | NoMember {
    return memberOf(this, this.edgeCase) as never;
  }
}

/** One tensor on the edge of a context. (ProtoMDLEdgeLayerInfo) */
export class EdgeLayerInfoView extends TypedView {
  static override readonly typeName = 'ProtoMDLEdgeLayerInfo';

  /** Name: fewer than 128 bytes, unique among the group's boundary layers. */
  get name(): string {
    return this.view.string(1);
  }

  /** Shape, transfer sizes, format. */
  get edgeLayerBase(): EdgeLayerBaseView | undefined {
    const view = this.view.message(2);
    return view && new EdgeLayerBaseView(view);
  }

  /** Quantization. Usually absent for layers other than boundary layers. */
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

  /** True if the tensor is transposed. */
  get transposed(): boolean {
    return this.view.bool(6);
  }
}

/**
 * Parameters of post-processing by non-maximum suppression (NMS). The loader keeps 32 bits of each
 * 64-bit value. (ProtoMDLNmsInfo)
 */
export class NmsInfoView extends TypedView {
  static override readonly typeName = 'ProtoMDLNmsInfo';

  /** Kind of post-processing. */
  get typeIndex(): number {
    return this.view.uint32(1);
  }

  /** Number of classes that the output distinguishes. */
  get numberOfClasses(): bigint {
    return this.view.uint64(2);
  }

  /** Maximum number of boxes per class. */
  get maxOutputSize(): bigint {
    return this.view.uint64(3);
  }

  /** Bytes of one box; hosts read 8. */
  get bboxSize(): bigint {
    return this.view.uint64(4);
  }

  /** True if this output is one part of a fused layer. */
  get isDefused(): boolean {
    return this.view.bool(5);
  }

  /** The fused layer of the output, and its part. */
  get defuseInfo(): NmsDefuseInfoView | undefined {
    const view = this.view.message(6);
    return view && new NmsDefuseInfoView(view);
  }

  /** Into how many parts the input was divided; 0 means 1. */
  get inputDivisionFactor(): bigint {
    return this.view.uint64(7);
  }

  /** Boxes in one burst. (Since 4.14.0.) */
  get burstSize(): number {
    return this.view.uint32(8);
  }

  /** Division of the output into bursts. (Since 4.14.0.) */
  get burstType(): number {
    return this.view.enum(9);
  }
}

/** Quantization of a tensor, and the limits of its values. (ProtoMDLEdgeLayerNumericInfo) */
export class EdgeLayerNumericInfoView extends TypedView {
  static override readonly typeName = 'ProtoMDLEdgeLayerNumericInfo';

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

  /**
   * Zero points by feature; if present, loaders ignore qp_zp. If an input has fewer entries than
   * features, loaders read past the end of the list. (Since 4.14.0.)
   */
  get qpZps(): List<number> {
    return this.view.scalars<number>(5);
  }

  /** Scales by feature; the list has the length of qp_zps. (Since 4.14.0.) */
  get qpScales(): List<number> {
    return this.view.scalars<number>(6);
  }
}

/**
 * Several tensors interleaved into one transfer: a tree with this mux as its root, of at most 32 nodes.
 * (ProtoMDLEdgeLayerMux)
 */
export class EdgeLayerMuxView extends TypedView {
  static override readonly typeName = 'ProtoMDLEdgeLayerMux';

  /** Name: fewer than 128 bytes. */
  get name(): string {
    return this.view.string(1);
  }

  /** Shape, transfer sizes and format of the mux. */
  get edgeLayerBase(): EdgeLayerBaseView | undefined {
    const view = this.view.message(2);
    return view && new EdgeLayerBaseView(view);
  }

  /** Order in which rows of the predecessors alternate. */
  get muxData(): EdgeLayerMuxDataView | undefined {
    const view = this.view.message(3);
    return view && new EdgeLayerMuxDataView(view);
  }

  /** Name of the output layer in the network description the compiler started from. */
  get hnOutputLayerName(): string {
    return this.view.string(4);
  }

  /**
   * Interleaved layers, 4 at most. mux_data.number_of_predecessors must equal the length of this list:
   * the loader does not check it, and would read past the end.
   */
  get predecessors(): List<EdgeView> {
    return this.view.messages(5, asEdge, viewIn);
  }

  /** Names of the layer in the network that the user gave to the tool chain. */
  get originalNames(): List<string> {
    return this.view.scalars<string>(6);
  }
}

/** Connection of an edge layer. (ProtoMDLContextSwitchInformation) */
export class ContextSwitchInformationView extends TypedView {
  static override readonly typeName = 'ProtoMDLContextSwitchInformation';

  /** The context the layer belongs to. The loader does not read it. */
  get contextIndex(): number {
    return this.view.uint32(1);
  }

  /** That context's name. The loader does not read it. */
  get contextName(): string {
    return this.view.string(2);
  }

  /** Type of the other end. */
  get edgeConnectionType(): number {
    return this.view.enum(3);
  }

  /**
   * The other end's context. Newer loaders read connected_contexts instead. 0 and without meaning for
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
   * Number of buffers between both ends, at most 65535 for DDR. 0xFFFFFFFF for layers without buffers.
   */
  get buffers(): number {
    return this.view.uint32(6);
  }

  /** The other end's sys_index. Newer loaders read connected_contexts instead. */
  get connectedSysIndex(): number {
    return this.view.uint32(7);
  }

  /** The other ends. An output can have several; a DDR edge has exactly one, in the same context. */
  get connectedContexts(): List<ConnectedContextInfoView> {
    return this.view.messages(8, asConnectedContextInfo, viewIn);
  }

  /** Index of the cache, if the layer is connected to one. (Since 4.18.0.) */
  get cacheId(): number {
    return this.view.int32(9);
  }
}

/** An image whose planes are separate layers. (ProtoMDLEdgeLayerPlanes) */
export class EdgeLayerPlanesView extends TypedView {
  static override readonly typeName = 'ProtoMDLEdgeLayerPlanes';

  /** Name of the whole. (Since 4.15.0.) */
  get name(): string {
    return this.view.string(1);
  }

  /** Kind of the planes. (Since 4.15.0.) */
  get planesFormat(): number {
    return this.view.enum(2);
  }

  /** The planes, in order. (Since 4.15.0.) */
  get planes(): List<EdgeView> {
    return this.view.messages(3, asEdge, viewIn);
  }

  /** Rows of the image. (Since 4.15.0.) */
  get height(): number {
    return this.view.uint32(4);
  }

  /** Columns of the image. (Since 4.15.0.) */
  get width(): number {
    return this.view.uint32(5);
  }

  /** Features (channels) of the image. (Since 4.15.0.) */
  get features(): number {
    return this.view.uint32(6);
  }
}

/**
 * Shape, format and transfer sizes of an edge layer. Shapes are in elements; the padded sizes are the
 * sizes in device memory; frames of an application have no padding. (ProtoMDLEdgeLayerBase)
 */
export class EdgeLayerBaseView extends TypedView {
  static override readonly typeName = 'ProtoMDLEdgeLayerBase';

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
   * Order of the elements, a plain number; the format does not name its values. Loaders support 0 NHWC,
   * 1 NHCW, 2 NC, 3 FCR, 4 BAYER, 5 NHW, 6 NMS, 7 F8CR, 8 RGB888 and 11 YUY2; later loaders also 13 to
   * 16.
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
   * Stream buffers of the layer: exactly one entry in practice. The loader reads the first entry without
   * a check, and crashes on boundary layers without an entry.
   */
  get bufferIndices(): List<ResourceIndicesView> {
    return this.view.messages(13, asResourceIndices, viewIn);
  }

  /** True if the host computes argmax of the output. Later loaders refuse it. */
  get hostArgmax(): boolean {
    return this.view.bool(14);
  }

  /** Largest size of the stream buffer. */
  get maxShmifoSize(): number {
    return this.view.uint32(15);
  }

  /** Engine of the stream. (Since 4.10.0.) */
  get engineId(): number {
    return this.view.uint32(16);
  }
}

/** The fused layer of an output, and its part. (ProtoMDLNmsDefuseInfo) */
export class NmsDefuseInfoView extends TypedView {
  static override readonly typeName = 'ProtoMDLNmsDefuseInfo';

  /** Position among the parts of the fused layer, 0 to 8. */
  get classGroupIndex(): bigint {
    return this.view.uint64(1);
  }

  /** Name of the fused layer: fused_layers[].layer_info.name, fewer than 128 bytes. */
  get originalName(): string {
    return this.view.string(3);
  }
}

/** Anchors of one output. (ProtoMDLYoloBboxDecoder) */
export class YoloBboxDecoderView extends TypedView {
  static override readonly typeName = 'ProtoMDLYoloBboxDecoder';

  /** Heights of the anchors. (Since 4.12.0.) */
  get h(): List<number> {
    return this.view.scalars<number>(2);
  }

  /** Widths of the anchors; the list has the length of h. (Since 4.12.0.) */
  get w(): List<number> {
    return this.view.scalars<number>(3);
  }

  /** Number of pixels of the image per cell of the output. (Since 4.12.0.) */
  get stride(): number {
    return this.view.uint32(4);
  }

  /** Index of the input pad that receives the output. (Since 4.12.0.) */
  get padIndex(): number {
    return this.view.uint32(5);
  }
}

/** Anchors of one pair of outputs. (ProtoMDLSSDBboxDecoder) */
export class SSDBboxDecoderView extends TypedView {
  static override readonly typeName = 'ProtoMDLSSDBboxDecoder';

  /** Heights of the anchors. (Since 4.13.0.) */
  get h(): List<number> {
    return this.view.scalars<number>(1);
  }

  /** Widths of the anchors; the list has the length of h. (Since 4.13.0.) */
  get w(): List<number> {
    return this.view.scalars<number>(2);
  }

  /** The input pad of the boxes. (Since 4.13.0.) */
  get regPadIndex(): number {
    return this.view.uint32(3);
  }

  /** The input pad of the classes. (Since 4.13.0.) */
  get clsPadIndex(): number {
    return this.view.uint32(4);
  }
}

/** Order in which the rows of a mux's predecessors alternate. (ProtoMDLEdgeLayerMuxData) */
export class EdgeLayerMuxDataView extends TypedView {
  static override readonly typeName = 'ProtoMDLEdgeLayerMuxData';

  /** Length of the mux's list predecessors, stored again. */
  get numberOfPredecessors(): number {
    return this.view.uint32(1);
  }

  /**
   * Greatest common divisor of the predecessors' heights: the number of times that the pattern repeats
   * in a frame.
   */
  get heightGcd(): number {
    return this.view.uint32(2);
  }

  /**
   * Length of height_ratios_list, stored again. The loader reserves memory for this number of entries.
   */
  get heightRatiosListLen(): number {
    return this.view.uint32(3);
  }

  /**
   * For each predecessor, its number of rows in one repetition of the pattern: its height divided by
   * height_gcd.
   */
  get heightRatiosList(): List<number> {
    return this.view.scalars<number>(4);
  }
}

/**
 * A predecessor of a mux, or a plane of an image: one tensor, or a group of tensors. (The prefix differs
 * in the format.) (ProtoMdlEdge)
 */
export class EdgeView extends TypedView {
  static override readonly typeName = 'ProtoMdlEdge';

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

  /** The planes of an image. (Since 4.15.0.) */
  get layerPlanes(): EdgeLayerPlanesView | undefined {
    const view = this.view.message(3);
    return view && new EdgeLayerPlanesView(view);
  }

  /** Which member of `edge` is set. */
  get edgeCase(): EdgeView['edge']['case'] {
    return caseOf(this.view, 0) as EdgeView['edge']['case'];
  }

  /** The predecessor itself. Exactly one is set. */
  get edge():
    | Member<'layerInfo', EdgeLayerInfoView>
    | Member<'layerMux', EdgeLayerMuxView>
    | Member<'layerPlanes', EdgeLayerPlanesView>
    | NoMember {
    return memberOf(this, this.edgeCase) as never;
  }
}

/**
 * An edge layer of a context, as the other end of another edge layer. (ProtoMDLConnectedContextInfo)
 */
export class ConnectedContextInfoView extends TypedView {
  static override readonly typeName = 'ProtoMDLConnectedContextInfo';

  /** The context: a position in the group's contexts. */
  get index(): number {
    return this.view.uint32(1);
  }

  /** That context's name. */
  get name(): string {
    return this.view.string(2);
  }

  /** sys_index of the edge layer in that context, at most 255. */
  get sysIndex(): number {
    return this.view.uint32(3);
  }

  /** Engine of that edge layer. (Since 4.10.0.) */
  get engineId(): number {
    return this.view.uint32(4);
  }
}

/** Parameters that only some edge layers have. (ProtoMDLAdditionalInfo) */
export class AdditionalInfoView extends TypedView {
  static override readonly typeName = 'ProtoMDLAdditionalInfo';

  /** Post-processing (NMS), for layers of that format. */
  get nmsInfo(): NmsInfoView | undefined {
    const view = this.view.message(1);
    return view && new NmsInfoView(view);
  }
}

/** Stream buffer of a layer. (ProtoMDLResourceIndices) */
export class ResourceIndicesView extends TypedView {
  static override readonly typeName = 'ProtoMDLResourceIndices';

  /** Index of the buffer. */
  get index(): number {
    return this.view.uint32(1);
  }

  /** Cluster of the buffer. */
  get clusterIndex(): number {
    return this.view.uint32(2);
  }
}

const asEdge = (view: MessageView): EdgeView => new EdgeView(view);
const asConnectedContextInfo = (view: MessageView): ConnectedContextInfoView => new ConnectedContextInfoView(view);
const asResourceIndices = (view: MessageView): ResourceIndicesView => new ResourceIndicesView(view);
