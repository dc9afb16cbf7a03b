import { neededBy, RULES } from '../rules/index.js';
import { entryOf, type Plan, planOf, type Subscription } from '../scan/index.js';
import { MDL } from '../schema/mdl.gen.js';

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

/** The plan that validation scans by, and the entries of it that facts are read from. */
export interface ValidationPlan {
  readonly plan: Plan;
  readonly entry: (typeName: string, path: string) => number;
  /** Names of message types by index. */
  readonly typeNames: readonly string[];
}

let whole: ValidationPlan | undefined;
let closed: ValidationPlan | undefined;

/** Made at first use: it costs a millisecond or two. */
export function validationPlan(): ValidationPlan {
  whole ??= make([]);
  return whole;
}

/** The same, but for contexts, which are left closed for others to scan. */
export function closedContextsPlan(): ValidationPlan {
  closed ??= make(['ProtoMDLContext']);
  return closed;
}

function make(opaque: readonly string[]): ValidationPlan {
  const needs = neededBy(RULES);
  const plan = planOf(MDL, {
    leave: [...(FACTS.leave ?? []), ...(needs.leave ?? [])],
    retain: [...(FACTS.retain ?? []), ...(needs.retain ?? [])],
    bounds: [...(FACTS.bounds ?? []), ...(needs.bounds ?? [])],
    need: needs.need ?? [],
    opaque,
  });
  const entries = new Map<string, number>();
  const entry = (typeName: string, path: string): number => {
    const key = `${typeName}/${path}`;
    let found = entries.get(key);
    if (found === undefined) {
      found = entryOf(plan, typeName, path);
      entries.set(key, found);
    }
    return found;
  };
  return { plan, entry, typeNames: MDL.messages.map(({ typeName }) => typeName) };
}
