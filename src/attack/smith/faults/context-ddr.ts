/**
 * Faults of tensors that wait in the host's memory. Such a tensor has an output, and an input of the same
 * context.
 */
import { messageRecord, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { Random } from '../../random.js';
import { contextName } from '../edge-writer.js';
import { ddrTensor, unpadded } from '../tensors.js';
import {
  addEdges,
  anyEdge,
  baseOf,
  contextsInOrder,
  DDR_INPUTS,
  DDR_OUTPUTS,
  DMA_IDLE,
  ddrInputOf,
  type EdgeKind,
  type EdgeSite,
  edgePeer,
  edgeSitesIn,
  edgeStreams,
  edgeSys,
  freeStream,
  hasRoom,
  isKind,
  knowsStreams,
  namePeerContext,
  namePeerStream,
  RECEIVED,
  SENT,
  setTensor,
  switchOf,
  twinOf,
} from './context-edges.js';
import { freshNames } from './context-peers.js';
import { type Expected, type FaultNeeds, type Faults, needed, needing, type Site } from './fault.js';
import { above, choose, otherThan, put } from './operation-places.js';
import {
  actionsOf,
  CONNECTION,
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  operationsOf,
  preliminaryOperations,
  treeContexts,
  treeCoreOps,
} from './places.js';

const NEEDS: FaultNeeds = { with: ['ddr'] };
const DDR = { connection: CONNECTION.DDR } as const;
/** Loaders keep the number of buffers in 16 bits. */
const MOST_BUFFERS = 0xffff;
const PADDED_DDR_BUFFERS = 3;
/** Permitted sizes of a row in the host's memory in bytes, in addition to multiples of 512. */
const SHORT_ROWS = [64, 128, 256];

function anyDdr(site: Site, kind: EdgeKind = DDR): EdgeSite | undefined {
  return anyEdge(site, kind, ({ coreOp }) => knowsStreams(coreOp));
}

/** Removes one layer of a pair, or adds a layer; returns the outputs without an input. */
function change(site: Site, ddr: EdgeSite): readonly MessageNode[] | undefined {
  const { random, root } = site;
  const { coreOp, context, position, edge } = ddr;
  const isInput = directionOf(edge) === DIRECTION.H2D;
  if (random.chance(40)) {
    const sys = freeStream(random, context);
    if (sys === undefined || !hasRoom(coreOp, directionOf(edge))) return undefined;
    const twin = twinOf(random, ddr, position, sys, freshNames(root)());
    if (twin === undefined) return undefined;
    addEdges(random, context, twin);
    return [];
  }
  const output = edgeSitesIn(coreOp).find(
    (one) => isKind(one, DDR_OUTPUTS) && ddrInputOf(one)?.edge === edge && one.position === position,
  );
  if (edgeSitesIn(coreOp).filter((one) => one.position === position && isKind(one, DDR)).length < 2)
    return undefined;
  if (isInput && !letNothingIn(ddr)) return undefined;
  waitForNothing(ddr);
  const { owner } = edge;
  owner?.holder?.remove(owner);
  return output === undefined ? [] : [output.edge];
}

/**
 * Replaces the actions that let in a layer's stream by actions without effect.
 * @returns false if that would split or remove a row of such actions
 */
function letNothingIn({ coreOp, context, position, edge }: EdgeSite): boolean {
  const sys = edgeSys(edge);
  const early = position === 0 ? preliminaryOperations(coreOp) : [];
  for (const operations of [operationsOf(context), early]) {
    const inputs = operations
      .flatMap(actionsOf)
      .filter((action) => action.field('allow_input_dataflow') !== undefined);
    const own = inputs.filter((action) => numberAt(action, 'allow_input_dataflow', 'sys_index') === sys);
    if (own.length === 0) continue;
    // Replacing an action in the middle of a row would split the row.
    if (own.length === inputs.length) return false;
    if (own.some((action) => action !== inputs[0] && action !== inputs.at(-1))) return false;
    for (const action of own) choose(action, 'none');
  }
  return true;
}

function waitForNothing({ context, edge }: EdgeSite): void {
  const sys = edgeSys(edge);
  const members = directionOf(edge) === DIRECTION.H2D ? [RECEIVED] : [SENT, DMA_IDLE];
  for (const operation of operationsOf(context)) {
    const trigger = operation.field('trigger')?.message;
    for (const member of members) {
      if (trigger?.field(member) === undefined || numberAt(trigger, member, 'shmifo_index') !== sys) continue;
      choose(trigger, 'trigger_none');
    }
  }
}

/** Returns a row size in elements, near the permitted sizes or arbitrary. */
function oddRow(random: Random): number {
  return random.one([...SHORT_ROWS, 512, 1024, random.between(2, 9000)]) + random.one([-1, 0, 1, 32]);
}

export const DDR_FAULTS: Faults = {
  'ddr-connected-contexts-count': needing(NEEDS, (site) => {
    const { random } = site;
    const ddr = anyDdr(site);
    const first = ddr === undefined ? undefined : edgePeer(ddr.edge);
    if (ddr === undefined || first?.owner === undefined) return undefined;
    const info = switchOf(ddr.edge);
    const others = Array.from({ length: random.one([1, 1, 2, 5]) }, () => {
      const other = messageRecord(info.fieldTable('connected_contexts'));
      const peer = other.message as MessageNode;
      put(random, { message: peer, name: 'index' }, ddr.position);
      setField(peer, 'name', contextName(ddr.position));
      put(random, { message: peer, name: 'sys_index' }, random.below(32));
      return other;
    });
    info.insert(info.records.indexOf(first.owner) + 1, ...others);
    return [{ at: first, related: others }];
  }),
  'ddr-context-mismatch': needing(NEEDS, (site) => {
    const { coreOp, position, edge } = needed(anyDdr(site));
    const context = needed(otherThan(site.random, [position], treeContexts(coreOp).length - 1));
    return [{ at: namePeerContext(site.random, edge, context) }];
  }),
  'ddr-pair-count': needing(NEEDS, (site) => {
    const ddr = needed(anyDdr(site));
    const unmatched = needed(change(site, ddr));
    const [first, ...others] = edgeSitesIn(ddr.coreOp)
      .filter((one) => one.position === ddr.position && isKind(one, DDR))
      .map(({ edge }) => edge);
    if (first === undefined) return undefined;
    const follows = unmatched.map(
      (edge): Expected => ({
        code: 'ddr-pair-unmatched',
        at: edgePeer(edge) as MessageNode,
        related: [first],
      }),
    );
    return [{ at: first, related: others }, ...follows];
  }),
  'ddr-pair-unmatched': needing(NEEDS, (site) => {
    const { random } = site;
    const { context, position, coreOp, edge } = needed(anyDdr(site, DDR_OUTPUTS));
    const inputs = edgeSitesIn(coreOp)
      .filter((one) => one.position === position && isKind(one, DDR_INPUTS))
      .flatMap((one) => edgeSys(one.edge) ?? []);
    const others = edgeStreams(context).filter((sys) => !inputs.includes(sys));
    const sys = needed(random.chance(50) ? oneOf(random, others) : otherThan(random, inputs, 255));
    namePeerStream(random, edge, sys);
    return [{ at: edgePeer(edge) as MessageNode }];
  }),
  'ddr-pair-mismatch': {
    needs: (random) => (random.chance(30) ? { with: ['ddr', 'multi-network'] } : NEEDS),
    apply: (site) => {
      const { random } = site;
      const output = anyDdr(site, DDR_OUTPUTS);
      const input = output === undefined ? undefined : ddrInputOf(output);
      if (output === undefined || input === undefined) return undefined;
      const { edge } = random.one([output, input]);
      const networks = output.coreOp.fields('networks_names').length;
      if (site.model.features.includes('multi-network') && networks > 1 && random.chance(60)) {
        const network = otherThan(random, [numberAt(edge, 'network_index')], networks - 1) as number;
        put(random, { message: edge, name: 'network_index' }, network);
      } else {
        const tensor = ddrTensor(random);
        const base = baseOf(edge);
        if (base === undefined) return undefined;
        const isSame =
          numberAt(base, 'core_bytes_per_buffer') === tensor.coreBytes &&
          numberAt(base, 'core_buffers_per_frame') === tensor.coreBuffers;
        if (isSame) return undefined;
        setTensor(edge, tensor);
      }
      const [first, second] = contextsInOrder(output, input);
      return [{ at: first.edge, related: [second.edge] }];
    },
  },
  'ddr-buffers-range': needing(NEEDS, (site) => {
    const ddr = needed(anyDdr(site));
    return [{ at: setField(switchOf(ddr.edge), 'buffers', above(site.random, MOST_BUFFERS)) }];
  }),
  'ddr-row-size': needing(NEEDS, (site) => {
    const { random } = site;
    const output = anyDdr(site, DDR_OUTPUTS);
    const input = output === undefined ? undefined : ddrInputOf(output);
    if (output === undefined || input === undefined) return undefined;
    const tensor = unpadded(random.between(1, 64), oddRow(random), random.one([1, 1, 2, 3, 4]), 1, 1);
    if (tensor.coreBytes % 512 === 0 || SHORT_ROWS.includes(tensor.coreBytes)) return undefined;
    return [output, input].map(({ edge }) => {
      setTensor(edge, tensor);
      const at = baseOf(edge)?.field('core_bytes_per_buffer') ?? edge;
      return { at };
    });
  }),
  'ddr-extension-missing': needing(NEEDS, ({ root }) => {
    for (const record of root.fields('extensions')) {
      const extension = record.message;
      if (extension !== undefined && numberAt(extension, 'type_index') === PADDED_DDR_BUFFERS)
        root.remove(record);
    }
    const flags = root.field('included_features')?.message;
    const flag = flags?.field('padded_ddr_buffers');
    if (flag !== undefined) flags?.remove(flag);
    const found = treeCoreOps(root).flatMap((coreOp): readonly Expected[] => {
      const [first, ...others] = edgeSitesIn(coreOp).filter((one) => isKind(one, DDR));
      if (first === undefined) return [];
      return [{ at: first.edge, related: others.map(({ edge }) => edge) }];
    });
    return found.length === 0 ? undefined : found;
  }),
};
