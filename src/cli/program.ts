import { Command, Help, type Option } from 'commander';
import { TOOL } from '../show/report/tool.js';

/** Root of the command line, without the commands. */
export function newProgram(): Command {
  return new Command(TOOL.name)
    .description('Validate and look into compiled network-model files.')
    .version(TOOL.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command...]', 'print help, of a command too')
    .configureHelp({ optionDescription: describedOption });
}

/**
 * Commander prints defaults such as `(default: [])` for empty lists and `(default: false)` for flags; these
 * are omitted.
 */
function describedOption(option: Option): string {
  const { defaultValue } = option;
  const isNothing =
    typeof defaultValue === 'boolean' || (Array.isArray(defaultValue) && defaultValue.length === 0);
  if (!isNothing) return STANDARD.optionDescription(option);
  return STANDARD.optionDescription(Object.assign(Object.create(option), { defaultValue: undefined }));
}

const STANDARD = new Help();
