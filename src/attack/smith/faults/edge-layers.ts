/**
 * Finds and changes tensors, muxes and images wherever they occur: in edge layers, in muxes, in planes of
 * images.
 */
import { type Scalar, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import {
  DDR_INPUTS,
  DDR_OUTPUTS,
  ddrInputOf,
  type EdgeSite,
  edgeSites,
  edgeSitesIn,
  edgeSource,
  isKind,
  readersOf,
  SINKS,
  SOURCES,
} from './context-edges.js';
import type { Expected, FaultNeeds } from './fault.js';
import { outputLists } from './group-outputs.js';
import { operationSpot } from './operation-places.js';
import { CONNECTION, connectionOf, DIRECTION, directionOf, numberAt, treeText } from './places.js';
import type { FaultSpot } from './spots.js';

export const LAYER_FORMAT_NMS = 6;

export interface LayerSite extends EdgeSite {
  readonly kind: 'info' | 'mux' | 'planes';
  readonly layer: MessageNode;
  /** The mux that directly contains the layer; undefined outside of a mux. */
  readonly mux: MessageNode | undefined;
  /** True for a part of a mux or an image. */
  readonly isPart: boolean;
  /**
   * True if loaders treat the layer as a boundary layer. Loaders treat all layers inside of a mux as boundary
   * layers.
   */
  readonly isBoundary: boolean;
}

const MEMBERS = [
  ['info', 'layer_info'],
  ['mux', 'layer_mux'],
  ['planes', 'layer_planes'],
] as const;

/** Returns all layers of a model, in file order, except that muxes come before their parts. */
export function layerSites(root: MessageNode): LayerSite[] {
  return edgeSites(root).flatMap(layersIn);
}

/** Returns the layer of an edge layer, and the layers inside. */
export function layersIn(site: EdgeSite): LayerSite[] {
  return layersOf(site.edge, site, {
    mux: undefined,
    isPart: false,
    isBoundary: connectionOf(site.edge) === CONNECTION.BOUNDARY,
  });
}

function layersOf(
  holder: MessageNode,
  { coreOp, context, position, edge }: EdgeSite,
  around: Pick<LayerSite, 'mux' | 'isPart' | 'isBoundary'>,
): LayerSite[] {
  return MEMBERS.flatMap(([kind, member]) => {
    const layer = holder.field(member)?.message;
    if (layer === undefined) return [];
    const site: LayerSite = { coreOp, context, position, edge, kind, layer, ...around };
    const within =
      kind === 'mux'
        ? { mux: layer, isPart: true, isBoundary: true }
        : { mux: undefined, isPart: true, isBoundary: around.isBoundary };
    const parts = kind === 'info' ? [] : messagesAt(layer, kind === 'mux' ? 'predecessors' : 'planes');
    return [site, ...parts.flatMap((part) => layersOf(part, site, within))];
  });
}

export function baseIn({ layer }: Pick<LayerSite, 'layer'>): MessageNode | undefined {
  return layer.table?.typeName === 'ProtoMDLEdgeLayerPlanes'
    ? undefined
    : layer.field('edge_layer_base')?.message;
}

export function shapedSites(root: MessageNode): ShapedSite[] {
  return layerSites(root).flatMap((site) => {
    const base = baseIn(site);
    return base === undefined ? [] : [{ ...site, base }];
  });
}

export interface ShapedSite extends LayerSite {
  readonly base: MessageNode;
}

export function isBoxes({ base }: Pick<ShapedSite, 'base'>): boolean {
  return numberAt(base, 'format') === LAYER_FORMAT_NMS;
}

/** Returns the description of a list of boxes. */
export function nmsOf({ base }: Pick<ShapedSite, 'base'>): MessageNode | undefined {
  return messagesAt(base, 'additional_info', 'nms_info').at(-1);
}

/** True if the host fuses the layer with other layers, so that the layer cannot change alone. */
export function isFusedPart(site: LayerSite): boolean {
  const base = baseIn(site);
  const nms = base === undefined ? undefined : nmsOf({ base });
  return nms !== undefined && numberAt(nms, 'is_defused') !== 0;
}

/** True if the host does not fuse the layer, or a layer inside, with other layers. */
export function isWholeLayer({ edge }: EdgeSite): boolean {
  return !layersIn({ edge } as EdgeSite).some(isFusedPart);
}

/**
 * Returns the layers whose frames must have the same size: for a layer between contexts, the output and all
 * inputs that read the output; for a detour, its output and input; otherwise only the layer itself.
 */
export function sharersOf(site: ShapedSite): ShapedSite[] {
  if (site.isPart || site.isBoundary) return [site];
  const ends = endsOf(site);
  return ends.flatMap((end) =>
    layersIn(end).flatMap((one) => {
      const base = baseIn(one);
      return one.isPart || base === undefined ? [] : [{ ...one, base }];
    }),
  );
}

function endsOf(site: EdgeSite): EdgeSite[] {
  if (isKind(site, SOURCES)) return [site, ...readersOf(site)];
  if (isKind(site, SINKS)) {
    const source = edgeSource(site);
    return source === undefined ? [site] : [source, ...readersOf(source)];
  }
  if (connectionOf(site.edge) !== CONNECTION.DDR) return [site];
  const output = isKind(site, DDR_OUTPUTS)
    ? site
    : edgeSitesIn(site.coreOp).find((one) => isKind(one, DDR_OUTPUTS) && ddrInputOf(one)?.edge === site.edge);
  const input = isKind(site, DDR_INPUTS) || output === undefined ? site : ddrInputOf(output);
  return [output, input].filter((end) => end !== undefined);
}

export function anyLayers(random: Random): FaultNeeds {
  return random.one<FaultNeeds>([
    {},
    {},
    { with: ['mux'] },
    { with: ['nms'] },
    { with: ['fused'] },
    { with: ['ddr'] },
    { with: ['planes'] },
    { with: ['inter-context'], contexts: random.between(2, 4) },
  ]);
}

/** Tries places in random order; returns the findings for the first suitable place. */
export function atAny<T>(
  random: Random,
  places: readonly T[],
  find: (place: T) => readonly Expected[] | undefined,
): readonly Expected[] | undefined {
  for (const place of random.shuffled(places)) {
    const found = find(place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Renames a layer, with all references to its name. */
export function rename(site: LayerSite, name: string): FaultSpot {
  const { coreOp, layer, edge, kind } = site;
  const old = treeText(layer.field('name'));
  const isStream = kind !== 'mux' && (!site.isPart || site.mux !== undefined);
  if (isStream && site.isBoundary && directionOf(edge) === DIRECTION.D2H) {
    const parts = messagesAt(coreOp, 'fused_layers_metadata', 'fused_layers');
    const lists = isFusedPart(site)
      ? parts.map((whole) => whole.fields('defused_layers_names'))
      : outputLists(coreOp);
    for (const record of lists.flat()) if (treeText(record) === old) record.setBytes(encoder.encode(name));
  }
  return setField(layer, 'name', name);
}

const encoder = new TextEncoder();

export function setFields(message: MessageNode, values: Readonly<Record<string, Scalar>>): void {
  for (const [name, value] of Object.entries(values)) setField(message, name, value);
}

/** Returns the spot of each field; if a field is absent, the spot of the message. */
export function spotsOf(message: MessageNode, ...names: readonly string[]): FaultSpot[] {
  return names.map((name) => operationSpot(message, name));
}
