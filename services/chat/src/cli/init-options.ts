import type { Command } from 'commander';

export function initOptions(command: Command): void {
  command
    .option('--organization <name>', 'name of the organization', 'My organization')
    .option('--email <address>', 'address of the first owner')
    .option('--name <full name>', 'name of the first owner', 'Owner')
    .option(
      '--password-file <file>',
      'file whose first line is the password; asked on the terminal otherwise',
    );
}
