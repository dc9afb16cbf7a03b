/** Finds and changes operations and actions, and makes new operations and actions. */
import { bytesRecord, ensureMessage, messageRecord, type Scalar, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { actionsOf, numberAt, treeContexts, treeCoreOps } from './places.js';
import type { FaultSpot } from './spots.js';

/** A context, or the preliminary configuration of a core op, with its operations. */
export interface OperationScope {
  readonly coreOp: MessageNode;
  /** Index of the context in its core op; -1 for the preliminary configuration. */
  readonly position: number;
  readonly holder: MessageNode;
  /** Name of the field in `holder` that contains the operations. */
  readonly list: 'operations' | 'operation';
  readonly operations: readonly MessageNode[];
}

/** Returns scopes in file order: preliminary configurations before the contexts of their core ops. */
export function scopesOf(root: MessageNode): OperationScope[] {
  return treeCoreOps(root).flatMap((coreOp) => {
    const preliminary = coreOp.field('preliminary_config')?.message;
    const contexts = treeContexts(coreOp).map((context, position) =>
      scopeOf(coreOp, position, context, 'operations'),
    );
    return preliminary === undefined
      ? contexts
      : [scopeOf(coreOp, -1, preliminary, 'operation'), ...contexts];
  });
}

function scopeOf(
  coreOp: MessageNode,
  position: number,
  holder: MessageNode,
  list: OperationScope['list'],
): OperationScope {
  return { coreOp, position, holder, list, operations: messagesAt(holder, list) };
}

export function contextScopes(root: MessageNode): OperationScope[] {
  return scopesOf(root).filter(({ position }) => position >= 0);
}

/** Returns the operations of a context that may wait: all except the first operation. */
export function laterOperations(scope: OperationScope): readonly MessageNode[] {
  return scope.position < 0 ? [] : scope.operations.slice(1);
}

/** Returns the member of an action's oneof; undefined if the schema does not have the member. */
function memberOf(action: MessageNode): RecordNode | undefined {
  return action.records.findLast(({ number, field }) => number !== UNIQUE_ID && field !== undefined);
}

/**
 * Returns actions that can change without breaking further rules: configuration writes, and actions that let
 * data in, are excluded.
 */
export function plainActions(operations: readonly MessageNode[]): MessageNode[] {
  return operations.flatMap(actionsOf).filter((action) => {
    const name = memberOf(action)?.field?.name;
    return name !== undefined && !DEPENDED_ON.includes(name);
  });
}

const UNIQUE_ID = 1;
const DEPENDED_ON = ['write_data_ccw', 'write_data_ccw_ptr', 'allow_input_dataflow'];

/** Returns an id that is greater than all ids of triggers and actions in the file. */
export function freeId(root: MessageNode, random: Random): number {
  let most = 0;
  for (const { operations } of scopesOf(root)) {
    for (const operation of operations) {
      const trigger = operation.field('trigger')?.message;
      if (trigger !== undefined) most = Math.max(most, numberAt(trigger, 'unique_id'));
      for (const action of actionsOf(operation)) most = Math.max(most, numberAt(action, 'unique_id'));
    }
  }
  return most + random.between(1, 1000);
}

/** Sets the member of an oneof; the id stays. */
export function choose(
  holder: MessageNode,
  member: string,
  values: Readonly<Record<string, Scalar>> = {},
): RecordNode {
  holder.setRecords(holder.records.filter(({ number }) => number === UNIQUE_ID));
  const record = messageRecord(holder.fieldTable(member));
  for (const [name, value] of Object.entries(values)) {
    if (value !== 0) setField(record.message as MessageNode, name, value);
  }
  holder.append(record);
  return record;
}

/** Removes the member of an oneof. */
export function unchoose(holder: MessageNode): void {
  holder.setRecords(holder.records.filter(({ number }) => number === UNIQUE_ID));
}

/** Makes an unknown member of a oneof: a LEN record with a number that the schema does not have. */
export function unknownMember(random: Random): RecordNode {
  const number = random.one([100, 1000, 30_000, 2 ** 29 - 1]) - random.below(50);
  return bytesRecord(
    number,
    new Uint8Array(random.below(20)).map(() => random.below(256)),
  );
}

/** Makes an operation for a scope, with a trigger that does not wait. The operation is not inserted. */
export function newOperation({ holder, list }: OperationScope, id: number): RecordNode {
  const record = messageRecord(holder.fieldTable(list));
  const trigger = ensureMessage(record.message as MessageNode, 'trigger');
  setField(trigger, 'unique_id', id);
  ensureMessage(trigger, 'trigger_none');
  return record;
}

/** Makes an action for an operation. The action is not inserted. */
export function newAction(
  operation: MessageNode,
  id: number,
  member: string,
  values: Readonly<Record<string, Scalar>> = {},
): RecordNode {
  const record = messageRecord(operation.fieldTable('actions'));
  const action = record.message as MessageNode;
  setField(action, 'unique_id', id);
  choose(action, member, values);
  return record;
}

/**
 * Returns a random index for new records among the operations of a scope: before an operation, or after the
 * last operation.
 */
export function placeAmong(random: Random, { holder, list }: OperationScope, from = 0): number {
  const records = holder.fields(list);
  const at = random.between(Math.min(from, records.length), records.length);
  const next = records[at];
  if (next !== undefined) return holder.records.indexOf(next);
  const last = records.at(-1);
  return last === undefined ? holder.records.length : holder.records.indexOf(last) + 1;
}

/** A field of a message that a fault may change. */
export interface Slot {
  readonly message: MessageNode;
  readonly name: string;
}

export function slotsOf(messages: readonly MessageNode[], ...names: readonly string[]): Slot[] {
  return messages.flatMap((message) => names.map((name) => ({ message, name })));
}

/**
 * Sets the value of a field. The field is sometimes removed for the value 0, because encoders omit 0.
 * @returns the spot of findings about the field: its record; without a record, the message
 */
export function put(random: Random, { message, name }: Slot, value: number | bigint): FaultSpot {
  if (Number(value) !== 0 || random.chance(50)) return setField(message, name, value);
  for (const record of message.fields(name)) message.remove(record);
  return message;
}

/** Returns the spot of findings about a field: its record; without a record, the message. */
export function operationSpot(message: MessageNode, name: string): FaultSpot {
  return message.field(name) ?? message;
}

/** Returns a 32-bit number above a limit; in 40 % of cases, the limit plus 1. */
export function above(random: Random, limit: number, most = 0xffff_ffff): number {
  if (random.chance(40)) return limit + 1;
  const room = most - limit;
  return random.one([
    most,
    limit + 1 + random.below(Math.min(room, 256)),
    limit + 1 + (random.bits() % room),
  ]);
}

/** Returns a random number from 0 to `most` that is not in `taken`; undefined without such a number. */
export function otherThan(random: Random, taken: readonly number[], most: number): number | undefined {
  const free = Array.from({ length: most + 1 }, (_, i) => i).filter((i) => !taken.includes(i));
  return free.length === 0 ? undefined : random.one(free);
}
