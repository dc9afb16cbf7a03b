/** Faults of the configuration before the first context. */
import { fieldOfType, messageRecord, scalarRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { type Faults, needed, needing } from './fault.js';
import { actionsOf, oneOf, preliminaryOperations, someOf, treeCoreOps } from './places.js';

const OPERATION = 'ProtoMDLOperation';
const TRIGGER = 'ProtoMDLTrigger';
const ACTION = 'ProtoMDLAction';
/** Ids of added operations and actions; generated ids are far below. */
const FREE_IDS = 0x4000_0000;
/** Maximum number of operations, which loaders keep in a byte. */
const MOST_OPERATIONS = 255;

/** Makes an operation with one action, and a trigger that does not wait. */
function operation(id: number, member: RecordNode): RecordNode {
  const withId = (typeName: string, inner: RecordNode) => [
    scalarRecord(fieldOfType(typeName, 'unique_id'), FREE_IDS + id),
    inner,
  ];
  const trigger = messageRecord(fieldOfType(TRIGGER, 'trigger_none'));
  return messageRecord(fieldOfType('ProtoMDLPreliminaryConfig', 'operation'), [
    messageRecord(fieldOfType(OPERATION, 'trigger'), withId(TRIGGER, trigger)),
    messageRecord(fieldOfType(OPERATION, 'actions'), withId(ACTION, member)),
  ]);
}

/** Makes a trigger that waits for a unit of hardware that every device has. */
function waiting(random: Random): RecordNode {
  const kind = random.chance(70) ? 'Lcu' : 'Nms';
  const names =
    kind === 'Lcu'
      ? (['cluster_index', 'lcu_index'] as const)
      : (['aggregator_index', 'pred_cluster_ob_index', 'succ_prepost_ob_interface'] as const);
  const values = names.map((name) =>
    scalarRecord(fieldOfType(`ProtoMDLTrigger${kind}`, name), random.below(8)),
  );
  return messageRecord(fieldOfType(TRIGGER, kind === 'Lcu' ? 'trigger_lcu' : 'trigger_nms'), values);
}

export const PRELIMINARY_FAULTS: Faults = {
  // `run-asap` is excluded, because it requires a preliminary configuration.
  'preliminary-config-missing': needing({ without: ['run-asap'] }, ({ root, random }) => {
    const coreOp = someOf(random, treeCoreOps(root));
    const record = needed(coreOp.field('preliminary_config'));
    coreOp.remove(record);
    return [{ at: coreOp }];
  }),
  'preliminary-operation-count': ({ root, random }) => {
    const coreOp = oneOf(random, treeCoreOps(root));
    const preliminary = needed(coreOp?.field('preliminary_config')?.message);
    const total = random.between(MOST_OPERATIONS + 1, MOST_OPERATIONS + 20);
    const there = preliminary.fields('operation').length;
    const idle = (id: number) => operation(id, messageRecord(fieldOfType(ACTION, 'none')));
    preliminary.append(...Array.from({ length: total - there }, (_, id) => idle(id)));
    return [{ at: preliminary }];
  },
  'preliminary-trigger-not-none': ({ root, random }) => {
    const operations = treeCoreOps(root).flatMap(preliminaryOperations);
    const trigger = needed(someOf(random, operations).field('trigger')?.message);
    const none = needed(trigger.field('trigger_none'));
    trigger.replace(none, waiting(random));
    return [{ at: trigger }];
  },
  'preliminary-run-asap-input': needing({ with: ['run-asap'] }, ({ root, random }) => {
    const coreOp = someOf(random, treeCoreOps(root));
    const preliminary = needed(coreOp.field('preliminary_config')?.message);
    const lets = preliminaryOperations(coreOp)
      .flatMap(actionsOf)
      .flatMap((action) => action.fields('allow_input_dataflow'));
    const [first] = lets;
    if (first === undefined) return undefined;
    if (random.chance(50)) {
      const none = fieldOfType(ACTION, 'none');
      for (const member of lets) (member.holder as MessageNode).replace(member, messageRecord(none));
      return [{ at: preliminary }];
    }
    // Each copy is in another operation, and therefore in another row.
    const others = Array.from({ length: random.between(1, 3) }, () => first.clone());
    preliminary.append(...others.map((member, i) => operation(i, member)));
    return [
      {
        at: first.holder as MessageNode,
        related: others.map(({ holder }) => holder as MessageNode),
      },
    ];
  }),
};
