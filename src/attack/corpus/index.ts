/**
 * Sets of files: expected reports, the features that the files cover, and small sets with the same coverage.
 */

export { countFeatures, type FileFeatures } from './count-features.js';
export { type Candidate, type CoverChoice as Choice, featuresIn, smallCover, traitsOf } from './cover.js';
export { Coverage, type CoverageResult, type CoveredFeature, type KindCoverage } from './coverage.js';
export { dictionaryText, fuzzDictionary, MAX_TOKEN_BYTES, type Token } from './dictionary.js';
export {
  type Difference,
  type Expectation,
  type ExpectedFinding,
  expectationDifferences,
  expectationName,
  isExpectationName,
  parseExpectation,
} from './expectation.js';
export {
  CONTAINERS,
  FEATURE_KINDS,
  type FeatureKind,
  type FeatureSpace,
  type FileFeature as Feature,
  modelFeatures,
  WIRE_FORMS,
  type WireForm,
} from './features.js';
export { SEED_FRAMINGS, type Seed, type SeedFraming, type SeedOptions, seedsOf } from './seeds.js';
export { type ShrinkOptions, shrinkMessage } from './shrink.js';
