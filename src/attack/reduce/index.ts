/**
 * Test-case reduction: finds the smallest file that stays interesting. Portable; checks that run programs are
 * separate.
 */
export { reportsCodes } from './code-check.js';
export type { Check, VerdictStore } from './oracle.js';
export {
  type Pass,
  type PassName,
  type Progress,
  type ReduceOptions,
  type Reduction,
  reduce,
} from './reduce.js';
