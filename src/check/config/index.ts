/** Settings for the command, in one chunk that only a run with settings loads. */
export { CATALOGUE } from '../rules/index.js';
export { DEVICE_NAMES, deviceNamed, releasesOf } from '../runtime/device.js';
export { readVersionedBaseline } from './baseline.js';
export { EMPTY_CONFIG, readConfig, toDay } from './config.js';
export { filePattern } from './pattern.js';
export { Selectors } from './selectors.js';
export { Settings } from './settings.js';
