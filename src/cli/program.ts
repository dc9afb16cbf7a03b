import { Command, Help, Option } from 'commander';
import { TOOL } from '../show/report/tool.js';
import { COLOR_MODES } from './color.js';
import type { CommandContext } from './commands.js';
import type { Output } from './host.js';
import { byteSize } from './quantities.js';

/** Returns the root of the command line, without the commands. */
export function newProgram(): Command {
  return new Command(TOOL.name)
    .description('Validate and look into compiled network-model files.')
    .version(TOOL.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command...]', 'print help, of a command too')
    .configureHelp({ optionDescription: describedOption });
}

/**
 * Omits defaults such as `(default: [])` for empty lists and `(default: false)` for flags, which Commander
 * would print.
 */
function describedOption(option: Option): string {
  const { defaultValue } = option;
  const isNothing =
    typeof defaultValue === 'boolean' || (Array.isArray(defaultValue) && defaultValue.length === 0);
  if (!isNothing) return STANDARD.optionDescription(option);
  return STANDARD.optionDescription(Object.assign(Object.create(option), { defaultValue: undefined }));
}

const STANDARD = new Help();

/**
 * Adds the options that every command accepts, so that a script can pass these options to any command:
 * `--color`, which has no effect without colours, and `-q`, which suppresses remarks unless the command
 * defines `-q` itself. Errors are always printed.
 * @param keepsStreams true for a command that accepts `--max-spool`
 */
export function addUsualOptions(command: Command, context: CommandContext, keepsStreams = false): void {
  if (command.commands.length > 0) {
    for (const verb of command.commands) addUsualOptions(verb, context, keepsStreams);
    return;
  }
  const has = (long: string) => command.options.some((option) => option.long === long);
  if (!has('--color')) {
    command.addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'));
  }
  if (keepsStreams) addMaxSpool(command, context);
  if (has('--quiet')) return;
  command.option('-q, --quiet', 'print no remarks on standard error').hook('preAction', () => {
    if (command.opts().quiet === true)
      context.host = { ...context.host, stderr: silent(context.host.stderr) };
  });
}

function addMaxSpool(command: Command, context: CommandContext): void {
  const option = new Option(
    '--max-spool <size>',
    'maximum that is kept of a pipe; never more than half of the free space (default: 8G)',
  );
  command.addOption(option.argParser(byteSize(0, Number.MAX_SAFE_INTEGER))).hook('preAction', () => {
    const { maxSpool } = command.opts<{ readonly maxSpool?: number }>();
    if (maxSpool !== undefined) context.host = { ...context.host, spoolBytes: maxSpool };
  });
}

function silent({ columns }: Output): Output {
  return { isTerminal: false, columns, write: async () => {} };
}
