import type { Ids } from './actions.js';
import { writeModel } from './model.js';
import { type Flaws, OperationWriter, operationsPerContext } from './operations.js';
import { Random } from './random.js';
import type { ModelGenerator } from './sink.js';

/**
 * Returns a model without configuration writes: only operations, triggers and actions.
 * @param actions approximate number of actions, with about 20 bytes each
 * @param ids identities; ascending by default
 */
export function metadataModel(
  actions: number,
  contexts: number,
  flaws?: Flaws,
  ids?: () => Ids,
): ModelGenerator {
  return (sink) => {
    const operations = operationsPerContext(actions, contexts);
    const writer = new OperationWriter(new Random(1), flaws);
    writeModel(sink, {
      groups: 1,
      contexts,
      ...(ids && { ids }),
      operations: (context, ids) => writer.writeContext(context, ids, operations, actions / contexts),
    });
  };
}
