/** Faults of a group's streams to and from its host: their names, and their number. */
import { MAX_RELATED } from '../../../check/rules/facts/fact-place.js';
import { messageRecord, placeFor, scalarRecord, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { type Expected, type FaultNeeds, type Faults, needing } from './fault.js';
import { channelsUsed } from './group-metadata.js';
import { boundaryEdges, outputLists, outputStreams } from './group-outputs.js';
import {
  actionsOf,
  CONNECTION,
  connectionOf,
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  operationsOf,
  someOf,
  sysOf,
  treeContent,
  treeContexts,
  treeCoreOps,
  treeEdges,
  treeGroups,
  treeTextAt,
} from './places.js';

function isPlain(edge: MessageNode): boolean {
  return edge.field('layer_info') !== undefined;
}

function inOrder<T>(list: readonly T[], a: T, b: T): readonly [T, T] {
  return list.indexOf(a) < list.indexOf(b) ? [a, b] : [b, a];
}

function forget(coreOp: MessageNode, name: string): void {
  for (const list of outputLists(coreOp)) {
    for (const record of list) {
      if (new TextDecoder().decode(record.bytes) === name) (record.holder as MessageNode).remove(record);
    }
  }
}

function addOriginal(layer: MessageNode, name: string): void {
  const field = layer.fieldTable('original_names');
  layer.insert(placeFor(layer, field.number), scalarRecord(field, name));
}

/** Number of streams of a context in the hardware. */
const MOST_SYS = 32;
/** Limits of runtimes for the streams of a group, and for the channels of one direction. */
const MOST_STREAMS = 32;
const MOST_CHANNELS = 16;

/**
 * Adds copies of a boundary layer to random contexts that have free streams.
 * @returns true if all copies have been added
 */
function addBoundary(coreOp: MessageNode, direction: number, count: number, random: Random): boolean {
  const templates = boundaryEdges(coreOp).filter(
    (edge) => isCopyable(edge) && directionOf(edge) === direction,
  );
  const template = oneOf(random, templates);
  if (template === undefined) return false;
  const names: string[] = [];
  let left = count;
  for (const context of random.shuffled(treeContexts(coreOp))) {
    const metadata = context.field('metadata')?.message as MessageNode;
    const taken = new Set(treeEdges(context).map((edge) => sysOf(edge)));
    for (let sys = 0; sys < MOST_SYS && left > 0; sys++) {
      if (taken.has(sys)) continue;
      const copy = (template.owner as RecordNode).clone();
      const layer = copy.message?.field('layer_info')?.message as MessageNode;
      const base = layer.field('edge_layer_base')?.message as MessageNode;
      layer.setRecords(layer.records.filter(({ field }) => field?.name !== 'original_names'));
      setField(layer, 'name', `more/${direction}_${left}`);
      setField(base, 'sys_index', sys);
      const info = copy.message?.field('context_switch_info')?.message;
      if (info !== undefined) setField(info, 'context_index', numberAt(context, 'context_index'));
      metadata.insert(placeFor(metadata, copy.number), copy);
      names.push(treeTextAt(layer, 'name'));
      left--;
    }
  }
  // The names are added to every list, because loaders use different lists.
  if (direction === DIRECTION.D2H) {
    for (const list of outputLists(coreOp)) {
      const last = list.at(-1);
      const holder = last?.holder;
      if (last?.field === undefined || holder === undefined) continue;
      const field = last.field;
      holder.insert(holder.records.indexOf(last) + 1, ...names.map((name) => scalarRecord(field, name)));
    }
  }
  return left === 0;
}

/** True if a layer may be copied: lists of boxes are excluded, because they may be parts of an output. */
function isCopyable(edge: MessageNode): boolean {
  const base = edge.field('layer_info')?.message?.field('edge_layer_base')?.message;
  return base !== undefined && base.field('additional_info') === undefined;
}

/** Returns at most the permitted number of related places. */
function named<T>(others: readonly T[]): readonly T[] {
  return others.slice(0, MAX_RELATED);
}

function ofDirection(coreOp: MessageNode, direction: number): MessageNode[] {
  return treeContexts(coreOp)
    .flatMap(treeEdges)
    .filter((edge) => directionOf(edge) === direction);
}

const WITHOUT_HOST: FaultNeeds = {
  contexts: 1,
  with: ['ddr'],
  // Features whose records refer to the removed layers.
  without: ['multi-network', 'run-asap', 'fused', 'trigger-lists', 'cache', 'planes'],
};

function closeContext(context: MessageNode): void {
  const metadata = context.field('metadata')?.message;
  const input = treeEdges(context).find(
    (edge) => connectionOf(edge) === CONNECTION.DDR && directionOf(edge) === DIRECTION.H2D,
  );
  if (metadata === undefined || input === undefined) return;
  metadata.setRecords(
    metadata.records.filter(
      ({ field, message }) =>
        field?.name !== 'edge_layers' || message === undefined || connectionOf(message) === CONNECTION.DDR,
    ),
  );
  const left = new Set(treeEdges(context).map(sysOf));
  let isIn = false;
  for (const operation of operationsOf(context)) {
    const trigger = operation.field('trigger')?.message;
    for (const member of trigger?.records ?? []) {
      const waits = member.message;
      if (waits?.table?.fields.some(({ name }) => name === 'shmifo_index') !== true) continue;
      if (left.has(numberAt(waits, 'shmifo_index'))) continue;
      trigger?.replace(member, messageRecord(trigger.fieldTable('trigger_none')));
    }
    for (const action of actionsOf(operation)) {
      const lets = action.field('allow_input_dataflow')?.message;
      if (lets === undefined) continue;
      if (isIn) operation.remove(action.owner as RecordNode);
      else {
        setField(lets, 'sys_index', sysOf(input));
        setField(lets, 'connection_type', CONNECTION.DDR);
        isIn = true;
      }
    }
  }
}

export const STREAM_FAULTS: Faults = {
  // Only names of inputs are changed, because lists refer to the names of outputs.
  'boundary-layer-name-duplicate': ({ root, random }) => {
    const coreOp = oneOf(random, treeCoreOps(root));
    const edges = coreOp === undefined ? [] : boundaryEdges(coreOp);
    const input = oneOf(random, edges, (edge) => isPlain(edge) && directionOf(edge) === DIRECTION.H2D);
    const other = oneOf(random, edges, (edge) => edge !== input && treeContent(edge) !== undefined);
    if (input === undefined || other === undefined) return undefined;
    setField(
      treeContent(input) as MessageNode,
      'name',
      treeTextAt(treeContent(other) as MessageNode, 'name'),
    );
    const [first, second] = inOrder(edges, input, other);
    return [{ at: first, related: [second] }];
  },
  'vstream-name-duplicate': needing({ with: ['mux'] }, ({ root, random }) => {
    const coreOps = treeCoreOps(root).filter((coreOp) =>
      outputStreams(coreOp).some(({ kind }) => kind === 'leaf'),
    );
    const coreOp = someOf(random, coreOps);
    const streams = outputStreams(coreOp);
    const leaf = random.one(streams.filter(({ kind }) => kind === 'leaf'));
    // The other stream is an input, whose name is not in the lists of outputs, or a leaf, whose name is
    // removed from the lists.
    const others = streams.filter(
      (stream) => stream !== leaf && (stream.kind === 'leaf' || stream.direction === DIRECTION.H2D),
    );
    const other = someOf(random, others);
    const name = treeTextAt(leaf.layer, 'name');
    if (other.kind === 'leaf') forget(coreOp, treeTextAt(other.layer, 'name'));
    setField(other.layer, 'name', name);
    const [first, second] = inOrder(streams, leaf, other);
    return [{ at: first.place, related: [second.place] }];
  }),
  'original-name-duplicate': ({ root, random }) => {
    const coreOp = oneOf(random, treeCoreOps(root));
    const streams = coreOp === undefined ? [] : outputStreams(coreOp);
    const count = random.between(2, 4);
    const chosen = random.shuffled(streams).slice(0, count);
    const [first, ...others] = streams.filter((stream) => chosen.includes(stream));
    if (first === undefined || others.length === 0) return undefined;
    const name = `conv_${random.bits()}`;
    for (const { layer } of [first, ...others]) addOriginal(layer, name);
    return [{ at: first.place, related: others.map(({ place }) => place) }];
  },
  'streams-limit': {
    needs: (random) => ({ contexts: random.between(2, 4), without: ['planes', 'cache'] }),
    apply: ({ root, random }) => {
      const coreOp = someOf(random, treeCoreOps(root));
      const more = MOST_STREAMS - boundaryEdges(coreOp).length + random.between(1, 4);
      if (!addBoundary(coreOp, DIRECTION.D2H, more, random)) return undefined;
      const [surplus, ...others] = boundaryEdges(coreOp).slice(MOST_STREAMS);
      const [first, ...outputs] = ofDirection(coreOp, DIRECTION.D2H);
      if (surplus === undefined || first === undefined) return undefined;
      return [
        { at: surplus, related: others },
        { code: 'dma-channel-budget', at: first, related: [surplus, ...named(outputs)] },
      ];
    },
  },
  'dma-channel-budget': {
    needs: (random) => ({ contexts: random.between(1, 4), without: ['planes', 'cache'] }),
    apply: ({ root, random }) => {
      const coreOp = someOf(random, treeCoreOps(root));
      const direction = random.one([DIRECTION.H2D, DIRECTION.D2H]);
      const configuration =
        direction === DIRECTION.D2H
          ? 0
          : Math.max(1, numberAt(coreOp, 'network_group_metadata', 'cfg_channels_count'));
      const more = MOST_CHANNELS - configuration - channelsUsed(coreOp, direction) + random.between(1, 3);
      if (more < 1 || boundaryEdges(coreOp).length + more > MOST_STREAMS) return undefined;
      if (!addBoundary(coreOp, direction, more, random)) return undefined;
      const [first, ...others] = ofDirection(coreOp, direction);
      return first === undefined ? undefined : [{ at: first, related: named(others) }];
    },
  },
  /** Removes all layers of a core op except detours through the host's memory. */
  'no-boundary-layers': needing(WITHOUT_HOST, ({ root, random }) => {
    // A graph with nodes of the host is excluded, because the nodes read the outputs.
    if (treeGroups(root).some((group) => messagesAt(group, 'ops').length > 1)) return undefined;
    const fits = treeCoreOps(root).filter((coreOp) =>
      treeContexts(coreOp).every((context) =>
        treeEdges(context).some((edge) => connectionOf(edge) === CONNECTION.DDR),
      ),
    );
    const coreOp = someOf(random, fits);
    for (const context of treeContexts(coreOp)) closeContext(context);
    return [{ at: coreOp }];
  }),
  'multi-context-on-eth': {
    needs: (random) => (random.chance(50) ? { contexts: random.between(2, 4) } : { with: ['ddr'] }),
    isComplete: true,
    apply: ({ root }) => {
      const found = treeCoreOps(root).flatMap((coreOp): Expected[] => {
        const contexts = treeContexts(coreOp);
        const detour = contexts.flatMap(treeEdges).find((edge) => connectionOf(edge) === CONNECTION.DDR);
        const second = contexts[1];
        // The finding is at the part that comes first in the file.
        const isFirst =
          detour !== undefined && contexts[0] !== undefined && treeEdges(contexts[0]).includes(detour);
        const places = isFirst ? [detour, second] : [second, detour];
        const [at, ...related] = places.filter((place) => place !== undefined);
        return at === undefined ? [] : [{ at, related }];
      });
      return found.length === 0 ? undefined : found;
    },
  },
};
