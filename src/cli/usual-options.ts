import { type Command, Option } from 'commander';
import { COLOR_MODES } from './color.js';
import type { CommandContext } from './commands.js';
import type { Output } from './host.js';

/**
 * Options that every command takes, so that a pipeline can say them to any: `--color`, which changes nothing where there
 * are no colours, and `-q`, which leaves out remarks where the command has no meaning of its own for it. Why a command
 * could not do its work is said all the same.
 */
export function addUsualOptions(command: Command, context: CommandContext): void {
  if (command.commands.length > 0) {
    for (const verb of command.commands) addUsualOptions(verb, context);
    return;
  }
  const has = (long: string) => command.options.some((option) => option.long === long);
  if (!has('--color')) {
    command.addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'));
  }
  if (has('--quiet')) return;
  command.option('-q, --quiet', 'no remarks on standard error').hook('preAction', () => {
    if (command.opts().quiet === true)
      context.host = { ...context.host, stderr: silent(context.host.stderr) };
  });
}

function silent({ columns }: Output): Output {
  return { isTerminal: false, columns, write: async () => {} };
}
