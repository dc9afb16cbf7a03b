import type { PreparedPlan } from './prepared-plan.js';

/**
 * The plan of all rules for contexts that are scanned with the rest and no places of references: nearly every file
 * needs it and no other. Here there is none; the build writes one into the command (scripts/build.ts).
 */
export const storedPlan: () => PreparedPlan | undefined = () => undefined;
