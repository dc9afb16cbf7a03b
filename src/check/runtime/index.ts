export { actionNotes } from './action-notes.js';
export { deviceRefusal, type FileUse, fileUse, usualReleases } from './device.js';
export { FaultLog } from './fault-log.js';
export { uncheckedParts } from './features.js';
export { type LoadedFile, predictLoads } from './predict.js';
export { ReleaseFacts } from './release.js';
export { applyTargets } from './target.js';
export type { Reason, RuntimeVerdict, RuntimeVerdicts, StatusName } from './verdict.js';
