export type { BackupLabel } from './backup.js';
export { createCli, runCli } from './create-cli.js';
export type { Action, Base, CliTools, RunningService, ServiceDefinition } from './definition.js';
export type { Finding } from './doctor.js';
export { ExitError } from './exit.js';
export { readPassword } from './password.js';
