import { inFileOrder } from './list.js';
import type {
  ContextView,
  CoreOpView,
  NetworkGroupView,
  OpView,
  PartialCoreOpView,
  PartialNetworkGroupView,
} from './mdl.gen.js';

/**
 * A unit that a device is configured with: contexts and their metadata. A network group is itself a core
 * operation, or contains core operations: those of a graph, or one for each layout of clusters. Fields 1 to 6
 * are the same in network groups and core operations. `path` is the position in the file.
 */
export type CoreOp = NetworkGroupView | CoreOpView;

type Part = ContextView | PartialNetworkGroupView | OpView | PartialCoreOpView;

/**
 * Yields the core operations in a network group or core operation, in file order, and finds each on demand.
 * The argument itself is yielded at the position of its contexts. If it has no contexts, it is only yielded
 * if it has no parts of a later layout either.
 *
 * Like views, the recursion ends at 100 levels.
 * @throws ProtomdlError during iteration, if the bytes are malformed, after the earlier items have been
 * yielded
 */
export function* coreOpsOf(op: CoreOp): Generator<CoreOp, void, undefined> {
  let own = false;
  let later = false;
  try {
    for (const part of inFileOrder<Part>(listsOf(op))) {
      if ('operations' in part) {
        if (!own) yield op;
        own = true;
        continue;
      }
      later = true;
      const inner = 'networkGroup' in part ? part.networkGroup : part.coreOp;
      if (inner !== undefined) yield* coreOpsOf(inner);
    }
  } catch (error) {
    // The part before the malformed bytes is readable, so its core op is used before the error is thrown.
    if (!own && !later) yield op;
    throw error;
  }
  if (!own && !later) yield op;
}

function listsOf(op: CoreOp) {
  return 'ops' in op ? [op.contexts, op.partialNetworkGroups, op.ops] : [op.contexts, op.partialCoreOps];
}

/**
 * Returns the bit mask of a core operation's clusters; undefined if the core operation applies to all
 * devices.
 */
export function clustersOf({ view }: CoreOp): number | undefined {
  const { parent } = view;
  switch (parent?.table.typeName) {
    case 'ProtoMDLPartialNetworkGroup':
    case 'ProtoMDLPartialCoreOp':
      return parent.message(2)?.uint32(1) ?? 0;
    default:
      return undefined;
  }
}
