import type { PreparedPlan } from './prepared-plan.js';

/**
 * The plan for nearly every file as the build prepared it (scripts/code/built-plan.ts): here there is none. It is the
 * command's alone, as 9 KB that bundlers would take from the library are more than the 2 ms it saves there.
 */
export const builtPlan: (() => PreparedPlan) | undefined = undefined;
