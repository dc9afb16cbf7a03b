import { neededBy, RULES } from '../rules/index.js';
import { entryOf, type Plan, planOf, type Subscription } from '../scan/index.js';
import { MDL } from '../schema/mdl.gen.js';
import { GATHERED, PLACED } from './reference-fields.js';

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

/**
 * How references are taken: *gathered* by value, which lets the kernel pass over them, or *placed* one by
 * one, which is needed when a value turns out to be wrong, and where the bytes cannot be had again.
 */
export type ReferenceMode = 'gathered' | 'placed';

/** The plan that validation scans by, and the entries of it that facts are read from. */
export interface ValidationPlan {
  readonly plan: Plan;
  readonly references: ReferenceMode;
  readonly entry: (typeName: string, path: string) => number;
  /** Names of message types by index. */
  readonly typeNames: readonly string[];
}

const plans = new Map<string, ValidationPlan>();

/** Made at first use: it costs a millisecond or two. */
export function validationPlan(
  references: ReferenceMode,
  contexts: 'open' | 'closed' = 'open',
): ValidationPlan {
  const key = `${references} ${contexts}`;
  let plan = plans.get(key);
  if (plan === undefined) {
    plan = make(references, contexts === 'closed');
    plans.set(key, plan);
  }
  return plan;
}

function make(references: ReferenceMode, closed: boolean): ValidationPlan {
  const mode = references === 'gathered' ? GATHERED : PLACED;
  const parts = [FACTS, neededBy(RULES), mode, ...(closed ? [CLOSED] : [])];
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
  return { plan, references, entry, typeNames: MDL.messages.map(({ typeName }) => typeName) };
}
