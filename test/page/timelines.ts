import { memorySource } from '../../src/base/source/memory.js';
import { StepList } from '../../src/page/views/timeline/step-list.js';
import { timeline } from '../../src/show/inspect/timeline.js';
import { corpusFiles } from '../inspect/files.js';

const PATHS = ['preliminary_config', 'contexts[0]', 'contexts[1]', 'contexts[2]'].map(
  (step) => `network_groups[0].${step}`,
);

/** Returns the steps of the first contexts of some files of the corpus. */
export async function stepLists(): Promise<StepList[]> {
  const lists: StepList[] = [];
  for (const { bytes } of corpusFiles('valid', 130_000)) {
    for (const path of PATHS) {
      const steps = await timeline(memorySource(bytes), path);
      if (steps !== undefined) lists.push(new StepList(steps));
    }
  }
  return lists;
}

/** Returns the numbers of the kinds of all steps, in order; they are computed without the code under test. */
export function kindsInOrder({ timeline: { operations, actions, triggerKinds } }: StepList): number[] {
  const kinds: number[] = [];
  for (const [operation, kind] of operations.kind.entries()) {
    kinds.push(kind);
    for (const [action, of] of actions.operation.entries()) {
      if (of === operation) kinds.push(triggerKinds.length + (actions.kind[action] as number));
    }
  }
  return kinds;
}

/** Makes a context with `operations` operations of `each` actions, which write `written` bytes each. */
export function madeUp(operations: number, each: number, written = 4): StepList {
  const count = operations * each;
  return new StepList({
    kind: 'context',
    path: 'network_groups[0].contexts[0]',
    offset: 0,
    bytes: count * 8,
    list: 'operations',
    name: '',
    triggerKinds: [{ name: 'trigger_none', mnemonic: 'none' }],
    actionKinds: [
      { name: 'write_data_ccw', mnemonic: 'write_ccw' },
      { name: 'enable_lcu', mnemonic: 'enable_lcu' },
    ],
    operations: {
      kind: new Uint8Array(operations),
      offset: Float64Array.from({ length: operations }, (_, index) => index * 8 * each),
      bytes: new Uint32Array(operations).fill(8 * each),
      firstAction: Uint32Array.from({ length: operations }, (_, index) => index * each),
    },
    actions: {
      kind: Uint8Array.from({ length: count }, (_, index) => index % 2),
      operation: Uint32Array.from({ length: count }, (_, index) => Math.floor(index / each)),
      offset: Float64Array.from({ length: count }, (_, index) => index * 8),
      bytes: new Uint32Array(count).fill(8),
      configuration: new Uint32Array(count).fill(written),
    },
    operationCount: operations,
    actionCount: count,
    metadata: null,
    order: [],
    orderMore: 0,
    isCut: false,
    problems: [],
  });
}
