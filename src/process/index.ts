/** Running other programs: needs Node. */
export { isRunning } from './alive.js';
export { type CommandFile, findCommand } from './command-file.js';
export { canLimit, type ProcessLimits } from './limits.js';
export { PersistentCommand } from './persistent-command.js';
export { RepeatedCommand, type RepeatedCommandOptions } from './repeated-command.js';
export { type RunOptions, type RunResult, type RunStatus, runCommand } from './run-command.js';
export { type ScratchFolder, scratchFolder } from './scratch.js';
export { killStrays } from './strays.js';
