export type { Change, ChangeKind, ChangeSide, Shown } from './change.js';
export type { ChangeCounts } from './changes.js';
export type { ContextChange, ContextsChange } from './contexts.js';
export {
  type DiffOptions,
  type DiffProblem,
  type DiffVerdict,
  diffModels,
  type ModelDiff,
} from './diff.js';
export { IGNORABLE, VOLATILE } from './ignored.js';
export type { ContextTally } from './tally.js';
