export { type MutationEntry, type MutationLog, parseMutationLog } from './log.js';
export {
  type Mutant,
  type MutantBaseOptions,
  MutantMaker,
  type MutantOptions,
  type MutateOptions,
  mutantMaker,
  mutate,
  replayMutations,
} from './mutate.js';
export {
  type BytesMutator,
  type FrameMutator,
  type MutationStage,
  type Mutator,
  STAGES,
  type TreeMutator,
} from './mutator.js';
export { MUTATORS } from './mutators/index.js';
export type { StepArgs } from './step-args.js';
