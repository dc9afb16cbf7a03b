export { actionNotes } from './action-notes.js';
export { deviceRefusal } from './device.js';
export { FaultLog } from './fault-log.js';
export { type FileUse, fileUse, usualReleases } from './file-use.js';
export { type LoadedFile, predictLoads } from './predict.js';
export { ReleaseFacts } from './release.js';
export { applyTargets } from './target.js';
export { uncheckedParts } from './unchecked.js';
export type { Reason, RuntimeVerdict, RuntimeVerdicts, StatusName } from './verdict.js';
