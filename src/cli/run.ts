import { existsSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { escapeText } from '../show/report/escape.js';
import { TOOL } from '../show/report/tool.js';
import { CommandError, OutputClosed } from './command-error.js';
import { COMMAND_GROUPS, COMMANDS, type CommandContext } from './commands.js';
import { complain, reportBug } from './complain.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { type Host, readOrNot } from './host.js';
import { withNewNames } from './old-names.js';
import { newProgram } from './program.js';
import { addUsualOptions } from './usual-options.js';

/**
 * Bytes that a command writes in vain which shows things and checks nothing: a file that is broken within them is still
 * one that ends with 1, and a dump of gigabytes does not go on for `head`.
 */
const MOST_UNREAD = 16 * 1024 * 1024;

/**
 * Runs one command line and says how it ended. Never throws: what goes wrong is one line on standard error
 * and an exit code.
 * @param argv without the program's own name
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
    // What belongs to no input, such as address space for checksums.
    if (isProtomdlError(error) && error.code === 'source-unreadable') {
      await complain(host, error.message);
      return EXIT.unreadable;
    }
    await reportBug(host, error);
    return EXIT.bug;
  }
}

async function dispatch(given: readonly string[], host: Host): Promise<ExitCode> {
  const argv = await withNewNames(given, host);
  // Commander writes as it goes and at once; we collect, and write when it is done.
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
    // Only what the command line names is loaded; the others are known by name, for help and suggestions.
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
 * `help corpus coverage` as `corpus coverage --help`, and `help nosuch` as `nosuch`, which nothing is called: Commander
 * looks at the first name only, and shows the help of everything for one that it does not know.
 */
function asOption(argv: readonly string[], program: Command): readonly string[] {
  const [first, ...rest] = argv;
  const names = rest.filter((word) => !word.startsWith('-'));
  if (first !== 'help' || names.length === 0) return argv;
  let at: Command = program;
  for (const name of names) {
    // What has no verbs has arguments, which are nothing to help with.
    if (at.commands.length === 0) break;
    const named = at.commands.find((command) => command.name() === name);
    if (named === undefined) return names;
    at = named;
  }
  return [...names, '--help'];
}

/** `protomdl model.hef`: what was meant is plain. */
function forgottenCommand(argv: readonly string[]): string {
  const first = argv.find((argument) => !argument.startsWith('-'));
  if (first === undefined || !existsSync(first)) return '';
  return `(to check a file: ${TOOL.name} validate ${escapeText(first)})\n`;
}
