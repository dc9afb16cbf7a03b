import { tagOf, WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_VARINT } from '../../../base/wire/tag.js';
import { floatOf, int32At } from '../../../base/wire/value.js';
import type {
  EdgeLayerInfoView,
  EdgeLayerMuxView,
  EdgeLayerPlanesView,
  EdgeLayerView,
  EdgeView,
} from '../../../read/model/edge-layer.gen.js';
import { Walker } from '../../../read/model/walker.js';
import { NO_BYTES, NO_STORE, Part, Window } from '../../../read/model/window.js';
import { CONNECTION_BOUNDARY, type EdgeFacts } from './edge.js';
import { type DoubleList, HOST_ARGMAX, LayerFacts, NumericFacts } from './layer.js';
import { MuxFacts } from './mux.js';

type LayerVisit = (layer: LayerFacts) => void;

/**
 * Visits the layers of an edge layer that the loader reads: the tensor, or the tree of the mux or image.
 * Parts are visited before their parent.
 * @param view view of the same edge layer
 */
export function visitLayers(edge: EdgeFacts, view: EdgeLayerView, visit: LayerVisit): void {
  const isBoundary = edge.connection === CONNECTION_BOUNDARY;
  new LayerTree(visit, edge.direction, isBoundary).root(view);
  forget();
}

export function fusedTensor(view: EdgeLayerInfoView): LayerFacts {
  const layer = new LayerFacts('info', view, false, true, 1);
  readLayer(view.view, layer);
  forget();
  return layer;
}

/** Recursion is bounded: the record was scanned, and its nesting is within the limit. */
class LayerTree {
  constructor(
    private readonly visit: LayerVisit,
    private readonly direction: number,
    private readonly isBoundary: boolean,
  ) {}

  root({ layerInfo, layerMux, layerPlanes }: EdgeLayerView): void {
    const { isBoundary } = this;
    if (layerInfo !== undefined) this.visit(this.#layer('info', layerInfo, false, isBoundary));
    else if (layerMux !== undefined) this.#mux(layerMux, false, isBoundary);
    else if (layerPlanes !== undefined) this.#planes(layerPlanes, false, isBoundary);
  }

  #part(edge: EdgeView, isBoundary: boolean, holder: MuxFacts | undefined, ratio: number | undefined): void {
    const { layerInfo, layerMux, layerPlanes } = edge;
    if (layerInfo !== undefined) {
      const layer = this.#layer('info', layerInfo, true, isBoundary);
      this.#close(layer, holder, ratio);
    } else if (layerMux !== undefined) this.#mux(layerMux, true, isBoundary, holder, ratio);
    else if (layerPlanes !== undefined) this.#planes(layerPlanes, true, isBoundary, holder);
    else if (holder !== undefined) holder.unknown++;
  }

  #mux(
    view: EdgeLayerMuxView,
    isPart: boolean,
    isBoundary: boolean,
    holder?: MuxFacts,
    ratio?: number,
  ): void {
    const layer = this.#layer('mux', view, isPart, isBoundary);
    const mux = new MuxFacts(view);
    layer.mux = mux;
    const ratios = view.muxData?.heightRatiosList[Symbol.iterator]();
    let left = mux.read;
    if (left > 0) {
      for (const edge of view.predecessors) {
        const next = ratios?.next();
        this.#part(edge, true, mux, next?.done === false ? next.value : undefined);
        if (--left === 0) break;
      }
    }
    this.#close(layer, holder, ratio);
  }

  #planes(view: EdgeLayerPlanesView, isPart: boolean, isBoundary: boolean, holder?: MuxFacts): void {
    const layer = this.#layer('planes', view, isPart, isBoundary);
    for (const plane of view.planes) this.#part(plane, isBoundary, undefined, undefined);
    this.#close(layer, holder, undefined);
  }

  #layer(
    kind: LayerFacts['kind'],
    view: LayerFacts['view'],
    isPart: boolean,
    isBoundary: boolean,
  ): LayerFacts {
    const layer = new LayerFacts(kind, view, isPart, isBoundary, this.direction);
    readLayer(view.view, layer);
    return layer;
  }

  #close(layer: LayerFacts, holder: MuxFacts | undefined, ratio: number | undefined): void {
    layer.holder = holder;
    layer.ratio = ratio;
    holder?.add(layer);
    this.visit(layer);
  }
}

// The name is field 1 of a tensor, a mux and an image; the base is field 2 of a tensor and a mux.
const NAME = tagOf(1, WIRE_LEN);
const BASE = tagOf(2, WIRE_LEN);
const NUMERIC_INFO = tagOf(3, WIRE_LEN);
const ORIGINAL_NAMES = tagOf(5, WIRE_LEN);
const TRANSPOSED = tagOf(6, WIRE_VARINT);
const ADDITIONAL_INFO = tagOf(11, WIRE_LEN);
const BUFFER_INDICES = tagOf(13, WIRE_LEN);
const ZERO_POINTS = tagOf(5, WIRE_I64);
const PACKED_ZERO_POINTS = tagOf(5, WIRE_LEN);
const SCALES = tagOf(6, WIRE_I64);
const PACKED_SCALES = tagOf(6, WIRE_LEN);

// One walker for each level of messages. The bytes are well-formed, because they were scanned. Nesting is
// counted from 0, because the scan has checked that the nesting is within the limit.
const outer = new Walker(0);
const inner = new Walker(0);
export const NO_LAYER_FACTS = new Part(new Window(NO_STORE, NO_BYTES, 0), 0, 0, 0, null);
const payload = new Part(NO_LAYER_FACTS.window, 0, 0, 0, null);

/** Drops references to the bytes, which may be the bytes of a whole file. */
export function forget(): void {
  outer.start(NO_LAYER_FACTS);
  inner.start(NO_LAYER_FACTS);
  payload.window = NO_LAYER_FACTS.window;
}

/** Reads a layer. Records of a singular message merge: each record adds to the earlier records. */
export function readLayer(part: Part, layer: LayerFacts): void {
  outer.start(part);
  while (outer.next()) {
    switch (outer.tag) {
      case NAME:
        layer.nameAt = outer.valuePos;
        layer.nameBytes = outer.valueLength;
        break;
      case ORIGINAL_NAMES:
        if (layer.originals++ === 0) {
          layer.originalAt = outer.valuePos;
          layer.originalBytes = outer.valueLength;
        }
        break;
      case BASE:
        if (layer.kind !== 'planes') readBase(layer);
        break;
      case NUMERIC_INFO:
        if (layer.kind !== 'info') break;
        layer.numericCount++;
        layer.numericAt = outer.recordPos;
        layer.numericLength = outer.recordLength;
        readNumericInfo(layer);
        break;
      case TRANSPOSED:
        if (layer.kind === 'info') layer.transposed = (outer.lo | outer.hi) !== 0;
        break;
    }
  }
}

function enter(): void {
  outer.payload(payload);
  inner.start(payload);
}

function readBase(layer: LayerFacts): void {
  const { scalars } = layer;
  layer.hasBase = true;
  enter();
  while (inner.next()) {
    const { tag } = inner;
    if ((tag & 7) === WIRE_VARINT) {
      const field = tag >>> 3;
      if (field === HOST_ARGMAX) scalars[field] = (inner.lo | inner.hi) === 0 ? 0 : 1;
      else if (field < scalars.length) scalars[field] = inner.lo >>> 0;
    } else if (tag === BUFFER_INDICES) layer.bufferCount++;
    else if (tag === ADDITIONAL_INFO) layer.hasAdditionalInfo = true;
  }
}

function readNumericInfo(layer: LayerFacts): void {
  layer.numeric ??= new NumericFacts();
  const { scalars, zeroPoints, scales } = layer.numeric;
  enter();
  while (inner.next()) {
    const { tag, lo } = inner;
    switch (tag) {
      case ZERO_POINTS:
        zeroPoints.add(lo, inner.hi);
        break;
      case SCALES:
        scales.add(lo, inner.hi);
        break;
      case PACKED_ZERO_POINTS:
        readPacked(zeroPoints);
        break;
      case PACKED_SCALES:
        readPacked(scales);
        break;
      default:
        if ((tag & 7) === WIRE_I32 && tag >>> 3 < scalars.length) scalars[tag >>> 3] = floatOf(lo);
    }
  }
}

/** Reads a packed list of doubles, which may have thousands of elements, one for each feature. */
function readPacked(list: DoubleList): void {
  const { bytes, valuePos, valueLength } = inner;
  for (let at = 0; at + 8 <= valueLength; at += 8) {
    list.add(int32At(bytes, valuePos + at), int32At(bytes, valuePos + at + 4));
  }
}
