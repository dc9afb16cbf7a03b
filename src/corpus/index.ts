/** Sets of files: what is expected of each, what all of them exercise, and which of them are enough. */

export { countFeatures, type FileFeatures } from './count-features.js';
export { type Candidate, type Choice, featuresIn, smallCover, traitsOf } from './cover.js';
export { Coverage, type CoverageResult, type CoveredFeature, type KindCoverage } from './coverage.js';
export {
  type Difference,
  type Expectation,
  type ExpectedFinding,
  expectationDifferences,
  expectationName,
  isExpectationName,
  parseExpectation,
} from './expectation.js';
export { FEATURE_KINDS, type Feature, type FeatureKind, modelFeatures } from './features.js';
