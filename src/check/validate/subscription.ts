import { MDL } from '../../base/schema/mdl.gen.js';
import { entryOf, type Plan } from '../../read/scan/plan.js';
import type { Subscription } from '../../read/scan/subscription.js';
import { planOf } from '../../read/scan/unroll.js';
import { CORE_OP_POSITIONS } from '../rules/facts/core-op.js';
import { RULES, type Rule } from '../rules/index.js';
import { GRAPH_SUBSCRIPTION } from './graph-gatherer.js';
import { NONE_PLACED, type PlacedReferences, referenceSubscription } from './reference-fields.js';
import { NO_RULES } from './rule-choice.js';
import { POINTER_SUBSCRIPTION } from './words-gatherer.js';

const KEPT_FIELDS = [
  'ProtoMDLContext.context_index',
  'ProtoMDLExtension.type_index',
  'ProtoMDLExternalResource.offset',
  'ProtoMDLExternalResource.size',
  'ProtoMDLFusedLayersMetadata.network_has_fused_layers',
  'ProtoMDLHeader.hw_arch',
  'ProtoMDLHeader.version',
  'ProtoMDLIncludedFeatures.abbale',
  'ProtoMDLIncludedFeatures.compressed_params',
  'ProtoMDLIncludedFeatures.ddr',
  'ProtoMDLIncludedFeatures.number_of_contexts',
  'ProtoMDLIncludedFeatures.padded_ddr_buffers',
  'ProtoMDLIncludedFeatures.posted_writes',
  'ProtoMDLIncludedFeatures.transpose_component',
  'ProtoMDLNetworkGroup.network_group_name',
  'ProtoMDLNetworkGroup.network_group_index',
  'ProtoMDLNetworkGroupMetadata.bottleneck_fps',
  'ProtoMDLNetworkGroupMetadata.cfg_channels_count',
  'ProtoMDLNetworkGroupMetadata.network_group_index',
  'ProtoMDLNetworkGroupMetadata.transposed_net',
  'ProtoMDLOptionalExtension.type_index',
  'ProtoMDLPhysicalLayout.partial_clusters_layout_bitmap',
  'ProtoMDLShmiglueInfo.should_use_shmiglue',
  'ProtoMDLShmiglueInfo.shmiglue_index',
];

/** Subscription of the facts, in addition to the subscriptions of the rules. */
const FACTS: Subscription = {
  leave: [
    'ProtoMDLMdl',
    'ProtoMDLContext',
    'ProtoMDLExtension',
    'ProtoMDLExternalResource',
    'ProtoMDLOptionalExtension',
    ...CORE_OP_POSITIONS.map(({ element }) => element),
  ],
  retain: ['ProtoMDLEdgeLayer', 'ProtoMDLEdgeLayerFused'],
  bounds: KEPT_FIELDS.map((field) => ({ field, max: -1 })),
  text: [
    'ProtoMDLContextMetadata.name',
    'ProtoMDLContextMetadata.sorted_outputs_order',
    'ProtoMDLCoreOp.networks_names',
    'ProtoMDLCoreOp.sorted_outputs_order',
    'ProtoMDLFusedLayersMetadata.updated_sorted_output_names',
    'ProtoMDLNetworkGroup.networks_names',
    'ProtoMDLNetworkGroup.sorted_outputs_order',
    'ProtoMDLNetworkGroupMetadata.network_group_name',
  ],
};

/** Subscription with closed contexts, which other threads scan. */
const CLOSED: Subscription = { opaque: ['ProtoMDLContext'] };

/** The plan of the scan for validation, and the lookup of the plan's entries. */
export interface ValidationPlan {
  readonly plan: Plan;
  readonly placed: PlacedReferences;
  /** `open` if this scan reads the contexts, `closed` if other threads do. */
  readonly contexts: 'open' | 'closed';
  readonly rules: readonly Rule[];
  readonly entry: (typeName: string, path: string) => number;
  readonly typeNames: readonly string[];
}

/** The plan of the last scan without placed references. The next scan nearly always needs the same plan. */
let usual: ValidationPlan | undefined;

/** Plans by rules. Plans that depend on the errors of a file are not cached. */
const plans = new Map<readonly Rule[], Map<string, ValidationPlan>>();

/**
 * @param contexts `closed` if other threads scan the contexts
 * @param rules the rules; pass the same list each time, because plans are cached by list. Making a plan takes
 * a millisecond or two.
 */
export function validationPlan(
  placed: PlacedReferences,
  contexts: 'open' | 'closed' = 'open',
  rules: readonly Rule[] = RULES,
): ValidationPlan {
  if (
    usual !== undefined &&
    placed === usual.placed &&
    contexts === usual.contexts &&
    rules === usual.rules
  ) {
    return usual;
  }
  // Plans with a least value above 0 are not cached, because the value depends on the file.
  if ([...placed.values()].some((from) => from > 0)) return make(placed, contexts, rules);
  let known = plans.get(rules);
  if (known === undefined) {
    known = new Map();
    plans.set(rules, known);
  }
  const key = `${[...placed.keys()].sort()} ${contexts}`;
  let plan = known.get(key);
  if (plan === undefined) {
    plan = make(placed, contexts, rules);
    known.set(key, plan);
  }
  if (placed === NONE_PLACED) usual = plan;
  return plan;
}

function make(placed: PlacedReferences, contexts: 'open' | 'closed', rules: readonly Rule[]): ValidationPlan {
  const plan = newPlan(placed, contexts, rules);
  const entry = (typeName: string, path: string): number => entryOf(plan, typeName, path);
  return { plan, placed, contexts, rules, entry, typeNames: MDL.messages.map(({ typeName }) => typeName) };
}

function newPlan(placed: PlacedReferences, contexts: 'open' | 'closed', rules: readonly Rule[]): Plan {
  if (rules === NO_RULES) return planOf(MDL, {});
  const parts = [
    FACTS,
    GRAPH_SUBSCRIPTION,
    POINTER_SUBSCRIPTION,
    ...rules.flatMap(({ needs }) => needs ?? []),
    referenceSubscription(placed, asksForIds(rules)),
    ...(contexts === 'closed' ? [CLOSED] : []),
  ];
  return planOf(MDL, joined(parts));
}

function asksForIds(rules: readonly Rule[]): boolean {
  return rules.some(
    ({ needs }) =>
      needs?.distinct !== undefined || needs?.leave?.includes('ProtoMDLClusterEndGuarantee') === true,
  );
}

/**
 * Merges the subscriptions of all parts. For a field with several bounds, a plan uses the least `max` and the
 * greatest `min`.
 */
function joined(parts: readonly Subscription[]): Subscription {
  const all: Record<string, unknown[]> = {};
  for (const part of parts) {
    for (const [key, list] of Object.entries(part)) {
      all[key] ??= [];
      all[key].push(...(list as unknown[]));
    }
  }
  // If ids are listed one by one, the scan need not prove that the ids differ.
  if ((all.emit ?? []).length > 0) all.distinct = [];
  return all as Subscription;
}
