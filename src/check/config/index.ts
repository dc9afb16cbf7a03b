/** Settings of the command. The module is a separate chunk, which is only loaded for a run with settings. */
export { CATALOGUE } from '../rules/index.js';
export { DEVICE_NAMES, deviceNamed, releasesOf } from '../runtime/device.js';
export { readVersionedBaseline } from './baseline.js';
export { EMPTY_CONFIG, readConfig, toDay } from './config.js';
export { filePattern } from './pattern.js';
export { Selectors } from './selectors.js';
export { Settings } from './settings.js';
