export { INDICATORS } from '../detectors/catalogue.js';
export { loadModels, type Models } from '../model/models.js';
export { judge } from './judge.js';
export {
  type CheckInput,
  ContentError,
  type Decision,
  type Indicator,
  type Reason,
  type Severity,
  type Verdict,
} from './verdict.js';
