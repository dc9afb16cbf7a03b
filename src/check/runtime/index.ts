export { actionNotes } from './action-notes.js';
export { deviceRefusal } from './device.js';
export { takesExtension } from './extension-load.js';
export { FaultLog } from './fault-log.js';
export { type LoadedFile, predictLoads } from './predict.js';
export { ReleaseFacts } from './release.js';
export { applyTargets } from './target.js';
export type { Reason, RuntimeVerdict, RuntimeVerdicts, StatusName } from './verdict.js';
