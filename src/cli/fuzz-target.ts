import { CommandError } from './command-error.js';

/** Separators: between the seeds and the command, and between two commands. */
const BEFORE_COMMAND = '--';
const BETWEEN_COMMANDS = '---';

/**
 * Separates seeds from the commands after `--`, which the parser of the command line has removed.
 * @param operands arguments without options, in order
 * @param argv the unchanged command line
 */
export function splitCommands(
  operands: readonly string[],
  argv: readonly string[],
): { readonly seeds: readonly string[]; readonly commands: readonly (readonly string[])[] } {
  const at = argv.indexOf(BEFORE_COMMAND);
  if (at < 0) return { seeds: operands, commands: [] };
  const after = argv.slice(at + 1);
  const seeds = operands.slice(0, operands.length - after.length);
  const commands: string[][] = [[]];
  for (const word of after) {
    if (word === BETWEEN_COMMANDS) commands.push([]);
    else commands.at(-1)?.push(word);
  }
  if (commands.length === 1 && commands[0]?.length === 0) return { seeds, commands: [] };
  if (commands.some((command) => command.length === 0)) {
    throw new CommandError(`there is no command on one side of ${BETWEEN_COMMANDS}`);
  }
  return { seeds, commands };
}
