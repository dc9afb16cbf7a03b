/** Faults of operations: their triggers, and their actions. */
import { RecordWriter } from '../../../base/wire/record-writer.js';
import { tagOf, WIRE_LEN } from '../../../base/wire/tag.js';
import { rawRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { messagesAt } from '../../../read/tree/walk.js';
import { DMA_IDLE, edgeStreams, knowsStreams, RECEIVED, SENT } from './context-edges.js';
import { TRIGGER_LISTS, unlistedOperations } from './context-triggers.js';
import { type Faults, needed, needing, type Site } from './fault.js';
import {
  above,
  choose,
  contextScopes,
  freeId,
  laterOperations,
  newOperation,
  type OperationScope,
  placeAmong,
  plainActions,
  put,
  type Slot,
  scopesOf,
  slotsOf,
  unchoose,
  unknownMember,
} from './operation-places.js';
import { actionsOf, allContexts, allOperations, DIRECTION, numberAt, oneOf, someOf } from './places.js';

const MOST = 255;
/** Largest numbers of clusters and of layer controllers in devices. */
const LCU_LIMITS = { cluster_index: 7, lcu_index: 15 } as const;

/** Returns the elements of contexts' lists of triggers, which loaders do not read. */
function listedElements(root: MessageNode): { element: MessageNode; trigger: string }[] {
  return allContexts(root).flatMap((context) =>
    TRIGGER_LISTS.flatMap(({ list, trigger }) =>
      messagesAt(context, 'metadata', list).map((element) => ({ element, trigger })),
    ),
  );
}

/** Returns the number fields of triggers that wait for a layer controller. */
function triggerLcuSlots(root: MessageNode): Slot[] {
  const lcus = allOperations(root).flatMap((operation) => messagesAt(operation, 'trigger', 'trigger_lcu'));
  return slotsOf(lcus, 'cluster_index', 'lcu_index');
}

function lcuLimit({ name }: Slot): number {
  return LCU_LIMITS[name as keyof typeof LCU_LIMITS];
}

const NMS_FIELDS = [
  'aggregator_index',
  'pred_cluster_ob_index',
  'pred_cluster_ob_cluster_index',
  'pred_cluster_ob_interface',
  'succ_prepost_ob_index',
  'succ_prepost_ob_interface',
] as const;

/** Chooses a trigger that may wait: the trigger of any operation in a context except the first operation. */
function laterTrigger({ random, root }: Site): { scope: OperationScope; trigger: MessageNode } | undefined {
  const scopes = contextScopes(root).filter(({ coreOp }) => knowsStreams(coreOp));
  const all = scopes.flatMap((scope) =>
    laterOperations(scope).flatMap((operation) =>
      messagesAt(operation, 'trigger').map((trigger) => ({ scope, trigger })),
    ),
  );
  return oneOf(random, all);
}

/** Limit of runtimes for consecutive writes of one channel. */
const MOST_WRITES = 0xffff;

const WRITE = 'write_data_ccw';
/** Two configuration words: their number minus one, their address, the words. */
const TWO_WORDS = Uint8Array.of(1, 0, 0, 0, 0, 0x10, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
// Field numbers, with which operations are written without a tree: a tree of more than `MOST_WRITES` actions
// would be large.
const OPERATION = { operations: 2, operation: 1 } as const;
const TRIGGER = 1;
const NONE = 3;
const ACTIONS = 2;
const NOTHING = 9;
const WRITE_DATA_CCW = 3;

function writeWrite(writer: RecordWriter, id: number, channel: number): void {
  writer.begin(ACTIONS).scalar(1, id).begin(WRITE_DATA_CCW).blob(1, TWO_WORDS).scalar(2, channel).end().end();
}

export const OPERATION_FAULTS: Faults = {
  'trigger-unset': {
    needs: (random) => (random.chance(40) ? { with: ['trigger-lists'] } : {}),
    apply: ({ random, root }) => {
      const listed = listedElements(root);
      const isListed = listed.length > 0 && random.chance(40);
      const { element, trigger: name } = isListed
        ? random.one(listed)
        : { element: oneOf(random, scopesOf(root).flatMap(unlistedOperations)), trigger: 'trigger' };
      const trigger = element?.field(name)?.message;
      if (element === undefined || trigger?.owner === undefined) return undefined;
      const severity = isListed ? 'warning' : 'error';
      if (random.chance(50)) {
        element.remove(trigger.owner);
        return [{ severity, at: element }];
      }
      unchoose(trigger);
      return [{ severity, at: trigger }];
    },
  },
  'trigger-unknown-variant': {
    needs: (random) => (random.chance(30) ? { with: ['trigger-lists'] } : {}),
    apply: ({ random, root }) => {
      const listed = listedElements(root).flatMap(({ element, trigger }) => messagesAt(element, trigger));
      const others = allOperations(root).flatMap((operation) => messagesAt(operation, 'trigger'));
      const trigger = someOf(random, random.chance(30) ? listed : others);
      unchoose(trigger);
      const member = unknownMember(random);
      trigger.append(member);
      return [{ at: trigger }, { code: 'unknown-fields', at: member }];
    },
  },
  'trigger-lcu-range': ({ random, root }) => {
    const slot = someOf(random, triggerLcuSlots(root));
    const at = put(random, slot, above(random, MOST));
    return [{ at }, { code: 'lcu-id-aliasing', at, related: [at] }];
  },
  'lcu-id-aliasing': {
    needs: (random) => (random.chance(70) ? { with: ['lcus'] } : {}),
    apply: ({ random, root }) => {
      const actions = allOperations(root).flatMap(actionsOf);
      const lcus = ['enable_lcu', 'disable_lcu'].flatMap((member) =>
        actions.flatMap((action) => messagesAt(action, member)),
      );
      const kinds = [triggerLcuSlots(root), slotsOf(lcus, 'cluster_index', 'lcu_index')];
      const slot = someOf(random, random.one(kinds));
      return [{ at: put(random, slot, above(random, lcuLimit(slot), MOST)) }];
    },
  },
  'trigger-nms-range': needing({ with: ['triggers'] }, ({ random, root }) => {
    const triggers = allOperations(root).flatMap((operation) =>
      messagesAt(operation, 'trigger', 'trigger_nms'),
    );
    const trigger = someOf(random, triggers);
    const fields = random.shuffled(NMS_FIELDS).slice(0, random.one([1, 1, 2, 6]));
    return fields.map((name) => ({
      at: put(random, { message: trigger, name }, above(random, MOST)),
    }));
  }),
  'trigger-shmifo-range': (site) => {
    const trigger = needed(laterTrigger(site)?.trigger);
    const { random } = site;
    const isReceived = trigger.field(RECEIVED) !== undefined;
    const message = choose(trigger, isReceived ? RECEIVED : random.one([SENT, DMA_IDLE]))
      .message as MessageNode;
    const at = put(random, { message, name: 'shmifo_index' }, above(random, MOST));
    return [{ at }, { code: 'trigger-shmifo-unmatched', at, related: [at] }];
  },
  'trigger-all-data-received-unsupported': needing({ without: ['received-trigger'] }, (site) => {
    const place = laterTrigger(site);
    const inputs = place === undefined ? [] : edgeStreams(place.scope.holder, DIRECTION.H2D);
    const sys = oneOf(site.random, inputs);
    if (place === undefined || sys === undefined) return undefined;
    return [{ at: choose(place.trigger, RECEIVED, { shmifo_index: sys }) }];
  }),
  'operation-empty': needing({ without: ['empty-operations'] }, ({ random, root }) => {
    const scope = someOf(random, scopesOf(root));
    if (random.chance(40)) {
      const operation = newOperation(scope, freeId(root, random));
      scope.holder.insert(placeAmong(random, scope), operation);
      return [{ at: operation }];
    }
    const operation = someOf(
      random,
      scope.operations,
      (one) => plainActions([one]).length === actionsOf(one).length,
    );
    for (const record of operation.fields('actions')) operation.remove(record);
    return [{ at: operation }];
  }),
  'ccw-burst-limit': needing(
    { framings: ['bare', 0], actions: 10, blobs: 4, blob: 24, groups: 1, contexts: 1 },
    ({ random, root }) => {
      const scope = someOf(random, scopesOf(root));
      const writes = scope.operations.flatMap(actionsOf).flatMap((action) => messagesAt(action, WRITE));
      const used = [0, ...writes.map((write) => numberAt(write, 'cfg_channel_index'))];
      const channel = random.one(used);
      const other = random.one(used);
      const count = MOST_WRITES + random.between(1, 3);
      // Between writes of one channel, writes of other channels do not end the row.
      const interruptions = other === channel ? 0 : random.below(3);
      const writer = new RecordWriter().begin(OPERATION[scope.list]);
      let id = freeId(root, random);
      writer.begin(TRIGGER).scalar(1, id).begin(NONE).end().end();
      for (let i = 0; i < count; i++) {
        writeWrite(writer, id++, channel);
        if (i < interruptions) writeWrite(writer, id++, other);
      }
      if (random.chance(50)) writer.begin(ACTIONS).scalar(1, id).begin(NOTHING).end().end();
      const operation = rawRecord(scope.holder, tagOf(OPERATION[scope.list], WIRE_LEN), writer.end().bytes);
      const [at] = operation.message?.fields('actions') ?? [];
      if (at === undefined) return undefined;
      scope.holder.insert(placeAmong(random, scope), operation);
      return [{ at }];
    },
  ),
};
