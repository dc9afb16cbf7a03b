import type { PreparedPlan } from './prepared-plan.js';

/**
 * The plan for nearly every file as the build prepared it (scripts/code/built-plan.ts): here there is none. It is for
 * Node alone (validate-file.ts): 10 KB more in the bundle of a page are more than what it saves there.
 */
export const builtPlan: (() => PreparedPlan) | undefined = undefined;
