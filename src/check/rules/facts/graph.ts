import type { FactPlace, Name, Reference } from './fact-place.js';

/** Maximum number of pads, edges and anchors to remember for one group's graph. */
export const MAX_GRAPH_PADS = 4096;

/** The part of a group's graph that describes post-processing on the host. */
export interface GraphFacts {
  readonly edges: readonly PadEdgeFacts[];
  /** Nodes other than core ops, in file order. */
  readonly nodes: readonly PostProcessFacts[];
  /** True if all pads, edges and anchors are remembered. */
  readonly isWhole: boolean;
}

/** An edge of a graph: the indices of two connected pads. */
export interface PadEdgeFacts {
  readonly from: number;
  readonly to: number;
}

/** Kinds of nodes; `unset` if the schema does not know the kind. */
type NodeKind = 'nms' | 'logits' | 'unset';

/** Members of the oneof `nms_op`; `unset` if no member is set. */
export type NmsMethod =
  | 'yolo_nms_op'
  | 'yolox_nms_op'
  | 'ssd_nms_op'
  | 'iou_op'
  | 'yolo_seg_op'
  | 'yolov8_nms_op'
  | 'unset';

/** A node that the host computes from outputs of the device. */
export interface PostProcessFacts extends FactPlace {
  readonly kind: NodeKind;
  /** Method of a node of kind `nms`; `unset` for other nodes. */
  readonly method: NmsMethod;
  readonly isBboxOnly: boolean;
  /** Type of a node of kind `logits`; 0 if absent. */
  readonly logitsType: number;
  readonly inputs: readonly Reference[];
  readonly outputCount: number;
  /** Name of the first output pad; undefined if the node has no output pad. */
  readonly output: Name | undefined;
  readonly decoders: readonly DecoderFacts[];
  /** `proto_info.proto_layer` of a segmentation; empty if absent. */
  readonly protoLayer: string;
  /** Numbers of a node of kind `nms` with a method; undefined for other nodes. */
  readonly numbers: NmsNumbers | undefined;
}

/** Numbers of a node that finds boxes. Absent numbers are 0. */
export interface NmsNumbers {
  readonly scoreThreshold: Reference;
  readonly iouThreshold: Reference;
  readonly classes: Reference;
  /** `max_proposals_per_class`. */
  readonly boxes: Reference;
  readonly hasBackground: boolean;
  /** Size of the image; undefined for a method whose boxes are already decoded on the device. */
  readonly image: { readonly height: Reference; readonly width: Reference } | undefined;
  /** Prototypes and threshold of masks; undefined for boxes without masks. */
  readonly masks: { readonly prototypes: number; readonly threshold: Reference } | undefined;
  /** `number_of_classes` of the first output pad. */
  readonly padClasses: number;
}

/** An entry of `bbox_decoders`. */
export interface DecoderFacts extends FactPlace {
  /** Stride; 0 if absent, undefined for kinds of decoders without strides. */
  readonly stride: Reference | undefined;
  /** Indices of the device's output pads from which boxes are decoded, in the order of the fields. */
  readonly pads: readonly Reference[];
  /** `h` and `w`; empty for kinds of decoders without these lists. */
  readonly heights: readonly number[];
  readonly widths: readonly number[];
}
