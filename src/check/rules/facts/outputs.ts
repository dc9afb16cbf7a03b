import type { EdgeLayerInfoView, EdgeLayerMuxView } from '../../../read/model/edge-layer.gen.js';
import type { List } from '../../../read/model/list.js';
import type { TypedView } from '../../../read/model/typed-view.js';
import { isWholeContext } from './context.js';
import type { CoreOpFacts } from './core-op.js';
import { CONNECTION_BOUNDARY, DIRECTION_D2H, type EdgeFacts } from './edge.js';
import { readNames } from './edge-reader.js';
import type { FactPlace } from './fact-place.js';
import { type FileFacts, isUnsure } from './file.js';
import { MAX_CHECKED_NAMES, MAX_LEAVES } from './gathering-limits.js';
import { type FusedFacts, fusedByName, layerField, NMS_FORMAT } from './layer.js';

/** Field number of `name` in all kinds of layers. */
const NAME = 1;

/**
 * A stream for users: a tensor with a name. The stream is a boundary layer, a leaf of a boundary mux, or a
 * fused layer that the host combines from several boundary layers. The place is the record of this layer.
 */
interface StreamFacts extends FactPlace {
  readonly kind: 'layer' | 'leaf' | 'fused';
  readonly name: string;
  /**
   * The stream's edge layer at the boundary of the device; for a fused layer, the first of its edge layers.
   */
  readonly edge: EdgeFacts;
  /** The record of the stream's name; if absent, the record of the layer. */
  readonly namePlace: FactPlace;
}

/** Streams between a core op and its host. */
export interface BoundaryFacts {
  /** The boundary layers of all contexts, in order. A part of a fused layer has its own name in this list. */
  readonly layers: readonly BoundaryLayer[];
  readonly streams: readonly StreamFacts[];
  readonly originalNames: readonly OriginalName[];
  /** True if the lists are complete, so that a stream that is not listed is missing. */
  readonly complete: boolean;
}

interface BoundaryLayer {
  readonly edge: EdgeFacts;
  readonly name: string;
}

/** Name of a layer in the network that was compiled. */
interface OriginalName {
  readonly name: string;
  readonly stream: StreamFacts;
}

/** Cached results for a file, and the remaining budget of leaves and names. */
export interface FileStreams {
  readonly byCoreOp: Map<CoreOpFacts, BoundaryFacts>;
  leaves: number;
  names: number;
  dropped: boolean;
}

function streamsOf(file: FileFacts): FileStreams {
  file.streams ??= { byCoreOp: new Map(), leaves: MAX_LEAVES, names: MAX_CHECKED_NAMES, dropped: false };
  return file.streams;
}

/**
 * Returns the streams of a core op. The result is cached, because every boundary layer has to be read again
 * to compute it.
 */
export function boundaryOf(coreOp: CoreOpFacts, file: FileFacts): BoundaryFacts {
  const known = streamsOf(file);
  let boundary = known.byCoreOp.get(coreOp);
  if (boundary === undefined) {
    boundary = new BoundaryReader(coreOp, known).read();
    known.byCoreOp.set(coreOp, boundary);
  }
  return boundary;
}

/** True if muxes had more leaves, or layers more original names, than are remembered. */
export function hasMoreStreams(file: FileFacts): boolean {
  return file.streams?.dropped === true;
}

const NO_KIND = { layerInfo: undefined, layerMux: undefined, layerPlanes: undefined };

/** Reads the boundary layers of one core op. */
class BoundaryReader {
  readonly #layers: BoundaryLayer[] = [];
  readonly #streams: StreamFacts[] = [];
  readonly #originalNames: OriginalName[] = [];
  /**
   * Created at the first use, because hardly any file needs this map. A map avoids quadratic time for files
   * with many fused layers and many references to fused layers.
   */
  #fusedLayers: ReadonlyMap<string, FusedFacts> | undefined;
  /** Names of fused layers that are among the streams. */
  #fused: Set<string> | undefined;
  #complete: boolean;

  constructor(
    private readonly coreOp: CoreOpFacts,
    private readonly known: FileStreams,
  ) {
    const { contexts, contextCount } = coreOp;
    this.#complete = !isUnsure(coreOp) && contexts.length === contextCount && contexts.every(isWholeContext);
  }

  read(): BoundaryFacts {
    for (const { edges } of this.coreOp.contexts) {
      for (const edge of edges) {
        if (!edge.hasKnownEnds) this.#complete = false;
        if (edge.connection === CONNECTION_BOUNDARY) this.#read(edge);
      }
    }
    return {
      layers: this.#layers,
      streams: this.#streams,
      originalNames: this.#originalNames,
      complete: this.#complete,
    };
  }

  #add(stream: StreamFacts, originalNames: List<string> | readonly string[] | undefined): void {
    this.#streams.push(stream);
    const { known } = this;
    (originalNames as readonly string[] | undefined)?.forEach((name) => {
      if (known.names === 0) {
        known.dropped = true;
      } else {
        known.names--;
        this.#originalNames.push({ name, stream });
      }
    });
  }

  #read(edge: EdgeFacts): void {
    // The usual case is a tensor that is not part of a fused layer: only the names are needed.
    const names = this.#mayBeFused(edge) ? undefined : readNames(edge);
    if (names !== undefined) {
      const { name, originalNames } = names;
      this.#layers.push({ edge, name });
      this.#add(new LayerStream(edge, name), originalNames);
      return;
    }
    // For a layer of no kind, no view is created: hostile files have tens of thousands of such layers, and
    // creating a view takes longer than all other work on the layer.
    const { layerInfo, layerMux, layerPlanes } = edge.member === 0 ? NO_KIND : edge.view;
    const layer = layerInfo ?? layerMux ?? layerPlanes;
    if (layer === undefined) {
      // A layer of an unknown kind may be any stream. A layer of no kind is not a stream.
      this.#complete = false;
      return;
    }
    this.#layers.push({ edge, name: layer.name });
    if (layerMux !== undefined) {
      this.#readLeaves(edge, layerMux, () => `${edge.path}.layer_mux`);
      return;
    }
    const whole = layerInfo === undefined ? undefined : this.#fusedOf(edge, layerInfo);
    if (whole === undefined) this.#add(new LayerStream(edge, layer.name), layerInfo?.originalNames);
    else if (this.#fused?.has(whole) !== true) {
      this.#fused = (this.#fused ?? new Set()).add(whole);
      const fused = this.#fusedLayer(whole);
      this.#add(new FusedStream(edge, whole, fused), fused?.view.layerInfo?.originalNames);
    }
  }

  /** Reads the leaves of a mux. Recursion is bounded by the nesting limit of the scan. */
  #readLeaves(edge: EdgeFacts, { predecessors }: EdgeLayerMuxView, path: () => string): void {
    const { known } = this;
    // The leaves of an empty mux are not known. Another rule reports the empty mux.
    if (predecessors.length === 0) this.#complete = false;
    predecessors.forEach((part, index) => {
      const { layerInfo, layerMux, layerPlanes } = part;
      const own = () => `${path()}.predecessors[${index}]`;
      if (layerMux !== undefined) {
        this.#readLeaves(edge, layerMux, () => `${own()}.layer_mux`);
        return;
      }
      const leaf = layerInfo ?? layerPlanes;
      if (leaf === undefined) {
        this.#complete = false;
      } else if (known.leaves === 0) {
        known.dropped = true;
        this.#complete = false;
      } else {
        known.leaves--;
        const member = layerInfo === undefined ? 'layer_planes' : 'layer_info';
        this.#add(new LeafStream(edge, leaf, part, own, member), layerInfo?.originalNames);
      }
    });
  }

  #mayBeFused({ direction, format }: EdgeFacts): boolean {
    return this.coreOp.fused !== undefined && direction === DIRECTION_D2H && format === NMS_FORMAT;
  }

  /**
   * Returns the name of the fused layer that contains an output. Some releases check the flag
   * `network_has_fused_layers`, and other releases only check that `fused_layers_metadata` is present. This
   * function accepts the flag or the presence of the named fused layer.
   */
  #fusedOf(edge: EdgeFacts, { edgeLayerBase }: EdgeLayerInfoView): string | undefined {
    const { fused } = this.coreOp;
    if (fused === undefined || !this.#mayBeFused(edge) || edgeLayerBase?.format !== NMS_FORMAT)
      return undefined;
    const nms = edgeLayerBase.additionalInfo?.nmsInfo;
    if (nms === undefined || !nms.isDefused) return undefined;
    const name = nms.defuseInfo?.originalName ?? '';
    return fused.hasFusedLayers || this.#fusedLayer(name) !== undefined ? name : undefined;
  }

  #fusedLayer(name: string): FusedFacts | undefined {
    this.#fusedLayers ??= fusedByName(this.coreOp.fused?.layers ?? []);
    return this.#fusedLayers.get(name);
  }
}

/** A boundary layer that is a stream by itself. */
class LayerStream implements StreamFacts {
  readonly kind = 'layer';

  constructor(
    readonly edge: EdgeFacts,
    readonly name: string,
  ) {}

  get offset(): number {
    return this.edge.offset;
  }

  get length(): number {
    return this.edge.length;
  }

  get path(): string {
    return this.edge.path;
  }

  get namePlace(): FactPlace {
    const { layerInfo, layerPlanes } = this.edge.view;
    const layer = layerInfo ?? layerPlanes;
    return layer === undefined ? this : layerField(layer, NAME);
  }
}

/**
 * A leaf of a mux as a stream. The constructor reads the values, because the view is only valid while the
 * walk over the mux is at the leaf.
 */
class LeafStream implements StreamFacts {
  readonly kind = 'leaf';
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly #name: FactPlace;

  constructor(
    readonly edge: EdgeFacts,
    layer: TypedView & { readonly name: string },
    { span }: TypedView,
    private readonly own: () => string,
    member: string,
  ) {
    this.name = layer.name;
    this.offset = span.offset;
    this.length = span.length;
    const name = layer.fieldSpan(NAME);
    const { offset, length } = name ?? layer.span;
    this.#name = {
      offset,
      length,
      get path() {
        return `${own()}.${member}${name === undefined ? '' : '.name'}`;
      },
    };
  }

  get path(): string {
    return this.own();
  }

  get namePlace(): FactPlace {
    return this.#name;
  }
}

/**
 * A stream that the host combines from several outputs. If the fused layer is missing, the first output is
 * used instead.
 */
class FusedStream implements StreamFacts {
  readonly kind = 'fused';

  constructor(
    readonly edge: EdgeFacts,
    readonly name: string,
    private readonly layer: FusedFacts | undefined,
  ) {}

  get offset(): number {
    return (this.layer ?? this.edge).offset;
  }

  get length(): number {
    return (this.layer ?? this.edge).length;
  }

  get path(): string {
    return (this.layer ?? this.edge).path;
  }

  get namePlace(): FactPlace {
    const info = this.layer?.view.layerInfo;
    return info === undefined ? this : layerField(info, NAME);
  }
}
