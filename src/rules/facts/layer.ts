import type {
  EdgeLayerBaseView,
  EdgeLayerInfoView,
  EdgeLayerMuxView,
  EdgeLayerPlanesView,
  NmsInfoView,
  TypedView,
} from '../../model/index.js';
import { scalarOf } from './held-record.js';
import type { MuxFacts } from './mux.js';
import { type Place, placeOf, type Reference } from './place.js';

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

/** Bytes that the loader has for a name, the 0 behind it included. */
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

/**
 * A tensor, mux or image in the tree of an edge layer, or the tensor of a fused layer: what the rules look at
 * in every one of them, read in one go. Good while the rules are asked, and not kept.
 */
export class LayerFacts {
  /** Bytes of UTF-8. */
  nameBytes = 0;
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

  constructor(
    readonly kind: 'info' | 'mux' | 'planes',
    readonly view: EdgeLayerInfoView | EdgeLayerMuxView | EdgeLayerPlanesView,
    /** Whether it is a predecessor of a mux, or a plane. */
    readonly isPart: boolean,
    /** Whether the loader reads it as it reads boundary layers. */
    readonly isBoundary: boolean,
    /** Of the edge layer; see DIRECTION_H2D. */
    readonly direction: number,
  ) {}

  /** A scalar of `edge_layer_base`; 0 without one. */
  base(field: number): number {
    return this.scalars[field] as number;
  }

  get isNms(): boolean {
    return this.hasBase && this.base(FORMAT) === FORMAT_NMS;
  }

  get place(): Place {
    const { span, path } = this.view;
    return { ...span, path };
  }

  /** A scalar of `edge_layer_base` and its record. */
  basePlace(field: number): Reference {
    const base = this.baseView;
    return base === undefined ? { ...this.place, value: 0 } : fieldOf(base, field, this.base(field));
  }

  /** A scalar of the tensor, mux or image itself and its record: where it is absent, that of the whole. */
  ownPlace(field: number): Place {
    return placeOf(fieldOf(this.view, field, 0));
  }

  get baseView(): EdgeLayerBaseView | undefined {
    return this.kind === 'planes'
      ? undefined
      : (this.view as EdgeLayerInfoView | EdgeLayerMuxView).edgeLayerBase;
  }

  /** `nms_info` of the base. */
  get nmsInfo(): NmsInfoView | undefined {
    return this.hasAdditionalInfo ? this.baseView?.additionalInfo?.nmsInfo : undefined;
  }
}

/** A scalar by its number, and its record: where it is absent, the record of the message around it. */
export function fieldOf(view: TypedView, field: number, value: number): Reference {
  return scalarOf(view, field, value, view.view.layout.field(field).table.name);
}

/** The record of an element of a list of scalars, which is that of all of them where they are packed. */
export function elementOf(view: TypedView, field: number, index: number): Place {
  const { offset, length } = view.fieldSpan(field, index) ?? view.span;
  return { offset, length, path: `${view.path}.${view.view.layout.field(field).table.name}[${index}]` };
}

const FORMATS = new Set([0, 1, 2, 3, 4, 5, FORMAT_NMS, 7, 8, 11]);

/** Whether all releases know a format: NHWC, NHCW, NC, FCR, BAYER, NHW, NMS, F8CR, RGB888 or YUY2. */
export function isKnownFormat(format: number): boolean {
  return FORMATS.has(format);
}

export function isKnownDataBytes(bytes: number): boolean {
  return bytes === 1 || bytes === 2;
}
