import { neededBy, RULES } from '../rules/index.js';
import { entryOf, type Plan, planOf, type Subscription } from '../scan/index.js';
import { MDL } from '../schema/mdl.gen.js';
import { ALL_PLACED, NONE_PLACED, type PlacedReferences, referenceSubscription } from './reference-fields.js';

/** What gathering facts needs of the scan, besides what rules ask for. */
const FACTS: Subscription = {
  leave: ['ProtoMDLMdl', 'ProtoMDLNetworkGroup', 'ProtoMDLContext'],
  retain: ['ProtoMDLEdgeLayer'],
  bounds: [
    { field: 'ProtoMDLHeader.version', max: -1 },
    { field: 'ProtoMDLExtension.type_index', max: -1 },
    { field: 'ProtoMDLOptionalExtension.type_index', max: -1 },
  ],
};

/** Contexts are left closed, for others to scan. */
const CLOSED: Subscription = { opaque: ['ProtoMDLContext'] };

/** The plan that validation scans by, and the entries of it that facts are read from. */
export interface ValidationPlan {
  readonly plan: Plan;
  readonly placed: PlacedReferences;
  readonly entry: (typeName: string, path: string) => number;
  /** Names of message types by index. */
  readonly typeNames: readonly string[];
}

/** The plans that most files need; others depend on what is wrong with a file. */
const plans = new Map<string, ValidationPlan>();

/**
 * @param contexts whether they are scanned, or left to others
 * Plans are made at first use: one costs a millisecond or two.
 */
export function validationPlan(
  placed: PlacedReferences,
  contexts: 'open' | 'closed' = 'open',
): ValidationPlan {
  if (placed !== NONE_PLACED && placed !== ALL_PLACED) return make(placed, contexts);
  const key = `${placed.size} ${contexts}`;
  let plan = plans.get(key);
  if (plan === undefined) {
    plan = make(placed, contexts);
    plans.set(key, plan);
  }
  return plan;
}

function make(placed: PlacedReferences, contexts: 'open' | 'closed'): ValidationPlan {
  const references = referenceSubscription(placed);
  const parts = [FACTS, neededBy(RULES), references, ...(contexts === 'closed' ? [CLOSED] : [])];
  const all = <T>(pick: (part: Subscription) => readonly T[] | undefined) =>
    parts.flatMap((part) => pick(part) ?? []);
  const plan = planOf(MDL, {
    leave: all(({ leave }) => leave),
    retain: all(({ retain }) => retain),
    bounds: all(({ bounds }) => bounds),
    need: all(({ need }) => need),
    opaque: all(({ opaque }) => opaque),
    gather: all(({ gather }) => gather),
    sets: all(({ sets }) => sets),
  });
  const entry = (typeName: string, path: string): number => entryOf(plan, typeName, path);
  return { plan, placed, entry, typeNames: MDL.messages.map(({ typeName }) => typeName) };
}
