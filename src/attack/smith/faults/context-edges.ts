/** Finds and changes edge layers with their contexts and peers. */
import { ensureMessage, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { contextName } from '../edge-writer.js';
import type { Tensor } from '../tensors.js';
import type { Site } from './fault.js';
import { otherThan, put } from './operation-places.js';
import {
  actionsOf,
  CONNECTION,
  connectionOf,
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  operationsOf,
  preliminaryOperations,
  treeContent,
  treeContexts,
  treeCoreOps,
  treeEdges,
} from './places.js';
import type { FaultSpot } from './spots.js';

export interface EdgeSite {
  readonly coreOp: MessageNode;
  readonly context: MessageNode;
  /** Index of the context in its core op. */
  readonly position: number;
  readonly edge: MessageNode;
}

/** Returns the edge layers of a core op, in file order. */
export function edgeSitesIn(coreOp: MessageNode): EdgeSite[] {
  return treeContexts(coreOp).flatMap((context, position) =>
    treeEdges(context).map((edge) => ({ coreOp, context, position, edge })),
  );
}

export function edgeSites(root: MessageNode): EdgeSite[] {
  return treeCoreOps(root).flatMap(edgeSitesIn);
}

export interface EdgeKind {
  readonly connection?: number | readonly number[];
  readonly direction?: number;
}

export function isKind({ edge }: EdgeSite, { connection, direction }: EdgeKind): boolean {
  if (direction !== undefined && directionOf(edge) !== direction) return false;
  const wanted = typeof connection === 'number' ? [connection] : connection;
  return wanted?.includes(connectionOf(edge)) ?? true;
}

/** Returns a random edge layer of a kind that meets the condition. */
export function anyEdge(
  { root, random }: Site,
  kind: EdgeKind,
  fits: (site: EdgeSite) => boolean,
): EdgeSite | undefined {
  return oneOf(random, edgeSites(root), (site) => isKind(site, kind) && fits(site));
}

/** Kinds of layers with a peer. */
export const PAIRED = [CONNECTION.INTERMEDIATE, CONNECTION.DDR] as const;
export const SOURCES = { connection: CONNECTION.INTERMEDIATE, direction: DIRECTION.D2H } as const;
export const SINKS = { connection: CONNECTION.INTERMEDIATE, direction: DIRECTION.H2D } as const;
export const DDR_OUTPUTS = { connection: CONNECTION.DDR, direction: DIRECTION.D2H } as const;
export const DDR_INPUTS = { connection: CONNECTION.DDR, direction: DIRECTION.H2D } as const;

/** Returns `context_switch_info`, which every generated layer has. */
export function switchOf(edge: MessageNode): MessageNode {
  return ensureMessage(edge, 'context_switch_info');
}

export function baseOf(edge: MessageNode): MessageNode | undefined {
  return treeContent(edge)?.field('edge_layer_base')?.message;
}

/** Returns the stream of a layer; undefined for an image in planes, which has several streams. */
export function edgeSys(edge: MessageNode): number | undefined {
  const base = baseOf(edge);
  return base === undefined ? undefined : numberAt(base, 'sys_index');
}

/**
 * True if older loaders see all layers of a core op. They do not see an image in planes, so the validator
 * does not report missing streams if a core op has such an image.
 */
export function knowsStreams(coreOp: MessageNode): boolean {
  return edgeSitesIn(coreOp).every(({ edge }) => edgeSys(edge) !== undefined);
}

/** Returns the streams of a context's layers, for one direction or for both directions. */
export function edgeStreams(context: MessageNode, direction?: number): number[] {
  return treeEdges(context)
    .filter((edge) => direction === undefined || directionOf(edge) === direction)
    .flatMap((edge) => edgeSys(edge) ?? []);
}

export function freeStream(
  random: Random,
  context: MessageNode,
  ...taken: readonly number[]
): number | undefined {
  return otherThan(random, [...edgeStreams(context), ...taken], 31);
}

/** Returns `connected_contexts[0]`, which newer loaders use. */
export function edgePeer(edge: MessageNode): MessageNode | undefined {
  return messagesAt(edge, 'context_switch_info', 'connected_contexts')[0];
}

/** Returns the context and the stream of a layer's peer, from the field that newer loaders use. */
function peerNumbers(edge: MessageNode): { readonly context: number; readonly sys: number } {
  const peer = edgePeer(edge);
  return peer === undefined
    ? { context: -1, sys: -1 }
    : { context: numberAt(peer, 'index'), sys: numberAt(peer, 'sys_index') };
}

/** Changes the context of the first peer, in the fields for newer and for older loaders. */
export function namePeerContext(random: Random, edge: MessageNode, context: number): FaultSpot {
  const info = switchOf(edge);
  put(random, { message: info, name: 'connected_context_index' }, context);
  setField(info, 'connected_context_name', contextName(context));
  const peer = edgePeer(edge) as MessageNode;
  setField(peer, 'name', contextName(context));
  return put(random, { message: peer, name: 'index' }, context);
}

/** Changes the stream of the first peer, in the fields for newer and for older loaders. */
export function namePeerStream(random: Random, edge: MessageNode, sys: number): FaultSpot {
  put(random, { message: switchOf(edge), name: 'connected_sys_index' }, sys);
  return put(random, { message: edgePeer(edge) as MessageNode, name: 'sys_index' }, sys);
}

/** Returns the inputs of other contexts that read an intermediate output. */
export function readersOf(source: EdgeSite): EdgeSite[] {
  const sys = edgeSys(source.edge);
  return edgeSitesIn(source.coreOp).filter((site) => {
    const peer = peerNumbers(site.edge);
    return isKind(site, SINKS) && peer.context === source.position && peer.sys === sys;
  });
}

/** Returns the intermediate output that an input of another context reads. */
export function edgeSource(sink: EdgeSite): EdgeSite | undefined {
  const peer = peerNumbers(sink.edge);
  return edgeSitesIn(sink.coreOp).find(
    (site) => isKind(site, SOURCES) && site.position === peer.context && edgeSys(site.edge) === peer.sys,
  );
}

export function ddrInputOf(output: EdgeSite): EdgeSite | undefined {
  const { sys } = peerNumbers(output.edge);
  return edgeSitesIn(output.coreOp).find(
    (site) => isKind(site, DDR_INPUTS) && site.position === output.position && edgeSys(site.edge) === sys,
  );
}

/** Sorts two edge layers by file order. */
export function contextsInOrder(one: EdgeSite, two: EdgeSite): [EdgeSite, EdgeSite] {
  const all = edgeSitesIn(one.coreOp).map(({ edge }) => edge);
  return all.indexOf(one.edge) < all.indexOf(two.edge) ? [one, two] : [two, one];
}

/** Changes the number of a stream of a context, with all references except the references of peers. */
export function renumberStream(
  random: Random,
  { coreOp, context, position, edge }: EdgeSite,
  sys: number,
): void {
  const base = baseOf(edge);
  const old = edgeSys(edge);
  if (base === undefined) return;
  put(random, { message: base, name: 'sys_index' }, sys);
  const isInput = directionOf(edge) === DIRECTION.H2D;
  const own = operationsOf(context);
  const operations = position === 0 ? [...preliminaryOperations(coreOp), ...own] : own;
  const members = isInput ? [RECEIVED] : [SENT, DMA_IDLE];
  const waits = own.flatMap((operation) =>
    members.flatMap((member) => messagesAt(operation, 'trigger', member)),
  );
  const inputs = operations
    .flatMap(actionsOf)
    .flatMap((action) => messagesAt(action, 'allow_input_dataflow'));
  for (const [messages, name] of [
    [waits, 'shmifo_index'],
    [isInput ? inputs : [], 'sys_index'],
  ] as const) {
    for (const message of messages) {
      if (numberAt(message, name) === old) put(random, { message, name }, sys);
    }
  }
}

export const SENT = 'trigger_all_data_was_sent';
export const RECEIVED = 'trigger_all_data_was_received';
export const DMA_IDLE = 'trigger_dma_idle';

/** Number of a device's channels in one direction. */
const CHANNELS = 16;

/** True if the device has a free channel for another layer that is not a boundary layer. */
export function hasRoom(coreOp: MessageNode, direction: number): boolean {
  const boundary = edgeSitesIn(coreOp).filter((site) =>
    isKind(site, { connection: CONNECTION.BOUNDARY, direction }),
  ).length;
  const inner = treeContexts(coreOp).map(
    (context) =>
      treeEdges(context).filter(
        (edge) => directionOf(edge) === direction && connectionOf(edge) !== CONNECTION.BOUNDARY,
      ).length,
  );
  const configuration = direction === DIRECTION.H2D ? configurationChannels(coreOp) : 0;
  return configuration + boundary + Math.max(0, ...inner) < CHANNELS;
}

export function configurationChannels(coreOp: MessageNode): number {
  return Math.max(1, numberAt(coreOp, 'network_group_metadata', 'cfg_channels_count'));
}

/** Copies a layer with a new name and stream, for a context of the same core op. */
export function twinOf(
  random: Random,
  { edge }: EdgeSite,
  position: number,
  sys: number,
  name: string,
): RecordNode | undefined {
  const record = edge.owner?.clone();
  const twin = record?.message;
  const layer = twin === undefined ? undefined : treeContent(twin);
  const base = twin === undefined ? undefined : baseOf(twin);
  if (twin === undefined || layer === undefined || base === undefined) return undefined;
  setField(layer, 'name', name);
  for (const original of layer.fields('original_names')) layer.remove(original);
  put(random, { message: base, name: 'sys_index' }, sys);
  const info = switchOf(twin);
  put(random, { message: info, name: 'context_index' }, position);
  setField(info, 'context_name', contextName(position));
  return record;
}

/** Removes all peers of a layer except the first. */
export function onePeer(edge: MessageNode): void {
  const info = switchOf(edge);
  for (const other of info.fields('connected_contexts').slice(1)) info.remove(other);
}

export function addEdges(random: Random, context: MessageNode, ...edges: readonly RecordNode[]): void {
  const metadata = ensureMessage(context, 'metadata');
  const there = metadata.fields('edge_layers');
  const next = there[random.below(there.length + 1)];
  const last = there.at(-1);
  const at =
    next !== undefined
      ? metadata.records.indexOf(next)
      : last === undefined
        ? metadata.records.length
        : metadata.records.indexOf(last) + 1;
  metadata.insert(at, ...edges);
}

/** Changes the frame of a layer, and removes its quantization. */
export function setTensor(edge: MessageNode, tensor: Tensor): void {
  const layer = treeContent(edge);
  const base = baseOf(edge);
  if (layer === undefined || base === undefined) return;
  for (const record of layer.fields('numeric_info')) layer.remove(record);
  setFrame(base, tensor);
}

export function setFrame(base: MessageNode, tensor: Tensor): void {
  for (const [name, value] of [
    ['height', tensor.height],
    ['padded_height', tensor.paddedHeight],
    ['width', tensor.width],
    ['padded_width', tensor.paddedWidth],
    ['features', tensor.features],
    ['padded_features', tensor.paddedFeatures],
    ['format', tensor.format],
    ['data_bytes', tensor.dataBytes],
    ['core_bytes_per_buffer', tensor.coreBytes],
    ['core_buffers_per_frame', tensor.coreBuffers],
  ] as const) {
    setField(base, name, value);
  }
}

/** Returns the size of a frame on the stream in bytes. */
export function edgeTransfer(edge: MessageNode): number {
  const base = baseOf(edge);
  return base === undefined
    ? 0
    : numberAt(base, 'core_bytes_per_buffer') * numberAt(base, 'core_buffers_per_frame');
}
