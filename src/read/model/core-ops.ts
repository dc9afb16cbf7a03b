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
 * What a device is configured with as one: contexts, and what is said about them. A network group is one by
 * itself, or holds others, as parts of a graph or once for each layout of clusters; their fields 1 to 6 are
 * the same. `path` says where it really is.
 */
export type CoreOp = NetworkGroupView | CoreOpView;

type Part = ContextView | PartialNetworkGroupView | OpView | PartialCoreOpView;

/**
 * The core operations in a network group or core operation, in file order, each found when it is asked for.
 * It is one itself, where its contexts begin, or where it has nothing of a later layout.
 *
 * Recursion ends where views do, at 100 levels.
 * @throws ProtomdlError while it is iterated, where the bytes are malformed; those before are there
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
    // What there is before the bytes break off can still be looked at.
    if (!own && !later) yield op;
    throw error;
  }
  if (!own && !later) yield op;
}

function listsOf(op: CoreOp) {
  return 'ops' in op ? [op.contexts, op.partialNetworkGroups, op.ops] : [op.contexts, op.partialCoreOps];
}

/** The clusters that a core operation is for, a bit for each; undefined where it is for all devices. */
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
