export {
  BREAKING_CODES,
  type Breaking,
  type BreakingChange,
  type BreakingCode,
  type BreakingOptions,
  findBreaking,
} from './breaking.js';
export type { Change, ChangeKind, ChangeSide, Shown } from './change.js';
export type { ChangeCounts } from './changes.js';
export type { ContextChange, ContextsChange } from './contexts.js';
export {
  type DiffOptions,
  type DiffProblem,
  type DiffVerdict,
  diff,
  type ModelDiff,
} from './diff.js';
export { IGNORABLE, VOLATILE } from './ignored.js';
export type { ContextTally } from './tally.js';
