export { ConfigError } from './error.js';
export { type ConfigOptions, type ConfigSchema, loadConfig } from './load-config.js';
export { withSecretsMasked } from './masked.js';
