import { isNetFlow } from '../rules/facts/features.js';
import type { FileFacts } from '../rules/facts/file.js';
import type { PostProcessFacts } from '../rules/facts/graph.js';

/** Extension with which a file requires a library of its compiler's version. */
const STRICT_VERSIONS = 35;

/**
 * Returns the parts of a file that predictions do not check, each as a sentence for the user; usually none.
 */
export function uncheckedParts(file: FileFacts): readonly string[] {
  const parts: string[] = [];
  if (isNetFlow(file)) {
    const nodes = file.groups.flatMap(({ graph }) => graph?.nodes ?? []);
    const kinds = [...new Set(nodes.map(kindOf))].sort();
    for (const kind of kinds) parts.push(`post-processing of kind ${kind} was not checked beyond the load`);
    if (file.groups.some(({ graph }) => graph?.isWhole === false)) {
      parts.push('graphs were checked only in part: they have more pads than protomdl keeps');
    }
  }
  if (file.extensions.some(({ typeIndex }) => typeIndex === STRICT_VERSIONS)) {
    parts.push('the library version that extension 35 requires was not checked');
  }
  return parts;
}

function kindOf({ kind, method, logitsType }: PostProcessFacts): string {
  if (kind === 'nms') return method.replace(/_(?:nms_)?op$/, '');
  return kind === 'logits' ? (logitsType === 0 ? 'argmax' : 'softmax') : 'unknown';
}
