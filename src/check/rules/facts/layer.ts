import type {
  EdgeLayerBaseView,
  EdgeLayerInfoView,
  EdgeLayerMuxView,
  EdgeLayerPlanesView,
  NmsInfoView,
} from '../../../read/model/edge-layer.gen.js';
import type { TypedView } from '../../../read/model/typed-view.js';
import type { EdgeFacts } from './edge.js';
import type { MuxFacts } from './mux.js';
import type { Place } from './place.js';

/** Scalars of `edge_layer_base`, by field number. */
export const HEIGHT = 1;
export const PADDED_HEIGHT = 2;
export const WIDTH = 3;
export const PADDED_WIDTH = 4;
export const FEATURES = 5;
export const PADDED_FEATURES = 6;
export const FORMAT = 7;
export const SYS_INDEX = 8;
export const CORE_BYTES = 9;
export const CORE_BUFFERS = 10;
export const DATA_BYTES = 12;
export const HOST_ARGMAX = 14;

/** Scalars of `numeric_info`, by field number. */
export const QP_ZP = 1;
export const QP_SCALE = 2;
export const LIMVALS_MIN = 3;
export const LIMVALS_MAX = 4;
/** And its lists. */
export const QP_ZPS = 5;
export const QP_SCALES = 6;

/** `format` of a list of boxes. */
export const FORMAT_NMS = 6;

/** Bytes that the loader has for a name, the 0 after it included. */
export const NAME_BUFFER = 128;

/** What there is to know of a list of doubles: how many there are, and the first of each kind of odd ones. */
export class DoubleList {
  length = 0;
  /** Position of the first NaN or infinity, or -1. */
  nonfinite = -1;
  /** Position of the first 0, or -1. */
  zero = -1;

  /** @param lo @param hi halves of the double, as signed integers */
  add(lo: number, hi: number): void {
    const index = this.length++;
    if ((hi & 0x7ff00000) === 0x7ff00000) {
      if (this.nonfinite < 0) this.nonfinite = index;
    } else if ((hi & 0x7fffffff) === 0 && lo === 0 && this.zero < 0) this.zero = index;
  }
}

/** `numeric_info`. */
export class NumericFacts {
  /** By field number. */
  readonly scalars: number[] = [0, 0, 0, 0, 0];
  /** `qp_zps` and `qp_scales`, one for each feature; where there are some, `qp_zp` and `qp_scale` do not count. */
  readonly zeroPoints = new DoubleList();
  readonly scales = new DoubleList();

  scalar(field: number): number {
    return this.scalars[field] as number;
  }
}

type LayerView = EdgeLayerInfoView | EdgeLayerMuxView | EdgeLayerPlanesView;

/**
 * A tensor, mux or image in the tree of an edge layer, or the tensor of a fused layer: what the rules look at
 * in every one of them, read in one go. Good while the rules are asked, and not kept.
 */
export class LayerFacts {
  /** Bytes of UTF-8. */
  nameBytes = 0;
  // Of a tensor, positions in the bytes it was read from:
  nameAt = 0;
  originals = 0;
  originalAt = 0;
  originalBytes = 0;
  /** Records of `numeric_info`, and the last of them. */
  numericCount = 0;
  numericAt = 0;
  numericLength = 0;
  hasBase = false;
  /** Entries of `buffer_indices`. */
  bufferCount = 0;
  /** There is `additional_info`, and `nms_info` may be in it. */
  hasAdditionalInfo = false;
  transposed = false;
  numeric: NumericFacts | undefined;
  /** Of a mux. */
  mux: MuxFacts | undefined;
  /** Of what a mux reads: that mux, and how many rows of this come in one of its turns where it says. */
  holder: MuxFacts | undefined;
  ratio: number | undefined;
  readonly scalars: number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  /** The edge layer that it is the tensor of, where it was read with that. */
  edge: EdgeFacts | undefined;
  private knownBase: EdgeLayerBaseView | undefined;

  constructor(
    readonly kind: 'info' | 'mux' | 'planes',
    private given: LayerView | undefined,
    /** Whether it is a predecessor of a mux, or a plane. */
    readonly isPart: boolean,
    /** Whether the loader reads it as it reads boundary layers. */
    readonly isBoundary: boolean,
    /** Of the edge layer; see DIRECTION_H2D. */
    readonly direction: number,
  ) {}

  /** Made at the first use. */
  get view(): LayerView {
    this.given ??= this.edge?.view.layerInfo;
    if (this.given === undefined) throw new Error('a layer that was read has no view');
    return this.given;
  }

  /** A scalar of `edge_layer_base`; 0 without one. */
  base(field: number): number {
    return this.scalars[field] as number;
  }

  get isNms(): boolean {
    return this.hasBase && this.base(FORMAT) === FORMAT_NMS;
  }

  get place(): Place {
    return new RecordPlace(this.view);
  }

  /** The record of a scalar of `edge_layer_base`. */
  basePlace(field: number): Place {
    const base = this.baseView;
    return base === undefined ? this.place : fieldOf(base, field);
  }

  /** That of a scalar of the tensor, mux or image itself: where it is absent, the record of the whole. */
  ownPlace(field: number): Place {
    return fieldOf(this.view, field);
  }

  /** The same one each time: where records are is found out once. */
  get baseView(): EdgeLayerBaseView | undefined {
    if (this.kind === 'planes') return undefined;
    this.knownBase ??= (this.view as EdgeLayerInfoView | EdgeLayerMuxView).edgeLayerBase;
    return this.knownBase;
  }

  /** `nms_info` of the base. */
  get nmsInfo(): NmsInfoView | undefined {
    return this.hasAdditionalInfo ? this.baseView?.additionalInfo?.nmsInfo : undefined;
  }
}

/** A record of a message, whose path is made when it is asked for: of millions of findings few are listed. */
class RecordPlace implements Place {
  readonly offset: number;
  readonly length: number;

  constructor(private readonly view: TypedView) {
    const { offset, length } = view.span;
    this.offset = offset;
    this.length = length;
  }

  get path(): string {
    return this.view.path;
  }
}

/** Likewise of a scalar, or where it is absent of the message around it. */
class FieldPlace implements Place {
  readonly offset: number;
  readonly length: number;
  private readonly isThere: boolean;

  constructor(
    private readonly view: TypedView,
    private readonly field: number,
  ) {
    const own = view.fieldSpan(field);
    const { offset, length } = own ?? view.span;
    this.offset = offset;
    this.length = length;
    this.isThere = own !== undefined;
  }

  get path(): string {
    const { path, view } = this.view;
    return this.isThere ? `${path}.${view.layout.field(this.field).table.name}` : path;
  }
}

/** The record of a scalar, by its number: where it is absent, the record of the message around it. */
export function fieldOf(view: TypedView, field: number): Place {
  return new FieldPlace(view, field);
}

/** The record of a message. */
export function recordOf(view: TypedView): Place {
  return new RecordPlace(view);
}

/** The record of an element of a list; of scalars it is that of all of them where they are packed. */
export function elementOf(view: TypedView, field: number, index: number): Place {
  const { offset, length } = view.fieldSpan(field, index) ?? view.span;
  return {
    offset,
    length,
    get path() {
      return `${view.path}.${view.view.layout.field(field).table.name}[${index}]`;
    },
  };
}

const FORMATS = new Set([0, 1, 2, 3, 4, 5, FORMAT_NMS, 7, 8, 11]);

/** Whether all releases know a format: NHWC, NHCW, NC, FCR, BAYER, NHW, NMS, F8CR, RGB888 or YUY2. */
export function isKnownFormat(format: number): boolean {
  return FORMATS.has(format);
}

export function isKnownDataBytes(bytes: number): boolean {
  return bytes === 1 || bytes === 2;
}
