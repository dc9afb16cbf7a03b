import { existsSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { escapeText } from '../show/report/escape.js';
import { TOOL } from '../show/report/tool.js';
import { COMMAND_GROUPS, COMMANDS, type CommandContext } from './commands.js';
import { complain, reportBug } from './complain.js';
import { CommandError, EXIT, type ExitCode, OutputClosed } from './exit-code.js';
import { type Host, readOrNot } from './host.js';
import { withNewNames } from './old-names.js';
import { addUsualOptions, newProgram } from './program.js';

/**
 * Maximum number of bytes that a command without a verdict writes after its reader has gone. For a file that
 * is broken within these bytes, the command still ends with 1. A dump of gigabytes does not continue after
 * `head` has ended.
 */
const MOST_UNREAD = 16 * 1024 * 1024;

/**
 * Runs one command line and returns the exit code. Never throws: an error becomes one line on standard error
 * and an exit code.
 * @param argv arguments without the program's name
 */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    return await dispatch(argv, host);
  } catch (error) {
    if (error instanceof OutputClosed) return EXIT.ok;
    if (error instanceof CommandError) {
      await complain(host, error.message);
      return error.exitCode;
    }
    // Some errors have no input, such as an error about too little address space for checksums.
    if (isProtomdlError(error) && error.code === 'source-unreadable') {
      await complain(host, error.message);
      return EXIT.unreadable;
    }
    await reportBug(host, error);
    return EXIT.bug;
  }
}

async function dispatch(given: readonly string[], host: Host): Promise<ExitCode> {
  // `__complete` is neither in the help nor in suggestions, because only shells use this command.
  if (given[0] === '__complete') return (await import('./complete.js')).complete(given.slice(1), host);
  const argv = await withNewNames(given, host);
  // The text that Commander prints is collected, and written at the end.
  const said = { out: '', err: '' };
  const hasVerdict = COMMANDS.some((entry) => entry.hasVerdict === true && argv.includes(entry.name));
  const quietHost = {
    ...host,
    stdout: readOrNot(host.stdout, hasVerdict ? Number.POSITIVE_INFINITY : MOST_UNREAD),
  };
  const context: CommandContext = { host: quietHost, exitCode: EXIT.ok };
  const program = newProgram()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        said.out += text;
      },
      writeErr: (text) => {
        said.err += text;
      },
      outputError: (text, write) => write(text.replace(/^error: /, `${TOOL.name}: `)),
      getOutHelpWidth: () => Math.min(host.stdout.columns ?? 100, 120),
    })
    .showHelpAfterError(`(${TOOL.name} --help lists commands and options)`);
  for (const { name, summary, group, keepsStreams, load } of COMMANDS) {
    const command = program.command(name).description(summary).copyInheritedSettings(program);
    command.helpGroup(`${COMMAND_GROUPS[group]}:`);
    command.showHelpAfterError(`(${TOOL.name} ${name} --help lists the options)`);
    // Only commands whose names are in the command line are loaded. Help and suggestions only need the names
    // of the other commands.
    if (!argv.includes(name)) continue;
    (await load()).define(command, context);
    addUsualOptions(command, context, keepsStreams);
  }
  try {
    await program.parseAsync(asOption(argv, program), { from: 'user' });
    return context.exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.ok;
    const { withSuggestion } = await import('./meant.js');
    said.err = withSuggestion(said.err, error, program, argv);
    if (error.code === 'commander.unknownCommand') said.err += forgottenCommand(argv);
    return EXIT.usage;
  } finally {
    await quietHost.stdout.write(said.out);
    await host.stderr.write(said.err).catch(() => {});
  }
}

/**
 * Converts `help corpus coverage` to `corpus coverage --help`, and `help nosuch` to `nosuch`, which is
 * reported as an unknown command. Commander would only read the first name, and would print the whole help
 * for an unknown name.
 */
function asOption(argv: readonly string[], program: Command): readonly string[] {
  const [first, ...rest] = argv;
  const names = rest.filter((word) => !word.startsWith('-'));
  if (first !== 'help' || names.length === 0) return argv;
  let at: Command = program;
  for (const name of names) {
    // A command without verbs has only arguments, which have no help.
    if (at.commands.length === 0) break;
    const named = at.commands.find((command) => command.name() === name);
    if (named === undefined) return names;
    at = named;
  }
  return [...names, '--help'];
}

/**
 * Returns a hint for a command line such as `protomdl model.hef`, which lacks the command; empty for other
 * command lines.
 */
function forgottenCommand(argv: readonly string[]): string {
  const first = argv.find((argument) => !argument.startsWith('-'));
  if (first === undefined || !existsSync(first)) return '';
  return `(to check a file: ${TOOL.name} validate ${escapeText(first)})\n`;
}
