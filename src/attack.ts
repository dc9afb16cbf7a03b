/**
 * `protomdl/attack`: models made from a seed, to try loaders with. It runs anywhere: what needs files or
 * processes is elsewhere.
 */
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
