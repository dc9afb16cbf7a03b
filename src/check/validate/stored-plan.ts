import type { PreparedPlan } from './prepared-plan.js';

let stored: (() => PreparedPlan) | undefined;

/**
 * The plan of all rules for contexts that are scanned with the rest and no places of references: nearly every file
 * needs it and no other. Here there is none, unless what runs on Node has brought one (built-plan.ts).
 */
export function storedPlan(): PreparedPlan | undefined {
  return stored?.();
}

export function storePlan(plan: (() => PreparedPlan) | undefined): void {
  stored = plan;
}
