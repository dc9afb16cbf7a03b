export { FaultLog } from './fault-log.js';
export { newerActionNotes } from './newer-actions.js';
export { type LoadedFile, predictLoads } from './predict.js';
export type { RuntimeVerdict, RuntimeVerdicts } from './verdict.js';
