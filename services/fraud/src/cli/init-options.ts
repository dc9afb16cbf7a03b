import type { Command } from 'commander';

export function initOptions(command: Command): void {
  command
    .option('--user <name>', 'name of the first user', 'admin')
    .option('--password-file <file>', 'file whose first line is the password; asked for otherwise');
}
