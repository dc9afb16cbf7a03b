/**
 * Test-case reduction: finds the smallest file that stays interesting. Portable; checks that run programs are
 * separate.
 */
export { type Check, reportsCodes, type VerdictStore } from './oracle.js';
export {
  type Pass,
  type PassName,
  type Progress,
  type ReduceOptions,
  type Reduction,
  reduce,
} from './reduce.js';
