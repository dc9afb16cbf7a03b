import type { QuantizationSummary, Shape } from '../summary.js';

/**
 * Releases of the runtime whose answers about streams are known. Other releases between them are not covered.
 */
export const STREAM_RELEASES = ['4.20.0', '4.23.0', '5.2.0'] as const;

/** A release whose answers about streams are known. */
export type StreamRelease = (typeof STREAM_RELEASES)[number];

/** The virtual streams of a model, as the runtime gives them to applications: plain data, sizes in bytes. */
export interface ModelStreams {
  /** The release that gives these answers. */
  readonly release: StreamRelease;
  /** The network groups, in file order. An application that names no group gets the first group. */
  readonly groups: readonly GroupStreams[];
}

/** Streams of one network group, as an application sees them. */
export interface GroupStreams {
  /** Name of the group, as the runtime finds it. */
  readonly name: string;
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
  /** The sorted output names, unchanged: the list may have more names than the group has outputs. */
  readonly outputOrder: readonly string[];
  /** Reasons why the runtime refuses to answer, or leaves something out. Empty for nearly all files. */
  readonly remarks: readonly string[];
}

/** A virtual stream: data that an application writes or reads, unpadded and in a usual order. */
export interface VirtualStream {
  /** The application writes an `input` and reads an `output`. */
  readonly direction: 'input' | 'output';
  /** Name in the file, unchanged. */
  readonly name: string;
  /** Full name of the stream's network: `group/network`. */
  readonly network: string;
  /** Order of elements, by the runtime's name without its prefix: `NHWC`, `NMS_BY_CLASS`. */
  readonly order: string;
  /** Type of an element, by the runtime's name without its prefix: `UINT8`, `UINT16`, `FLOAT32`. */
  readonly type: string;
  /** True if the application's rows are the device's columns. */
  readonly transposed: boolean;
  /** Shape of a tensor; null for lists of boxes. */
  readonly shape: Shape | null;
  /** List of boxes; null for tensors. */
  readonly nms: NmsOutput | null;
  /** Size in bytes of one frame in this order and type. */
  readonly frameBytes: number;
  /** Conversion of stored numbers to real numbers. */
  readonly quantization: StreamQuantization;
  /** Names of the hardware streams that make up the virtual stream. */
  readonly hardware: readonly string[];
  /** Names of the layer in the network that was given to the tool chain. Empty for results of post-processing. */
  readonly originalNames: readonly string[];
}

/** Conversion of stored numbers to real numbers: real = scale * (stored - zeroPoint). */
export interface StreamQuantization extends QuantizationSummary {
  /**
   * Values for each feature in order; lists of boxes have two. Null if one scale applies to all features;
   * otherwise `scale` and the other common values are 0.
   */
  readonly perFeature: {
    /** `scale` of each feature. */
    readonly scales: readonly number[];
    /** `zeroPoint` of each feature. */
    readonly zeroPoints: readonly number[];
  } | null;
}

/** A list of boxes that an application reads. */
export interface NmsOutput {
  /** `class`: each class has a count, followed by its boxes; `score`: one count, followed by all boxes. */
  readonly by: 'class' | 'score';
  /** Classes in the list, without the background. */
  readonly classes: number;
  /** Maximum number of boxes of a class. */
  readonly maxBoxesPerClass: number;
  /** Maximum number of boxes of all classes together. */
  readonly maxBoxes: number;
  /**
   * Boxes with a lower score are dropped. Null if the device makes the list, because the file has no
   * threshold.
   */
  readonly scoreThreshold: number | null;
  /** If boxes overlap by more than this share, only one box is kept. Null if the device makes the list. */
  readonly iouThreshold: number | null;
  /** Size in pixels of the image that contains the boxes. Null if the file has no size. */
  readonly image: ImageSize | null;
  /** Maximum size of all masks of a frame in bytes; 0 for boxes without masks. */
  readonly maxMaskBytes: number;
}

/** Size in pixels. */
export interface ImageSize {
  /** Rows. */
  readonly height: number;
  /** Columns. */
  readonly width: number;
}

/** A channel between host and device. Data are padded, quantised, and in the device's order. */
export interface HardwareStream {
  /** An `input` goes to the device. */
  readonly direction: 'input' | 'output';
  /** Name in the file, unchanged. */
  readonly name: string;
  /** Full name of the stream's network: `group/network`. */
  readonly network: string;
  /** Index of the context that the stream enters or leaves. */
  readonly context: number;
  /** Number of the stream on the device. */
  readonly sysIndex: number;
  /** Order of elements on the device, by the runtime's name without its prefix: `NHCW`. */
  readonly order: string;
  /** `UINT8` or `UINT16`. */
  readonly type: string;
  /** Size of an element in bytes. */
  readonly dataBytes: number;
  /** Shape without padding. Null for lists of boxes. */
  readonly shape: Shape | null;
  /** Shape with padding. Null for lists of boxes. */
  readonly paddedShape: Shape | null;
  /** List of boxes from the device; null for tensors. */
  readonly nms: DeviceNms | null;
  /** Size of one frame in bytes, padding included. */
  readonly frameBytes: number;
  /**
   * Conversion of stored numbers to real numbers. All values are 0 for a mux: its parts have their own
   * scales.
   */
  readonly quantization: StreamQuantization;
  /** True if the stream interleaves several virtual streams. */
  readonly isMux: boolean;
  /** Pad of the stream in the group's graph; null without a pad. */
  readonly pad: number | null;
}

/** A list of boxes as it leaves the device. */
export interface DeviceNms {
  /** Classes in this stream. */
  readonly classes: number;
  /** Maximum number of boxes of a class in one chunk. */
  readonly maxBoxesPerClass: number;
  /** Size of a box in bytes. */
  readonly boxBytes: number;
  /** Number of parts into which a frame is divided. */
  readonly chunks: number;
  /** Number of boxes in a burst. */
  readonly burst: number;
  /** Name of the fused layer of which this list is a part; null for a whole list. */
  readonly partOf: string | null;
}

/** Kinds of post-processing on the host, by the runtime's names; `UNKNOWN` for a kind that the schema does not have. */
export type PostProcessingKind =
  | 'YOLOV5'
  | 'YOLOX'
  | 'YOLOV8'
  | 'SSD'
  | 'IOU'
  | 'YOLOV5SEG'
  | 'ARGMAX'
  | 'SOFTMAX'
  | 'UNKNOWN';

/** A node of post-processing on the host. */
export interface PostProcessing {
  /** Name of the node in the file; may be empty. */
  readonly name: string;
  /** Kind of post-processing. */
  readonly kind: PostProcessingKind;
  /** Name of the virtual stream that the node makes. */
  readonly output: string;
  /** Names of the hardware streams that the node reads, by the node's pads. */
  readonly inputs: readonly string[];
  /** Parameters for finding boxes; null for argmax and softmax. */
  readonly nms: PostProcessingNms | null;
  /** Decoders of boxes from outputs of the device. Empty for kinds that decode nothing. */
  readonly decoders: readonly BoxDecoder[];
  /** Decoding of masks; null for boxes without masks. */
  readonly masks: MaskDecoder | null;
  /** Encoding of a box's values for SSD; null for other kinds. */
  readonly ssd: SsdBoxes | null;
  /** Number of values that estimate a side of a box for YOLOv8; null for other kinds. */
  readonly regressionLength: number | null;
}

/** Parameters of a node that finds boxes, as stored in the file. */
export interface PostProcessingNms {
  /** Boxes with a lower score are dropped. */
  readonly scoreThreshold: number;
  /** If boxes overlap by more than this share, only one box is kept. */
  readonly iouThreshold: number;
  /** Classes of the network, the background included. */
  readonly classes: number;
  /** Maximum number of boxes of a class. */
  readonly maxBoxesPerClass: number;
  /** Index of the background class, which is left out; null without a background class. */
  readonly backgroundClass: number | null;
  /** True if boxes are decoded but not suppressed. */
  readonly boxDecodingOnly: boolean;
  /** Size of the image that boxes are in; null for boxes that arrive decoded. */
  readonly image: ImageSize | null;
}

/** Decoder for the boxes of one grid. */
export interface BoxDecoder {
  /** Side of a grid cell in pixels of the image; null for SSD. */
  readonly stride: number | null;
  /** Sizes of the anchors in pixels; for SSD, as fractions of the image. Empty for kinds without anchors. */
  readonly anchors: readonly {
    /** Height of the box. */
    readonly height: number;
    /** Width of the box. */
    readonly width: number;
  }[];
  /** The outputs of the device that the decoder reads. */
  readonly streams: readonly DecoderStream[];
}

/** An output of the device and its role in a decoder. */
export interface DecoderStream {
  /**
   * `box` has the coordinates of boxes, `class` their scores by class, `object` the objectness score, `all`
   * everything.
   */
  readonly role: 'box' | 'class' | 'object' | 'all';
  /** Pad of the device's output. */
  readonly pad: number;
  /** Name of the output's hardware stream; null if no output has this pad. */
  readonly name: string | null;
  /** Shape of the stream without padding; null if no output has this pad. */
  readonly shape: Shape | null;
}

/** Decoding of masks. */
export interface MaskDecoder {
  /** Minimum value of a pixel that belongs to a mask. */
  readonly threshold: number;
  /** Number of prototypes. */
  readonly prototypes: number;
  /** Side of a prototype's cell in pixels of the image. */
  readonly stride: number;
  /** Name of the hardware stream that carries the prototypes. */
  readonly stream: string;
}

/** Encoding of a box's values in SSD. */
export interface SsdBoxes {
  /** Divisor of the centres. */
  readonly centersScale: number;
  /** Divisor of heights and widths. */
  readonly sizesScale: number;
  /** Index of the vertical position among a box's values. */
  readonly y: number;
  /** Index of the horizontal position. */
  readonly x: number;
  /** Index of the height. */
  readonly height: number;
  /** Index of the width. */
  readonly width: number;
}
