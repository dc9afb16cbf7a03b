import { EdgeLayerView } from '../../../read/model/edge-layer.gen.js';
import { type FactPlace, MAX_RELATED, type Reference } from './fact-place.js';
import { type HeldFields, HeldRecord, scalarOf } from './held-record.js';

export const DIRECTION_H2D = 0;
export const DIRECTION_D2H = 1;
export const CONNECTION_BOUNDARY = 0;
export const CONNECTION_INTERMEDIATE = 1;
export const CONNECTION_DDR = 2;
export const CONNECTION_CACHE = 3;

export const TYPE_INFO = 0;
export const TYPE_MUX = 1;
export const TYPE_PLANES = 2;

/** Members of the oneof `edge`, by field number. */
export const LAYER_INFO = 3;
export const LAYER_MUX = 4;
export const LAYER_PLANES = 8;

/** `context_switch_info` of an edge layer, and the layer that it names as its peer. */
export interface SwitchFacts {
  readonly contextIndex: number;
  /** The scalar pair that releases up to 4.11 read. */
  readonly scalarContext: number;
  readonly scalarSys: number;
  /** True if `connected_context_name` is present and not empty. */
  readonly hasPeerName: boolean;
  /** `connected_contexts`, which later releases read: its length, and the first entry. */
  readonly connectedCount: number;
  readonly listedContext: number;
  readonly listedSys: number;
}

/**
 * Numbers of a boundary layer's tensor for rules across records. Positions are relative to the beginning of
 * the edge layer's payload.
 */
export interface TensorNumbers {
  readonly features: number;
  readonly nameAt: number;
  readonly nameBytes: number;
  /** Number of `original_names`, and the position of the first name. */
  readonly originals: number;
  readonly originalAt: number;
  readonly originalBytes: number;
  /** Entries of `qp_zps` and `qp_scales`. */
  readonly zeroPoints: number;
  readonly scales: number;
  /**
   * True if `numeric_info` is present. `numericAt` and `numericLength` are its record; if it is absent, the
   * record of the tensor.
   */
  readonly hasNumeric: boolean;
  readonly numericAt: number;
  readonly numericLength: number;
}

export interface EdgeNumbers {
  readonly direction: number;
  /** `edge_layer_type`, which the loader uses. */
  readonly type: number;
  /** Field number of the member of `edge` that is set; 0 if no known member is set. */
  readonly member: number;
  /** Format of the layer or mux itself; 0 if absent. */
  readonly format: number;
  /** `sys_index`; undefined if the layer has no base, or if its kind is unknown. */
  readonly sysIndex: number | undefined;
  readonly networkIndex: number;
  /** Connection type; BOUNDARY if `context_switch_info` is absent. */
  readonly connection: number;
  readonly switchInfo: SwitchFacts | undefined;
  /** Numbers of the tensor; undefined if they have to be read from the record. */
  readonly tensor: TensorNumbers | undefined;
}

/**
 * An edge layer of a context. Values that rules check in every edge layer are stored as numbers; the places
 * of faults are read from the record.
 */
export class EdgeFacts extends HeldRecord<EdgeLayerView> implements EdgeNumbers {
  readonly direction: number;
  readonly type: number;
  readonly member: number;
  readonly format: number;
  readonly sysIndex: number | undefined;
  readonly networkIndex: number;
  readonly connection: number;
  readonly switchInfo: SwitchFacts | undefined;
  readonly tensor: TensorNumbers | undefined;

  /** @param numbers the numbers of the edge layer, if already read */
  constructor(fields: HeldFields, numbers?: EdgeNumbers) {
    super(fields);
    const known = numbers ?? numbersIn(this.view);
    this.direction = known.direction;
    this.type = known.type;
    this.member = known.member;
    this.format = known.format;
    this.sysIndex = known.sysIndex;
    this.networkIndex = known.networkIndex;
    this.connection = known.connection;
    this.switchInfo = known.switchInfo;
    this.tensor = known.tensor;
  }

  /** Restores an edge layer from a worker, which is plain data. */
  static revive(plain: EdgeFacts): EdgeFacts {
    return Object.assign(Object.create(EdgeFacts.prototype) as EdgeFacts, plain);
  }

  get view(): EdgeLayerView {
    return this.open(EdgeLayerView);
  }

  /**
   * True if the direction and the connection are known. An edge layer without a known direction and
   * connection may be any layer that seems missing.
   */
  get hasKnownEnds(): boolean {
    const { direction, connection } = this;
    const goes = direction === DIRECTION_H2D || direction === DIRECTION_D2H;
    return goes && connection >= CONNECTION_BOUNDARY && connection <= CONNECTION_CACHE;
  }

  get networkIndexPlace(): Reference {
    return scalarOf(this.view, 6, this.networkIndex);
  }

  /** Places in `context_switch_info`. Read this only for edge layers with `context_switch_info`. */
  get switchPlaces(): SwitchPlaces {
    return new SwitchPlaces(this.view);
  }
}

function numbersIn(view: EdgeLayerView): EdgeNumbers {
  const info = view.contextSwitchInfo;
  const member = view.view.oneofCase(0);
  const base = (member === LAYER_MUX ? view.layerMux : view.layerInfo)?.edgeLayerBase;
  const first = info?.connectedContexts.at(0);
  return {
    direction: view.direction,
    type: view.edgeLayerType,
    member,
    format: base?.format ?? 0,
    sysIndex: base?.sysIndex,
    networkIndex: view.networkIndex,
    connection: info?.edgeConnectionType ?? CONNECTION_BOUNDARY,
    switchInfo: info && {
      contextIndex: info.contextIndex,
      scalarContext: info.connectedContextIndex,
      scalarSys: info.connectedSysIndex,
      hasPeerName: info.connectedContextName !== '',
      connectedCount: info.connectedContexts.length,
      listedContext: first?.index ?? 0,
      listedSys: first?.sysIndex ?? 0,
    },
    tensor: undefined,
  };
}

class SwitchPlaces {
  readonly #info;

  constructor(view: EdgeLayerView) {
    const info = view.contextSwitchInfo;
    if (info === undefined) throw new Error('an edge layer without context_switch_info was asked about it');
    this.#info = info;
  }

  get whole(): FactPlace {
    const { span, path } = this.#info;
    return { ...span, path };
  }

  get contextIndex(): Reference {
    return scalarOf(this.#info, 1, this.#info.contextIndex);
  }

  get scalarContext(): Reference {
    return scalarOf(this.#info, 4, this.#info.connectedContextIndex);
  }

  get scalarSys(): Reference {
    return scalarOf(this.#info, 7, this.#info.connectedSysIndex);
  }

  /** Returns an entry of `connected_contexts`. */
  listed(index: number): { readonly place: FactPlace; readonly context: Reference; readonly sys: Reference } {
    const entry = this.#info.connectedContexts.at(index);
    if (entry === undefined) throw new RangeError(`connected_contexts has no entry ${index}`);
    return {
      place: { ...entry.span, path: entry.path },
      context: scalarOf(entry, 1, entry.index),
      sys: scalarOf(entry, 3, entry.sysIndex),
    };
  }
}

/**
 * Returns the edge layers that a finding names: the first match, and further matches up to the limit of
 * related places.
 */
export function firstEdges(
  contexts: readonly { readonly edges: readonly EdgeFacts[] }[],
  isMeant: (edge: EdgeFacts) => boolean,
): EdgeFacts[] {
  const found: EdgeFacts[] = [];
  for (const { edges } of contexts) {
    for (const edge of edges) {
      if (isMeant(edge) && found.push(edge) > MAX_RELATED) return found;
    }
  }
  return found;
}
