import type { PreparedPlan } from './prepared-plan.js';

let stored: (() => PreparedPlan) | undefined;

/**
 * Returns the plan of all rules for contexts that are scanned with the rest and no places of references:
 * nearly every file needs only this plan. Undefined, unless the code for Node has supplied it
 * (built-plan.ts).
 */
export function storedPlan(): PreparedPlan | undefined {
  return stored?.();
}

export function storePlan(plan: (() => PreparedPlan) | undefined): void {
  stored = plan;
}
