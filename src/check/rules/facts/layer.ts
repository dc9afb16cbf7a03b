import {
  type EdgeLayerBaseView,
  EdgeLayerFusedView,
  type EdgeLayerInfoView,
  type EdgeLayerMuxView,
  type EdgeLayerPlanesView,
  type NmsInfoView,
} from '../../../read/model/edge-layer.gen.js';
import type { TypedView } from '../../../read/model/typed-view.js';
import type { EdgeFacts } from './edge.js';
import type { FactPlace } from './fact-place.js';
import { type HeldFields, HeldRecord } from './held-record.js';
import type { MuxFacts } from './mux.js';

/** Scalars of `edge_layer_base`, by field number. */
export const HEIGHT = 1;
export const PADDED_HEIGHT = 2;
export const WIDTH = 3;
export const PADDED_WIDTH = 4;
export const FEATURES_FIELD = 5;
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
/** Lists of `numeric_info`, by field number. */
export const QP_ZPS = 5;
export const QP_SCALES = 6;

/** `format` of a list of boxes. */
export const NMS_FORMAT = 6;

/** Size of the loader's buffer for a name in bytes, including the terminating 0. */
export const NAME_BUFFER = 128;

/**
 * Summary of a list of doubles: the length, and the positions of the first non-finite value and of the first
 * 0.
 */
export class DoubleList {
  length = 0;
  /** Position of the first NaN or infinity; -1 if all values are finite. */
  nonfinite = -1;
  /** Position of the first 0; -1 if no value is 0. */
  zero = -1;

  /** @param lo @param hi halves of the double, as signed integers */
  add(lo: number, hi: number): void {
    const index = this.length++;
    if ((hi & 0x7ff00000) === 0x7ff00000) {
      if (this.nonfinite < 0) this.nonfinite = index;
    } else if ((hi & 0x7fffffff) === 0 && lo === 0 && this.zero < 0) this.zero = index;
  }
}

export class NumericFacts {
  /** Scalars by field number. */
  readonly scalars: number[] = [0, 0, 0, 0, 0];
  /**
   * `qp_zps` and `qp_scales` have an entry for each feature. If they are present, `qp_zp` and `qp_scale` do
   * not count.
   */
  readonly zeroPoints = new DoubleList();
  readonly scales = new DoubleList();

  scalar(field: number): number {
    return this.scalars[field] as number;
  }
}

type LayerView = EdgeLayerInfoView | EdgeLayerMuxView | EdgeLayerPlanesView;

/**
 * Values of a tensor, mux or image in the tree of an edge layer, or of the tensor of a fused layer. All
 * values are read at once, and are valid only during the call of the rules.
 */
export class LayerFacts {
  /** Size of the name in UTF-8 bytes. */
  nameBytes = 0;
  // For a tensor, positions in its bytes:
  nameAt = 0;
  originals = 0;
  originalAt = 0;
  originalBytes = 0;
  /** Number of `numeric_info` records, and the position of the last record. */
  numericCount = 0;
  numericAt = 0;
  numericLength = 0;
  hasBase = false;
  /** Number of entries in `buffer_indices`. */
  bufferCount = 0;
  /** True if `additional_info` is present, which may contain `nms_info`. */
  hasAdditionalInfo = false;
  transposed = false;
  numeric: NumericFacts | undefined;
  /** Defined only for a mux. */
  mux: MuxFacts | undefined;
  /** For a predecessor of a mux: the mux, and the predecessor's entry in `height_ratios_list`, if present. */
  holder: MuxFacts | undefined;
  ratio: number | undefined;
  readonly scalars: number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  /** The edge layer of this tensor, if both were read together. */
  edge: EdgeFacts | undefined;
  private knownBase: EdgeLayerBaseView | undefined;

  constructor(
    readonly kind: 'info' | 'mux' | 'planes',
    private given: LayerView | undefined,
    /** True for a predecessor of a mux, or a plane. */
    readonly isPart: boolean,
    /** True if the loader reads the layer like a boundary layer. */
    readonly isBoundary: boolean,
    /** Direction of the edge layer; see DIRECTION_H2D. */
    readonly direction: number,
  ) {}

  /** View of the layer, which is created at the first use. */
  get view(): LayerView {
    this.given ??= this.edge?.view.layerInfo;
    if (this.given === undefined) throw new Error('a layer that was read has no view');
    return this.given;
  }

  /** Returns a scalar of `edge_layer_base`; 0 if the scalar or the base is absent. */
  base(field: number): number {
    return this.scalars[field] as number;
  }

  get isNms(): boolean {
    return this.hasBase && this.base(FORMAT) === NMS_FORMAT;
  }

  get place(): FactPlace {
    return new RecordPlace(this.view);
  }

  /**
   * Returns the place of a scalar's record in `edge_layer_base`; if the scalar is absent, the place of the
   * base.
   */
  basePlace(field: number): FactPlace {
    const base = this.baseView;
    return base === undefined ? this.place : layerField(base, field);
  }

  /**
   * Returns the place of a scalar's record in the tensor, mux or image itself; if the scalar is absent, the
   * place of the whole.
   */
  ownPlace(field: number): FactPlace {
    return layerField(this.view, field);
  }

  /** Returns the same object at every call, so that the positions of its records are computed only once. */
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

/**
 * The place of a message. The path is computed lazily, because only few of millions of findings are listed.
 */
class RecordPlace implements FactPlace {
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

/**
 * The place of a scalar or, if the scalar is absent, of the message around the scalar. The path is computed
 * lazily.
 */
class FieldPlace implements FactPlace {
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

/**
 * Returns the place of a scalar's record, by field number; if the scalar is absent, the place of its message.
 */
export function layerField(view: TypedView, field: number): FactPlace {
  return new FieldPlace(view, field);
}

export function recordOf(view: TypedView): FactPlace {
  return new RecordPlace(view);
}

/** Returns the place of an element's record; for packed scalars, the place of the whole list. */
export function elementOf(view: TypedView, field: number, index: number): FactPlace {
  const { offset, length } = view.fieldSpan(field, index) ?? view.span;
  return {
    offset,
    length,
    get path() {
      return `${view.path}.${view.view.layout.field(field).table.name}[${index}]`;
    },
  };
}

const FORMATS = new Set([0, 1, 2, 3, 4, 5, NMS_FORMAT, 7, 8, 11]);

/** True if all releases know a format: NHWC, NHCW, NC, FCR, BAYER, NHW, NMS, F8CR, RGB888 or YUY2. */
export function isKnownFormat(format: number): boolean {
  return FORMATS.has(format);
}

export function isKnownDataBytes(bytes: number): boolean {
  return bytes === 1 || bytes === 2;
}

/**
 * Returns fused layers by name. If several layers have the same name, the first layer counts, as in the
 * loaders.
 */
export function fusedByName(layers: readonly FusedFacts[]): ReadonlyMap<string, FusedFacts> {
  const byName = new Map<string, FusedFacts>();
  for (const layer of layers) if (!byName.has(layer.name)) byName.set(layer.name, layer);
  return byName;
}

/** A fused layer: the combination of several outputs. */
export class FusedFacts extends HeldRecord<EdgeLayerFusedView> {
  readonly name: string;

  constructor(fields: HeldFields) {
    super(fields);
    this.name = this.isEmpty ? '' : (this.view.layerInfo?.name ?? '');
  }

  /**
   * True for an empty layer. Hostile files have thousands of empty layers, and creating a view takes longer
   * than all other work on such a layer.
   */
  get isEmpty(): boolean {
    return this.start === this.end;
  }

  get view(): EdgeLayerFusedView {
    return this.open(EdgeLayerFusedView);
  }
}
