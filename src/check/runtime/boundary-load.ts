import type {
  EdgeLayerInfoView,
  EdgeLayerMuxView,
  EdgeLayerPlanesView,
  EdgeView,
  NmsInfoView,
} from '../../read/model/edge-layer.gen.js';
import { planesFault, scalesFault } from '../rules/edge/later-values.js';
import type { CoreOpFacts } from '../rules/facts/core-op.js';
import { DIRECTION_D2H, type EdgeFacts, TYPE_INFO, TYPE_MUX, TYPE_PLANES } from '../rules/facts/edge.js';
import { type FusedFacts, NMS_FORMAT } from '../rules/facts/layer.js';
import { type BaseLoad, isLongName, loadedText } from './base-load.js';
import type { Features } from './features.js';
import { networkFault, networkNameFault } from './network-load.js';
import type { ReleaseFacts } from './release.js';
import { faultOf, type RuntimeFault } from './verdict.js';

/** Least lengths of lists of ratios and of predecessors that exceed the available memory of the process. */
const TOO_MANY_RATIOS = 2 ** 28;
const TOO_MANY_PREDECESSORS = 2 ** 22;
/** Maximum depth of nested muxes to follow; parsers accept fewer levels. */
const LEVELS = 100;
const PLANES_FORMATS = [0, 1, 2];

/** Facts that a release needs to read the layers of a core op. */
export interface LoadScope {
  readonly coreOp: CoreOpFacts;
  readonly features: Features;
  readonly release: ReleaseFacts;
  readonly base: BaseLoad;
}

/** Checks a boundary layer as a release reads it during the load. */
export class BoundaryLoad {
  constructor(
    private readonly edge: EdgeFacts,
    private readonly scope: LoadScope,
  ) {}

  /** Returns the fault of the layer that ends the load; undefined if the layer loads. */
  fault(): RuntimeFault | undefined {
    const { edge, scope } = this;
    const network = networkFault(edge, scope.coreOp, scope.features);
    if (network !== undefined) return network;
    const { layerInfo, layerMux, layerPlanes } = edge.view;
    const other = layerInfo !== undefined || layerMux !== undefined || layerPlanes !== undefined;
    const unset = other ? 'edge-type-mismatch' : 'edge-unset';
    switch (edge.type) {
      case TYPE_INFO:
        return this.#info(layerInfo, unset, true);
      case TYPE_MUX:
        return this.#mux(layerMux, unset, 0);
      case TYPE_PLANES:
        if (scope.release.isFrom('4.15.0')) return this.#planes(layerPlanes);
        break;
    }
    return faultOf('INTERNAL_FAILURE', 'edge-layer-type-unknown');
  }

  /** Returns the fault of a tensor. In a missing tensor, all fields read as 0. */
  #info(info: EdgeLayerInfoView | undefined, unset: string, mayPad: boolean): RuntimeFault | undefined {
    const { release, base, features } = this.scope;
    const own = info?.edgeLayerBase;
    const missing = info === undefined ? unset : 'edge-base-missing';
    // Some release from 4.9 to 4.20 was the first to check the name before the base. The exact release is not
    // known.
    const before = release.readsAll
      ? (this.#named(info?.name ?? '') ?? base.boundary(own, missing, mayPad))
      : (base.boundary(own, missing, mayPad) ?? this.#named(info?.name ?? ''));
    if (before !== undefined || info === undefined || own === undefined) return before;
    const { direction } = this.edge;
    const values = features.scalePerFeature
      ? scalesFault(info.numericInfo, own, direction === DIRECTION_D2H, release.isFrom('5.0.0'))
      : undefined;
    if (values !== undefined) return faultOf(values.ending, 'edge-scales-count');
    if (own.bufferIndices.length === 0) return faultOf('crash', 'edge-buffer-indices-missing');
    return own.format === NMS_FORMAT ? this.#defused(own.additionalInfo?.nmsInfo) : undefined;
  }

  #mux(mux: EdgeLayerMuxView | undefined, unset: string, level: number): RuntimeFault | undefined {
    const { release, base } = this.scope;
    const own = mux?.edgeLayerBase;
    const missing = mux === undefined ? unset : 'edge-base-missing';
    const before = release.readsAll
      ? (this.#named(mux?.name ?? '') ?? reserveFault(mux) ?? base.boundary(own, missing, false))
      : (base.boundary(own, missing, false) ?? this.#named(mux?.name ?? '') ?? reserveFault(mux));
    if (before !== undefined || mux === undefined || own === undefined) return before;
    if (own.bufferIndices.length === 0) return faultOf('crash', 'edge-buffer-indices-missing');
    return this.#predecessors(mux, level);
  }

  /**
   * Returns the fault of a mux's predecessors. The loader reads as many predecessors as the mux declares; a
   * missing predecessor only counts as a fault after all existing predecessors were read.
   */
  #predecessors(mux: EdgeLayerMuxView, level: number): RuntimeFault | undefined {
    let left = mux.muxData?.numberOfPredecessors ?? 0;
    if (left === 0) return undefined;
    for (const predecessor of mux.predecessors) {
      const found = this.#predecessor(predecessor, level + 1);
      if (found !== undefined) return found;
      if (--left === 0) return undefined;
    }
    return faultOf('crash', 'mux-predecessors-overrun');
  }

  #predecessor({ layerInfo, layerMux }: EdgeView, level: number): RuntimeFault | undefined {
    if (layerInfo !== undefined) return this.#info(layerInfo, 'edge-unset', false);
    if (layerMux !== undefined && level < LEVELS) return this.#mux(layerMux, 'edge-unset', level);
    return faultOf('INTERNAL_FAILURE', 'mux-predecessor-unset');
  }

  /**
   * Returns the fault of an image whose planes are streams. A fault of the image ends the load only after the
   * planes before the fault were read.
   */
  #planes(image: EdgeLayerPlanesView | undefined): RuntimeFault | undefined {
    const own = planesFault(image);
    const fault = own && faultOf(own.ending, image ? 'edge-later-values' : 'edge-layer-type-unknown');
    if (!PLANES_FORMATS.includes(image?.planesFormat ?? 0)) return fault;
    const name = this.#named(image?.name ?? '');
    if (name !== undefined) return name;
    for (const { layerInfo } of image?.planes ?? []) {
      if (layerInfo === undefined) break;
      const found = this.#info(layerInfo, 'edge-unset', true);
      if (found !== undefined) return found;
    }
    return fault;
  }

  #named(name: string): RuntimeFault | undefined {
    if (isLongName(name)) return faultOf('INTERNAL_FAILURE', 'edge-name-too-long');
    return networkNameFault(this.edge, this.scope.coreOp, this.scope.features);
  }

  /** Checks an output that is part of a fused layer: loaders also read the fused layer. */
  #defused(info: NmsInfoView | undefined): RuntimeFault | undefined {
    const { coreOp, release } = this.scope;
    const { fused } = coreOp;
    if (fused === undefined || info === undefined || !info.isDefused) return undefined;
    // The oldest releases check that the metadata of fused layers exists. Later releases read the flag in the
    // metadata.
    if (release.readsAll && !fused.hasFusedLayers) return undefined;
    const original = loadedText(info.defuseInfo?.originalName ?? '');
    const layer = fused.layers.find(({ name }) => name === original);
    return layer === undefined ? faultOf('NOT_FOUND', 'fused-layer-missing') : this.#fused(layer);
  }

  #fused({ view, name }: FusedFacts): RuntimeFault | undefined {
    const { base } = this.scope;
    const own = view.layerInfo?.edgeLayerBase;
    const fault =
      base.format(own) ??
      base.dataBytes(own, 'fused-layer-invalid') ??
      base.nms(view.nmsInfo) ??
      (isLongName(name) ? faultOf('INTERNAL_FAILURE', 'fused-layer-invalid') : undefined);
    if (fault !== undefined) return { ...fault, code: 'fused-layer-invalid' };
    return own?.bufferIndices.length === 0 ? faultOf('crash', 'fused-buffer-indices-missing') : undefined;
  }
}

/**
 * Returns the fault in the length of a list: loaders allocate the list with the declared length before
 * reading an entry.
 */
function reserveFault(mux: EdgeLayerMuxView | undefined): RuntimeFault | undefined {
  const data = mux?.muxData;
  if (data === undefined) return undefined;
  if (data.numberOfPredecessors >= TOO_MANY_PREDECESSORS) return faultOf('crash', 'mux-predecessors-overrun');
  return data.heightRatiosListLen >= TOO_MANY_RATIOS ? faultOf('crash', 'mux-height-ratios-len') : undefined;
}
