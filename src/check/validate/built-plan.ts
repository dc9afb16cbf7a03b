import type { PreparedPlan } from './prepared-plan.js';

/**
 * The plan for nearly every file, prepared by the build (scripts/code/built-plan.ts); undefined in the
 * sources. For Node only (validate-file.ts): in the bundle of a page, its 10 KB would cost more than it
 * saves.
 */
export const builtPlan: (() => PreparedPlan) | undefined = undefined;
