import type { CheckedContext } from './context.js';
import type { CoreOpFacts } from './core-op.js';
import type { FileFacts } from './file.js';
import { hasMoreStreams } from './outputs.js';

/**
 * True if a limit of remembered facts was exceeded; rules across records then checked only part of the file.
 */
export function isIncomplete(file: FileFacts): boolean {
  const { groups, groupCount, hasMoreEntries } = file;
  if (groupCount > groups.length || hasMoreEntries || hasMoreStreams(file)) return true;
  return groups.some(
    ({ coreOps, coreOpCount }) => coreOpCount > coreOps.length || coreOps.some(isCoreOpIncomplete),
  );
}

function isCoreOpIncomplete(coreOp: CoreOpFacts): boolean {
  const { broken, lost, contextCount, contexts, references, fused, networkCount, networksNames, listedIds } =
    coreOp;
  return (
    contextCount > contexts.length ||
    networkCount > networksNames.length ||
    references.untracked > 0 ||
    (listedIds !== undefined && listedIds.triggers.untracked + listedIds.actions.untracked > 0) ||
    (fused !== undefined && !broken && !lost && fused.layerCount > fused.layers.length) ||
    contexts.some(hasMoreThanKept)
  );
}

/** A damaged context also lacks edge layers. */
function hasMoreThanKept({ lost, broken, edgeCount, edges, references }: CheckedContext): boolean {
  return (!lost && !broken && edgeCount > edges.length) || references.untracked > 0;
}
