/** Operations with many actions: parts that are equal are not read, and no change may be missed. */
import { describe, expect, it } from 'vitest';
import { encodeTree } from '../../src/read/tree/encode.js';
import { setField } from '../../src/read/tree/make.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { messagesAt } from '../../src/read/tree/walk.js';
import { diffBytes, lineOf, messageOf, treeOf, VALID } from './models.js';

const ACTIONS = 120;

/** Makes an operation with many actions, and a changed copy of it. */
function model(change: (operation: MessageNode) => void = () => {}): Uint8Array {
  const root = treeOf(messageOf(VALID.get('two-contexts.mdl') as Uint8Array));
  const [operation] = messagesAt(root, 'network_groups', 'contexts', 'operations') as [MessageNode];
  const actions = operation.records.filter(({ field }) => field?.name === 'actions');
  expect(actions.length).toBeGreaterThan(0);
  const wanted = Array.from({ length: ACTIONS }, () => actions.map((action) => action.clone())).flat();
  operation.append(...wanted);
  messagesAt(operation, 'actions').forEach((action, i) => {
    setField(action, 'unique_id', 1000 + i);
  });
  change(operation);
  return encodeTree(root);
}

const trigger = (operation: MessageNode): MessageNode => messagesAt(operation, 'trigger')[0] as MessageNode;

describe('an operation of many actions', () => {
  it('with a different trigger has only that change, and its counts', async () => {
    const { changes, contexts } = await diffBytes(
      model(),
      model((operation) => setField(trigger(operation), 'unique_id', 70_000)),
    );
    expect(changes.map(lineOf)).toEqual([
      expect.stringMatching(/^changed .*operations\[0\]\.trigger\.unique_id=\d+ -> .*=70000$/),
    ]);
    const [context] = contexts[0]?.different ?? [];
    expect(context?.counts.before).toEqual({
      ...context?.counts.after,
      bytes: context?.counts.before?.bytes,
    });
    expect(context?.counts.before?.actions).toBeGreaterThan(ACTIONS);
  });

  it.each([0, 3, ACTIONS - 1])('with a different action %i in addition has both changes', async (at) => {
    const { changes } = await diffBytes(
      model(),
      model((operation) => {
        setField(trigger(operation), 'unique_id', 70_000);
        setField(messagesAt(operation, 'actions')[at] as MessageNode, 'unique_id', 80_000);
      }),
    );
    expect(changes.map(({ before }) => before?.path.replace(/^.*operations/, 'operations'))).toEqual([
      'operations[0].trigger.unique_id',
      `operations[0].actions[${at}].unique_id`,
    ]);
  });

  it('without one of its actions has only that removal', async () => {
    const { changes } = await diffBytes(
      model(),
      model((operation) => {
        setField(trigger(operation), 'unique_id', 70_000);
        operation.remove(operation.records.filter(({ field }) => field?.name === 'actions')[5] as RecordNode);
      }),
    );
    expect(changes.map(({ kind, before }) => [kind, before?.path.replace(/^.*operations/, '')])).toEqual([
      ['changed', '[0].trigger.unique_id'],
      ['removed', '[0].actions[5]'],
    ]);
  });
});
