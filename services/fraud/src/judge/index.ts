export { INDICATORS } from '../detectors/catalogue.js';
export { loadModels, type Models } from '../model/models.js';
export { judge } from './judge.js';
export { type CheckInput, ContentError, type Indicator, type Severity, type Verdict } from './verdict.js';
