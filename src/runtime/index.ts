export { actionNotes } from './action-notes.js';
export { FaultLog } from './fault-log.js';
export { type LoadedFile, predictLoads } from './predict.js';
export type { Reason, RuntimeVerdict, RuntimeVerdicts } from './verdict.js';
