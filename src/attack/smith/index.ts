export type { CoreOpDescription, Description, Measured } from './describe.js';
export { FEATURE_NAMES, FEATURES, type Feature, type FeatureInfo, isFeature } from './features.js';
export {
  type FaultFinding as ExpectedFinding,
  faultCodes,
  type InvalidModel,
  smithInvalid,
} from './invalid.js';
export { PRESET_NAMES, PRESETS_ABOUT, type Preset } from './presets.js';
export { LAYOUTS, type ModelLayout as Layout, type SmithFraming, type SmithOptions } from './settings.js';
export {
  type Smithed,
  type SmithOutput as ByteTaker,
  smithBytes,
  smithFile,
  smithModel,
  type WriteOptions,
} from './smith.js';
