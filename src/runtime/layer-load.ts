import type { EdgeLayerBaseView, EdgeLayerInfoView, EdgeLayerMuxView, EdgeView } from '../model/index.js';
import {
  CONNECTION_BOUNDARY,
  CONNECTION_DDR,
  CONNECTION_INTERMEDIATE,
  type CoreOpFacts,
  type EdgeFacts,
  type FileFacts,
  isMultiNetwork,
} from '../rules/facts/index.js';
import type { ReleaseFacts } from './release.js';
import type { Ending, Fault } from './verdict.js';

const TYPE_INFO = 0;
const TYPE_MUX = 1;
const TYPE_PLANES = 2;
const CONNECTION_CACHE = 3;
const FORMAT_NMS = 6;
const FORMATS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11];
/** Formats that came later, by release. */
const LATER_FORMATS: Readonly<Record<number, string>> = {
  13: '4.13.0',
  14: '4.10.0',
  15: '4.10.0',
  16: '4.13.0',
};
const NAME_BYTES = 128;
const CLASS_GROUPS = 9n;
/** So many numbers cannot be reserved: 4 GB. */
const UNRESERVABLE = 0x4000_0000;
/** Nested muxes that are followed; parsers take fewer levels. */
const LEVELS = 100;

const fault = (ending: Ending, code: string): Fault => ({ ending, code });
const encoder = new TextEncoder();

/** How a release reads one edge layer while it loads. */
export class LayerLoad {
  readonly #several: boolean;

  constructor(
    file: FileFacts,
    private readonly release: ReleaseFacts,
  ) {
    this.#several = isMultiNetwork(file);
  }

  /** What ends the load at an edge layer; undefined where nothing does. */
  fault(edge: EdgeFacts, coreOp: CoreOpFacts): Fault | undefined {
    const { connection } = edge;
    const { release } = this;
    if (connection === CONNECTION_BOUNDARY) return this.#boundary(edge, coreOp);
    if (!release.isFrom('4.9.0')) return undefined;
    const known = connection === CONNECTION_INTERMEDIATE || connection === CONNECTION_DDR;
    if (!known && !(connection === CONNECTION_CACHE && release.isFrom('4.18.0'))) {
      return fault('INVALID_HEF', 'edge-connection-type-unknown');
    }
    return release.isFrom('4.12.0') ? this.#inner(edge, coreOp) : undefined;
  }

  #boundary(edge: EdgeFacts, coreOp: CoreOpFacts): Fault | undefined {
    const network = this.#network(edge, coreOp);
    if (network !== undefined) return network;
    const { view } = edge;
    switch (view.edgeLayerType) {
      case TYPE_INFO:
        if (view.layerInfo === undefined) return fault('INVALID_ARGUMENT', this.#missing(edge));
        return this.#info(view.layerInfo);
      case TYPE_MUX:
        if (view.layerMux === undefined) return fault('INVALID_ARGUMENT', this.#missing(edge));
        return this.#mux(view.layerMux, 0);
      case TYPE_PLANES:
        if (this.release.isFrom('4.15.0')) return this.#planes(edge);
        break;
    }
    return fault('INTERNAL_FAILURE', 'edge-layer-type-unknown');
  }

  /** Layers between contexts and through DDR are read less closely. */
  #inner(edge: EdgeFacts, coreOp: CoreOpFacts): Fault | undefined {
    const network = this.#network(edge, coreOp);
    if (network !== undefined) return network;
    const { view } = edge;
    if (view.edgeLayerType === TYPE_MUX) return fault('INVALID_HEF', 'inter-context-mux');
    const base = view.layerInfo?.edgeLayerBase;
    if (base === undefined) {
      return fault(
        'INVALID_ARGUMENT',
        view.layerInfo === undefined ? this.#missing(edge) : 'edge-base-missing',
      );
    }
    return this.#dataBytes(base) ?? this.#stream(base);
  }

  #network(edge: EdgeFacts, { networkCount }: CoreOpFacts): Fault | undefined {
    if (!this.#several) return undefined;
    if (networkCount === 0) return fault('INVALID_ARGUMENT', 'networks-names-empty');
    // The index is cut to eight bits before it is looked at.
    if ((edge.networkIndex & 0xff) < networkCount) return undefined;
    return fault('INVALID_ARGUMENT', 'network-index-out-of-range');
  }

  /** Why the message is not there that the type asks for. */
  #missing(edge: EdgeFacts): string {
    const { view } = edge;
    const other = view.layerInfo !== undefined || view.layerMux !== undefined;
    return other ? 'edge-type-mismatch' : 'edge-unset';
  }

  #planes(edge: EdgeFacts): Fault | undefined {
    const { layerPlanes } = edge.view;
    if (layerPlanes === undefined || layerPlanes.planes.length === 0) {
      return fault('crash', 'edge-layer-type-unknown');
    }
    for (const plane of layerPlanes.planes) {
      const found = this.#predecessor(plane, 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #info(info: EdgeLayerInfoView): Fault | undefined {
    return this.#base(info.edgeLayerBase) ?? this.#named(info.name, info.edgeLayerBase);
  }

  #mux(mux: EdgeLayerMuxView, level: number): Fault | undefined {
    const own = this.#base(mux.edgeLayerBase) ?? this.#named(mux.name, mux.edgeLayerBase);
    if (own !== undefined) return own;
    const data = mux.muxData;
    if ((data?.heightRatiosListLen ?? 0) >= UNRESERVABLE) return fault('crash', 'mux-height-ratios-len');
    const said = data?.numberOfPredecessors ?? 0;
    if (said > mux.predecessors.length) return fault('crash', 'mux-predecessors-overrun');
    let read = 0;
    for (const predecessor of mux.predecessors) {
      if (read++ === said) break;
      const found = this.#predecessor(predecessor, level + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #predecessor(edge: EdgeView, level: number): Fault | undefined {
    const { layerInfo, layerMux } = edge;
    if (layerInfo !== undefined) return this.#info(layerInfo);
    if (layerMux !== undefined && level < LEVELS) return this.#mux(layerMux, level);
    return fault('INTERNAL_FAILURE', 'mux-predecessor-unset');
  }

  #base(base: EdgeLayerBaseView | undefined): Fault | undefined {
    if (base === undefined) return fault('INVALID_ARGUMENT', 'edge-base-missing');
    const { release } = this;
    const { format } = base;
    const since = LATER_FORMATS[format];
    if (!FORMATS.includes(format) && !(since !== undefined && release.isFrom(since))) {
      return fault('INTERNAL_FAILURE', since === undefined ? 'edge-format-unknown' : 'edge-format-newer');
    }
    if (base.hostArgmax && release.isFrom('4.15.0')) {
      return fault(release.notSupported, 'edge-host-argmax-deprecated');
    }
    return (
      this.#dataBytes(base) ?? this.#stream(base) ?? (format === FORMAT_NMS ? this.#nms(base) : undefined)
    );
  }

  #dataBytes({ dataBytes }: EdgeLayerBaseView): Fault | undefined {
    return dataBytes === 1 || dataBytes === 2 ? undefined : fault('INVALID_ARGUMENT', 'edge-data-bytes');
  }

  #stream(base: EdgeLayerBaseView): Fault | undefined {
    if (base.coreBytesPerBuffer > 0xffff) return fault('INVALID_HEF', 'edge-core-bytes-range');
    if (base.coreBuffersPerFrame > 0xffff) return fault('INVALID_HEF', 'edge-core-buffers-range');
    if (base.sysIndex > 0xff) return fault('INVALID_HEF', 'edge-sys-index-range');
    return undefined;
  }

  #nms({ additionalInfo }: EdgeLayerBaseView): Fault | undefined {
    const defuse = additionalInfo?.nmsInfo?.defuseInfo;
    if (defuse === undefined) return undefined;
    // The index is cut to 32 bits before it is looked at.
    if (BigInt.asUintN(32, defuse.classGroupIndex) >= CLASS_GROUPS) {
      return fault('INVALID_HEF', 'nms-class-group-index');
    }
    return isLong(defuse.originalName) ? fault('INTERNAL_FAILURE', 'nms-original-name-too-long') : undefined;
  }

  #named(name: string, base: EdgeLayerBaseView | undefined): Fault | undefined {
    if (isLong(name)) return fault('INTERNAL_FAILURE', 'edge-name-too-long');
    return base?.bufferIndices.length === 0 ? fault('crash', 'edge-buffer-indices-missing') : undefined;
  }
}

/** Whether a name does not fit the loader's buffer, with the byte that ends it. */
function isLong(name: string): boolean {
  return (
    name.length >= NAME_BYTES || (name.length > NAME_BYTES / 4 && encoder.encode(name).length >= NAME_BYTES)
  );
}
