/**
 * `protomdl/attack`: models made from a seed, to try loaders with. It runs anywhere: what needs files or
 * processes is elsewhere.
 */
export {
  MUTATORS,
  type Mutant,
  type MutantBaseOptions,
  MutantMaker,
  type MutantOptions,
  type MutateOptions,
  type MutationEntry,
  type MutationLog,
  type Mutator,
  mutantMaker,
  mutate,
  parseMutationLog,
  replayMutations,
} from './mutate/index.js';
export {
  type Check as ReduceCheck,
  type Pass as ReductionPass,
  type PassName as ReductionPassName,
  type Progress as ReductionProgress,
  type ReduceOptions,
  type Reduction,
  reduce,
  reportsCodes,
  type VerdictStore,
} from './reduce/index.js';
export {
  type ByteTaker,
  type CoreOpDescription,
  type Description,
  FEATURE_NAMES,
  FEATURES,
  type Feature,
  LAYOUTS,
  type Layout,
  type Measured,
  PRESET_NAMES,
  PRESETS_ABOUT,
  type Preset,
  type Smithed,
  type SmithFraming,
  type SmithOptions,
  smithBytes,
  smithFile,
  smithModel,
  type WriteOptions,
} from './smith/index.js';
