/** Faults of tensors that contexts pass to each other: references to contexts, and the order of contexts. */
import { messageRecord, placeFor, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { Random } from '../../random.js';
import { contextName } from '../edge-writer.js';
import { unpadded } from '../tensors.js';
import {
  addEdges,
  anyEdge,
  baseOf,
  contextsInOrder,
  DDR_OUTPUTS,
  type EdgeKind,
  type EdgeSite,
  edgePeer,
  edgeSites,
  edgeSitesIn,
  edgeSource,
  edgeStreams,
  edgeSys,
  edgeTransfer,
  freeStream,
  hasRoom,
  isKind,
  knowsStreams,
  namePeerContext,
  namePeerStream,
  onePeer,
  PAIRED,
  readersOf,
  SINKS,
  SOURCES,
  setTensor,
  switchOf,
  twinOf,
} from './context-edges.js';
import { type Expected, type FaultNeeds, type Faults, needed, needing, type Site } from './fault.js';
import { above, otherThan, put } from './operation-places.js';
import {
  CONNECTION,
  connectionOf,
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  someOf,
  treeContent,
  treeContexts,
  treeEdges,
  treeTextAt,
} from './places.js';

const HANDED_ON: FaultNeeds = { with: ['inter-context'] };
const BY_EITHER = (random: Random): FaultNeeds => (random.chance(60) ? HANDED_ON : { with: ['ddr'] });
/** Loaders keep the peer's stream in a byte. */
const MOST_SYS = 255;
/** Field number of `connected_contexts`. */
const PEERS = 8;

/** Chooses a layer that has a peer, in a core op without images in planes. */
function anyPaired(site: Site, kind: EdgeKind): EdgeSite | undefined {
  return anyEdge(site, kind, ({ edge, coreOp }) => edgePeer(edge) !== undefined && knowsStreams(coreOp));
}

/**
 * Makes a fault of an edge layer whose peer is in another context, or is in the same context through the
 * host's memory.
 */
function ofPaired(spoil: (site: Site, paired: EdgeSite) => readonly Expected[] | undefined): Faults[string] {
  return {
    needs: BY_EITHER,
    apply: (site) => {
      const paired = needed(anyPaired(site, { connection: PAIRED }));
      return spoil(site, paired);
    },
  };
}

/**
 * Returns the finding for an output whose only reader is this input; empty if other inputs also read the
 * output.
 */
function unread(sink: EdgeSite): readonly Expected[] {
  const source = edgeSource(sink);
  if (source === undefined || readersOf(source).length > 1) return [];
  return [{ code: 'inter-context-sink-missing', at: source.edge }];
}

/** Returns a generator of names that no layer of the model has. */
export function freshNames(root: MessageNode): () => string {
  const taken = new Set(
    edgeSites(root).map(({ edge }) => {
      const layer = treeContent(edge);
      return layer === undefined ? '' : treeTextAt(layer, 'name');
    }),
  );
  let count = 0;
  return () => {
    for (;;) {
      const name = `added/layer${++count}`;
      if (!taken.has(name)) return name;
    }
  };
}

/** Adds an output to other contexts without an input that reads it. */
function nobodyReads(site: Site): readonly Expected[] | undefined {
  const { random, root } = site;
  const source = anyPaired(site, SOURCES);
  if (source === undefined || !hasRoom(source.coreOp, DIRECTION.D2H)) return undefined;
  const contexts = treeContexts(source.coreOp);
  const position = random.below(contexts.length);
  const context = contexts[position] as MessageNode;
  const sys = freeStream(random, context);
  const twin = sys === undefined ? undefined : twinOf(random, source, position, sys, freshNames(root)());
  if (twin === undefined) return undefined;
  addEdges(random, context, twin);
  return [{ code: 'inter-context-sink-missing', at: twin }];
}

/** Changes the peer of an input to another output. */
function otherRead(site: Site): readonly Expected[] | undefined {
  const { random } = site;
  const sink = anyPaired(site, SINKS);
  const source = sink === undefined ? undefined : edgeSource(sink);
  if (sink === undefined || source === undefined || readersOf(source).length !== 1) return undefined;
  const other = oneOf(
    random,
    edgeSitesIn(sink.coreOp),
    (site) => isKind(site, SOURCES) && site.edge !== source.edge && site.position < sink.position,
  );
  if (other === undefined) return undefined;
  const base = baseOf(other.edge)?.owner?.clone();
  const old = baseOf(sink.edge)?.owner;
  const own = edgeSys(sink.edge) ?? 0;
  if (base?.message === undefined || old?.holder === undefined) return undefined;
  old.holder.replace(old, base);
  put(random, { message: base.message, name: 'sys_index' }, own);
  const layer = treeContent(sink.edge);
  for (const record of layer?.fields('numeric_info') ?? []) layer?.remove(record);
  namePeerContext(random, sink.edge, other.position);
  namePeerStream(random, sink.edge, edgeSys(other.edge) ?? 0);
  return [{ code: 'inter-context-sink-missing', at: source.edge }];
}

export const PEER_FAULTS: Faults = {
  'inter-context-source-missing': needing(HANDED_ON, (site) => {
    const { random } = site;
    const sink = needed(anyPaired(site, SINKS));
    const { edge, coreOp, position } = sink;
    const context = random.chance(50)
      ? (edgeSource(sink)?.position ?? 0)
      : random.below(Math.max(1, position));
    const sources = treeEdges(treeContexts(coreOp)[context] as MessageNode)
      .filter(
        (other) => directionOf(other) === DIRECTION.D2H && connectionOf(other) === CONNECTION.INTERMEDIATE,
      )
      .flatMap((other) => edgeSys(other) ?? []);
    // In half of the cases, the stream belongs to a layer that no other context can read.
    const others = edgeStreams(treeContexts(coreOp)[context] as MessageNode).filter(
      (sys) => !sources.includes(sys),
    );
    const sys = needed(random.chance(50) ? oneOf(random, others) : otherThan(random, sources, MOST_SYS));
    const follows = unread(sink);
    namePeerContext(random, edge, context);
    namePeerStream(random, edge, sys);
    return [{ at: edgePeer(edge) as MessageNode }, ...follows];
  }),
  'inter-context-order': needing(HANDED_ON, (site) => {
    const { random, root } = site;
    const sink = anyPaired(site, SINKS);
    const source = sink === undefined ? undefined : edgeSource(sink);
    if (sink === undefined || source === undefined) return undefined;
    const { coreOp } = sink;
    if (!hasRoom(coreOp, DIRECTION.H2D) || !hasRoom(coreOp, DIRECTION.D2H)) return undefined;
    const contexts = treeContexts(coreOp);
    const reader = random.below(contexts.length);
    const writer = random.between(reader, contexts.length - 1);
    const [from, to] = [contexts[writer] as MessageNode, contexts[reader] as MessageNode];
    const out = freeStream(random, from);
    const back = out === undefined ? undefined : freeStream(random, to, out);
    if (out === undefined || back === undefined) return undefined;
    const names = freshNames(root);
    const written = twinOf(random, source, writer, out, names());
    const read = twinOf(random, sink, reader, back, names());
    if (written?.message === undefined || read?.message === undefined) return undefined;
    onePeer(written.message);
    onePeer(read.message);
    namePeerContext(random, written.message, reader);
    namePeerStream(random, written.message, back);
    const at = namePeerContext(random, read.message, writer);
    namePeerStream(random, read.message, out);
    addEdges(random, from, written);
    addEdges(random, to, read);
    const severity = writer === reader ? 'warning' : 'error';
    return [{ severity, at }];
  }),
  'inter-context-sink-missing': needing(HANDED_ON, (site) =>
    site.random.chance(50) ? nobodyReads(site) : otherRead(site),
  ),
  'inter-context-size-mismatch': needing(HANDED_ON, (site) => {
    const { random } = site;
    const source = anyPaired(site, SOURCES);
    const readers = source === undefined ? [] : readersOf(source);
    const reader = oneOf(random, readers);
    if (source === undefined || reader === undefined) return undefined;
    const [changed, others] = random.chance(50) ? [source, readers] : [reader, [reader]];
    const old = edgeTransfer(source.edge);
    const tensor = unpadded(random.between(1, 64), random.between(1, 64), random.between(1, 64), 0, 1);
    if (tensor.coreBytes * tensor.coreBuffers === old) return undefined;
    setTensor(changed.edge, tensor);
    return others.map((other) => {
      const [first, second] = contextsInOrder(source, other);
      return { at: first.edge, related: [second.edge] };
    });
  }),
  'connected-context-index-range': ofPaired(({ random }, paired) => {
    const { edge, coreOp } = paired;
    const follows = isKind(paired, SINKS) ? unread(paired) : [];
    const at = namePeerContext(random, edge, above(random, treeContexts(coreOp).length - 1));
    const found: Expected[] = [{ at }];
    if (isKind(paired, { connection: CONNECTION.DDR })) {
      found.push({ code: 'ddr-context-mismatch', at, related: [at] });
    } else if (isKind(paired, SINKS)) {
      found.push(
        { code: 'inter-context-source-missing', at: edgePeer(edge) as MessageNode, related: [at] },
        { code: 'inter-context-order', at, related: [at] },
        ...follows,
      );
    }
    return found;
  }),
  'connected-sys-index-range': ofPaired(({ random }, paired) => {
    const { edge } = paired;
    const follows = isKind(paired, SINKS) ? unread(paired) : [];
    const at = namePeerStream(random, edge, above(random, MOST_SYS));
    const whole = edgePeer(edge) as MessageNode;
    const found: Expected[] = [{ at }];
    if (isKind(paired, SINKS)) {
      found.push({ code: 'inter-context-source-missing', at: whole, related: [at] }, ...follows);
    } else if (isKind(paired, DDR_OUTPUTS)) {
      found.push({ code: 'ddr-pair-unmatched', at: whole, related: [at] });
    }
    return found;
  }),
  'connected-contexts-missing': ofPaired((_, paired) => {
    const info = switchOf(paired.edge);
    for (const record of info.fields('connected_contexts')) info.remove(record);
    return [{ at: info }];
  }),
  'connected-contexts-inconsistent': needing(BY_EITHER, (site) => {
    const { random, root } = site;
    const comparable = edgeSites(root).filter(
      (one) =>
        isKind(one, { connection: PAIRED }) &&
        (isKind(one, { direction: DIRECTION.H2D })
          ? edgePeer(one.edge) !== undefined
          : switchOf(one.edge).fields('connected_contexts').length === 1),
    );
    const { edge, coreOp } = someOf(random, comparable);
    const info = switchOf(edge);
    if (random.chance(50)) {
      const old = numberAt(info, 'connected_sys_index');
      const sys = otherThan(random, [old], MOST_SYS) as number;
      put(random, { message: info, name: 'connected_sys_index' }, sys);
    } else {
      const old = numberAt(info, 'connected_context_index');
      const context = otherThan(random, [old], treeContexts(coreOp).length + 3) as number;
      put(random, { message: info, name: 'connected_context_index' }, context);
      setField(info, 'connected_context_name', contextName(context));
    }
    return [{ at: edgePeer(edge) as MessageNode }];
  }),
  'connected-context-name-mismatch': ofPaired(({ random }, paired) => {
    const { edge, coreOp } = paired;
    const info = switchOf(edge);
    const peers = [info, ...info.fields('connected_contexts').flatMap(({ message }) => message ?? [])];
    const named = random.one(peers);
    const isPair = named === info;
    const index = numberAt(named, isPair ? 'connected_context_index' : 'index');
    const metadata = treeContexts(coreOp)[index]?.field('metadata')?.message;
    if (metadata === undefined) return undefined;
    // The context gets the name by which its neighbours already refer to it.
    setField(metadata, 'name', contextName(index));
    const name = isPair ? 'connected_context_name' : 'name';
    const other = random.one([contextName(index + 1), `${contextName(index)} `, 'Context', 'é']);
    return [{ at: setField(named, name, other) }];
  }),
  'boundary-connected-info': (site) => {
    const { random, root } = site;
    const boundary = someOf(random, edgeSites(root), (one) =>
      isKind(one, { connection: CONNECTION.BOUNDARY }),
    );
    const info = switchOf(boundary.edge);
    switch (random.below(4)) {
      case 0:
        setField(info, 'connected_context_index', above(random, 0));
        break;
      case 1:
        setField(info, 'connected_context_name', contextName(random.below(8)));
        break;
      case 2:
        setField(info, 'connected_sys_index', above(random, 0));
        break;
      default:
        info.insert(placeFor(info, PEERS), messageRecord(info.fieldTable('connected_contexts')));
    }
    return [{ at: info }];
  },
};
