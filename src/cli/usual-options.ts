import { type Command, Option } from 'commander';
import { COLOR_MODES } from './color.js';
import type { CommandContext } from './commands.js';
import type { Output } from './host.js';
import { byteSize } from './quantities.js';

/**
 * Options that every command accepts, so that a script can pass them to any command: `--color`, which has no
 * effect without colours, and `-q`, which suppresses remarks unless the command gives it a meaning of its
 * own. Errors are always printed.
 * @param keepsStreams true for a command that takes `--max-spool`
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
