import type { CoreOpFacts, GroupFacts, Name } from '../rules/facts/index.js';
import type { Features } from './features.js';
import type { ReleaseFacts } from './release.js';

/** What a release takes a network group to be. */
export interface GroupReading {
  /** Name that it is kept under. */
  readonly name: string;
  /** Name that is asked for when nobody says which group is meant; undefined where there is none to ask for. */
  readonly askedName: string | undefined;
  /** What stands for the group: itself, or the node of its graph. Undefined where the graph has no such node. */
  readonly whole: CoreOpFacts | undefined;
  /** The core ops that networks are made of. Empty where the device is in parts, and nothing is said for any. */
  readonly coreOps: readonly CoreOpFacts[];
  readonly outputs: OutputOrder;
}

/** Names of outputs in their order, or why there are none. */
export type OutputOrder =
  | { readonly names: readonly Name[] }
  /** Looked for in the last context, which has none. */
  | 'unlisted'
  /** Looked for in a context where there is none. */
  | 'no-context'
  /** In a context that was not remembered. */
  | 'unknown';

export function readGroup(group: GroupFacts, features: Features, release: ReleaseFacts): GroupReading {
  const { own } = group;
  if (!release.isFrom('4.10.0')) {
    return {
      name: nameOf(own),
      askedName: nameOf(own),
      whole: own,
      coreOps: [own],
      outputs: outputsOf(own, own),
    };
  }
  const among = (holder: CoreOpFacts['holder']): CoreOpFacts[] =>
    group.coreOps.filter((coreOp) => coreOp.holder === holder);
  const parts = among('partial-group');
  const [firstPart] = parts;
  const whole = features.netFlow ? nodeOf(among('op'), among('partial-core-op')) : own;
  const chosen = features.netFlow ? among('partial-core-op') : parts;
  return {
    name: nameOf(firstPart ?? own),
    askedName: features.inParts ? firstPart && nameOf(firstPart) : nameOf(own),
    whole,
    coreOps: features.inParts ? chosen : whole === undefined ? [] : [whole],
    outputs:
      whole === undefined ? 'unknown' : outputsOf(whole, own, features.netFlow ? undefined : firstPart),
  };
}

/** The first node that is a core op. One that only holds variants has no facts: what it has itself is empty. */
function nodeOf(nodes: readonly CoreOpFacts[], variants: readonly CoreOpFacts[]): CoreOpFacts | undefined {
  const [node] = nodes;
  if (node !== undefined) return node;
  const [variant] = variants;
  return variant && { ...variant, metadata: undefined, fused: undefined, contexts: [], contextCount: 0 };
}

/** Absent is empty. */
function nameOf({ metadata }: CoreOpFacts): string {
  return metadata?.name.value ?? '';
}

/**
 * Where the order of outputs is looked for: with fused layers, in the first part, in the group, and in old
 * files in the last context.
 */
function outputsOf(
  { fused, contexts, contextCount }: CoreOpFacts,
  { sortedOutputs }: CoreOpFacts,
  firstPart?: CoreOpFacts,
): OutputOrder {
  if (fused?.hasFusedLayers === true) return { names: fused.updatedSortedOutputs };
  if (firstPart !== undefined && firstPart.sortedOutputs.length > 0) {
    return { names: firstPart.sortedOutputs };
  }
  if (sortedOutputs.length > 0) return { names: sortedOutputs };
  if (contextCount > contexts.length) return 'unknown';
  const last = contexts[contexts.length - 1];
  if (last === undefined) return 'no-context';
  return last.sortedOutputs.length === 0 ? 'unlisted' : { names: last.sortedOutputs };
}
