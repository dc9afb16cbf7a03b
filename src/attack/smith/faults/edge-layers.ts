/** Tensors, muxes and images, wherever they are: edge layers, parts of muxes, planes of images. */
import { type Scalar, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../random.js';
import {
  DDR_INPUTS,
  DDR_OUTPUTS,
  ddrInputOf,
  type EdgeSite,
  edgeSites,
  edgeSitesIn,
  isKind,
  readersOf,
  SINKS,
  SOURCES,
  sourceOf,
} from './context-edges.js';
import type { Expected, FaultNeeds } from './fault.js';
import { outputLists } from './group-outputs.js';
import { spotOf } from './operation-places.js';
import { CONNECTION, connectionOf, DIRECTION, directionOf, numberAt, textOf } from './places.js';
import type { Spot } from './spots.js';

export const FORMAT_NMS = 6;

export interface LayerSite extends EdgeSite {
  readonly kind: 'info' | 'mux' | 'planes';
  readonly layer: MessageNode;
  /** Of a part: the mux that it is directly in. */
  readonly mux: MessageNode | undefined;
  /** Whether it is in a mux or an image. */
  readonly isPart: boolean;
  /** Whether loaders read it as they read boundary layers: what is in a mux they always do. */
  readonly isBoundary: boolean;
}

const MEMBERS = [
  ['info', 'layer_info'],
  ['mux', 'layer_mux'],
  ['planes', 'layer_planes'],
] as const;

/** All of a model, in file order but for muxes, which come before their parts. */
export function layerSites(root: MessageNode): LayerSite[] {
  return edgeSites(root).flatMap(layersIn);
}

/** The layer of an edge layer, and those in it. */
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

/** Images have none. */
export function baseIn({ layer }: Pick<LayerSite, 'layer'>): MessageNode | undefined {
  return layer.table?.typeName === 'ProtoMDLEdgeLayerPlanes'
    ? undefined
    : layer.field('edge_layer_base')?.message;
}

/** Those that have a shape. */
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
  return numberAt(base, 'format') === FORMAT_NMS;
}

/** What a list of boxes says of itself. */
export function nmsOf({ base }: Pick<ShapedSite, 'base'>): MessageNode | undefined {
  return messagesAt(base, 'additional_info', 'nms_info').at(-1);
}

/** Whether a layer is one of several that the host puts together: they go by each other. */
export function isFusedPart(site: LayerSite): boolean {
  const base = baseIn(site);
  const nms = base === undefined ? undefined : nmsOf({ base });
  return nms !== undefined && numberAt(nms, 'is_defused') !== 0;
}

/** Whether one is on its own as an edge layer. */
export function isWhole({ edge }: EdgeSite): boolean {
  return !layersIn({ edge } as EdgeSite).some(isFusedPart);
}

/**
 * Layers that have to have frames of one size: an output that other contexts read with its readers, a detour's
 * two ends. Others are on their own.
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
    const source = sourceOf(site);
    return source === undefined ? [site] : [source, ...readersOf(source)];
  }
  if (connectionOf(site.edge) !== CONNECTION.DDR) return [site];
  const output = isKind(site, DDR_OUTPUTS)
    ? site
    : edgeSitesIn(site.coreOp).find((one) => isKind(one, DDR_OUTPUTS) && ddrInputOf(one)?.edge === site.edge);
  const input = isKind(site, DDR_INPUTS) || output === undefined ? site : ddrInputOf(output);
  return [output, input].filter((end) => end !== undefined);
}

/** Models with layers of all kinds; what is asked for changes from seed to seed. */
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

/** What is found at the first place that fits, in any order of them. */
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

/** Gives a layer another name, and all that knows it by the old one. */
export function rename(site: LayerSite, name: string): Spot {
  const { coreOp, layer, edge, kind } = site;
  const old = textOf(layer.field('name'));
  const isStream = kind !== 'mux' && (!site.isPart || site.mux !== undefined);
  if (isStream && site.isBoundary && directionOf(edge) === DIRECTION.D2H) {
    const parts = messagesAt(coreOp, 'fused_layers_metadata', 'fused_layers');
    const lists = isFusedPart(site)
      ? parts.map((whole) => whole.fields('defused_layers_names'))
      : outputLists(coreOp);
    for (const record of lists.flat()) if (textOf(record) === old) record.setBytes(encoder.encode(name));
  }
  return setField(layer, 'name', name);
}

const encoder = new TextEncoder();

/** Sets several values at once. */
export function setFields(message: MessageNode, values: Readonly<Record<string, Scalar>>): void {
  for (const [name, value] of Object.entries(values)) setField(message, name, value);
}

/** A field that is there, or what it would be in. */
export function spotsOf(message: MessageNode, ...names: readonly string[]): Spot[] {
  return names.map((name) => spotOf(message, name));
}
