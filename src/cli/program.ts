import { Command } from 'commander';
import { TOOL } from '../report/tool.js';

/** The command line's root, without the commands. */
export function newProgram(): Command {
  return new Command(TOOL.name)
    .description('Validate and look into compiled network-model files.')
    .version(TOOL.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help');
}
