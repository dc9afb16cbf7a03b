/** Faults of the triggers that contexts list, of the first operation's trigger, and of ids. */
import { ensureMessage, messageRecord, placeFor, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { DMA_IDLE, edgeStreams, SENT } from './context-edges.js';
import { type Faults, needed, type Site, sometimes } from './fault.js';
import {
  choose,
  contextScopes,
  freeId,
  type OperationScope,
  operationSpot,
  put,
  scopesOf,
} from './operation-places.js';
import { actionsOf, DIRECTION, numberAt, oneOf, someOf, treeContexts, treeCoreOps } from './places.js';

/**
 * The two lists of triggers in a context's metadata, with the field of an element that contains the trigger.
 */
export const TRIGGER_LISTS = [
  { list: 'cluster_end_guarantee', trigger: 'trigger' },
  { list: 'trigger_order', trigger: 'triggers' },
] as const;

function listedTriggers(coreOp: MessageNode): MessageNode[] {
  return treeContexts(coreOp).flatMap((context) =>
    TRIGGER_LISTS.flatMap(({ list, trigger }) => messagesAt(context, 'metadata', list, trigger)),
  );
}

/**
 * Returns the operations whose trigger is not in a list of the context's metadata, so that the trigger can be
 * removed or renumbered without breaking further rules.
 */
export function unlistedOperations({ coreOp, operations }: OperationScope): MessageNode[] {
  const listed = new Set(listedTriggers(coreOp).map((trigger) => numberAt(trigger, 'unique_id')));
  return operations.filter((operation) => {
    const trigger = operation.field('trigger')?.message;
    return trigger !== undefined && !listed.has(numberAt(trigger, 'unique_id'));
  });
}

/** Makes a trigger that waits for an existing stream or unit of hardware. */
function makeWait(random: Random, trigger: MessageNode, context: MessageNode): void {
  const outputs = edgeStreams(context, DIRECTION.D2H);
  const member = random.one(['trigger_lcu', 'trigger_nms', ...(outputs.length > 0 ? [SENT, DMA_IDLE] : [])]);
  switch (member) {
    case 'trigger_lcu':
      choose(trigger, member, { cluster_index: random.below(8), lcu_index: random.below(16) });
      break;
    case 'trigger_nms':
      choose(trigger, member, { aggregator_index: random.below(256) });
      break;
    default:
      choose(trigger, member, { shmifo_index: random.one(outputs) });
  }
}

/** Adds an element with the trigger of an existing operation to a list of a context. */
function addListed(
  { random, root }: Site,
  { coreOp, holder }: OperationScope,
  { list, trigger }: (typeof TRIGGER_LISTS)[number],
): MessageNode | undefined {
  const triggers = scopesOf(root)
    .filter((scope) => scope.coreOp === coreOp)
    .flatMap(({ operations }) => operations.flatMap((operation) => operation.field('trigger') ?? []));
  const known = oneOf(random, triggers)?.message;
  if (known === undefined) return undefined;
  const metadata = ensureMessage(holder, 'metadata');
  const record = messageRecord(metadata.fieldTable(list));
  const element = record.message as MessageNode;
  ensureMessage(element, trigger).append(...known.records.map((one) => one.clone()));
  const before = oneOf(random, metadata.fields(list));
  const at = before === undefined ? placeFor(metadata, record.number) : metadata.records.indexOf(before);
  metadata.insert(at, record);
  return element;
}

/** Adds a trigger that is not the trigger of an operation to one of the two lists. */
function unknownTrigger(which: (typeof TRIGGER_LISTS)[number]): Faults[string] {
  return {
    needs: sometimes(60, 'trigger-lists'),
    apply: (site) => {
      const { random, root } = site;
      const scope = someOf(random, contextScopes(root));
      const there = messagesAt(scope.holder, 'metadata', which.list);
      const element = needed(there.length > 0 ? random.one(there) : addListed(site, scope, which));
      const at = setField(ensureMessage(element, which.trigger), 'unique_id', freeId(root, random));
      return [{ at }];
    },
  };
}

/** Returns the messages of an operation that have ids of one kind: its trigger, or its actions. */
type Identified = (operation: MessageNode) => readonly MessageNode[];

function sameIds(of: Identified, isFree: (scope: OperationScope) => readonly MessageNode[]): Faults[string] {
  return {
    apply: ({ random, root }) => {
      const coreOp = oneOf(random, treeCoreOps(root));
      const scopes = scopesOf(root).filter((scope) => scope.coreOp === coreOp);
      const all = scopes.flatMap(({ operations }) => operations.flatMap(of));
      // Messages of all scopes whose id can change without breaking further rules.
      const free = random.shuffled(scopes.flatMap((scope) => isFree(scope).flatMap(of)));
      const copied = oneOf(random, all);
      const changed = free.filter((one) => one !== copied).slice(0, random.one([1, 1, 1, 2, 5]));
      if (copied === undefined || changed.length === 0) return undefined;
      const id = numberAt(copied, 'unique_id');
      for (const message of changed) put(random, { message, name: 'unique_id' }, id);
      const same = all.filter((one) => numberAt(one, 'unique_id') === id);
      const [first, ...others] = same.map((one) => operationSpot(one, 'unique_id'));
      if (first === undefined) return undefined;
      return [{ at: first, related: others }];
    },
  };
}

const triggersOf: Identified = (operation) => messagesAt(operation, 'trigger');

export const TRIGGER_FAULTS: Faults = {
  'first-operation-trigger': ({ random, root }) => {
    const scope = someOf(random, contextScopes(root));
    const trigger = needed(scope.operations[0]?.field('trigger')?.message);
    makeWait(random, trigger, scope.holder);
    return [{ at: trigger }];
  },
  'cluster-end-guarantee-duplicate': {
    needs: sometimes(60, 'trigger-lists'),
    apply: (site) => {
      const { random, root } = site;
      const scope = someOf(random, contextScopes(root));
      const there = messagesAt(scope.holder, 'metadata', TRIGGER_LISTS[0].list);
      const cluster = there.length > 0 ? numberAt(random.one(there), 'cluster_index') : random.below(8);
      for (let more = random.between(there.length > 0 ? 1 : 2, 3); more > 0; more--) {
        const element = addListed(site, scope, TRIGGER_LISTS[0]);
        if (element === undefined) return undefined;
        put(random, { message: element, name: 'cluster_index' }, cluster);
      }
      const [first, ...others] = messagesAt(scope.holder, 'metadata', TRIGGER_LISTS[0].list)
        .filter((element) => numberAt(element, 'cluster_index') === cluster)
        .map((element) => operationSpot(element, 'cluster_index'));
      if (first === undefined) return undefined;
      return [{ at: first, related: others }];
    },
  },
  'cluster-end-trigger-unknown': unknownTrigger(TRIGGER_LISTS[0]),
  'trigger-order-unknown': unknownTrigger(TRIGGER_LISTS[1]),
  'trigger-unique-id-duplicate': sameIds(triggersOf, unlistedOperations),
  'action-unique-id-duplicate': sameIds(actionsOf, ({ operations }) => operations),
};
