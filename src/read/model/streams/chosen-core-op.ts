import type { CoreOp } from '../core-ops.js';
import { coreOpsOf } from '../core-ops.js';
import type { NetworkGroupView } from '../mdl.gen.js';
import { MAX_NAMES, take } from '../readable.js';
import type { StreamRules } from './stream-rules.js';

/** A network group as the runtime interprets it. */
export interface ChosenCoreOp {
  readonly name: string;
  readonly coreOp: CoreOp;
  readonly firstVariant: CoreOp | undefined;
  /** The sorted output names; empty if the file has no names. */
  readonly outputOrder: readonly string[];
}

/**
 * Chooses a group's core operation: the variant for the fewest clusters, otherwise the core operation in the
 * group's graph, or the group itself.
 */
export function chosenCoreOp(group: NetworkGroupView, rules: StreamRules): ChosenCoreOp {
  const firstPart = group.partialNetworkGroups.at(0)?.networkGroup;
  const node = rules.netFlow ? firstCoreOp(group) : undefined;
  const whole: CoreOp = node ?? group;
  const variants: readonly Variant[] = rules.inParts
    ? [...(node === undefined ? group.partialNetworkGroups : node.partialCoreOps)]
    : [];
  const variant = fewestClusters(variants);
  // If no release loads the layout, the streams are those of the first core operation that has contexts.
  const coreOp = variant ?? (whole.contexts.length > 0 ? whole : (anyOf(group) ?? whole));
  const name = nameOf(firstPart ?? group) || group.networkGroupName || nameOf(coreOp);
  return {
    name,
    coreOp,
    firstVariant: variants[0] && ofVariant(variants[0]),
    outputOrder: outputOrder(group, whole, coreOp, rules.netFlow ? undefined : firstPart),
  };
}

function firstCoreOp(group: NetworkGroupView) {
  for (const { coreOp } of group.ops) if (coreOp !== undefined) return coreOp;
  return undefined;
}

function anyOf(group: NetworkGroupView): CoreOp | undefined {
  for (const coreOp of coreOpsOf(group)) if (coreOp.contexts.length > 0) return coreOp;
  return undefined;
}

type Variant =
  | { readonly networkGroup: CoreOp | undefined; readonly layout: Layout }
  | { readonly coreOp: CoreOp | undefined; readonly layout: Layout };
type Layout = { readonly partialClustersLayoutBitmap: number } | undefined;

function ofVariant(variant: Variant): CoreOp | undefined {
  return 'networkGroup' in variant ? variant.networkGroup : variant.coreOp;
}

/** Returns the first variant with the lowest bitmap: the runtime keeps the metadata of this variant. */
function fewestClusters(variants: readonly Variant[]): CoreOp | undefined {
  let found: CoreOp | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const variant of variants) {
    const bitmap = variant.layout?.partialClustersLayoutBitmap ?? 0;
    const coreOp = ofVariant(variant);
    if (bitmap >= lowest || coreOp === undefined) continue;
    lowest = bitmap;
    found = coreOp;
  }
  return found;
}

/** Returns the first list that has names, in the order in which the runtime tries them. */
function outputOrder(
  group: NetworkGroupView,
  whole: CoreOp,
  coreOp: CoreOp,
  firstPart: CoreOp | undefined,
): readonly string[] {
  const fused = whole.fusedLayersMetadata;
  if (fused?.networkHasFusedLayers === true) return take(fused.updatedSortedOutputNames, MAX_NAMES);
  const lists = [
    firstPart?.sortedOutputsOrder,
    group.sortedOutputsOrder,
    whole.contexts.at(-1)?.metadata?.sortedOutputsOrder,
    coreOp.sortedOutputsOrder,
    coreOp.contexts.at(-1)?.metadata?.sortedOutputsOrder,
  ];
  for (const list of lists) {
    const names = list === undefined ? [] : take(list, MAX_NAMES);
    if (names.length > 0) return names;
  }
  return [];
}

function nameOf({ networkGroupMetadata }: CoreOp): string {
  return networkGroupMetadata?.networkGroupName ?? '';
}
