import type { CoreOpFacts } from '../rules/facts/core-op.js';
import { type ChosenCoreOps, chosenCoreOps, coreOpName } from '../rules/facts/core-op-choice.js';
import type { Name } from '../rules/facts/fact-place.js';
import type { GroupFacts } from '../rules/facts/file.js';
import type { Features } from './features.js';
import type { ReleaseFacts } from './release.js';

/** A network group as a release reads it. */
export interface GroupReading extends ChosenCoreOps {
  readonly group: GroupFacts;
  readonly nameBytes: number;
  readonly outputs: OutputOrder;
}

/** The names of outputs in their order, or the reason for missing names. */
type OutputOrder =
  | { readonly names: readonly Name[] }
  /** The last context has no list. */
  | 'unlisted'
  /** The context with the list does not exist. */
  | 'no-context'
  /** The facts of the context with the list were not kept. */
  | 'unknown';

export function readGroup(group: GroupFacts, features: Features, release: ReleaseFacts): GroupReading {
  const { own } = group;
  if (!release.isFrom('4.10.0')) {
    const name = coreOpName(own);
    const outputs = outputsOf(own, own);
    const nameBytes = nameBytesOf(own);
    return {
      group,
      name,
      nameBytes,
      askedName: name,
      whole: own,
      coreOps: [own],
      firstPart: undefined,
      outputs,
    };
  }
  const chosen = chosenCoreOps(group, features);
  const { whole, firstPart } = chosen;
  return {
    group,
    ...chosen,
    nameBytes: nameBytesOf(firstPart ?? own),
    outputs:
      whole === undefined ? 'unknown' : outputsOf(whole, own, features.netFlow ? undefined : firstPart),
  };
}

function nameBytesOf({ metadata }: CoreOpFacts): number {
  return metadata?.name.byteLength ?? 0;
}

/**
 * Returns the order of outputs: the list of the core op if the core op has fused layers; otherwise the list
 * of the first part, of the group or, in old files, of the last context.
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
