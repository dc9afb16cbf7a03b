import type { Argument, Command, Option } from 'commander';
import { COMMANDS, type CommandContext } from './commands.js';
import { type Example, examplesWith } from './examples.js';
import { EXIT } from './exit-code.js';
import type { Host } from './host.js';
import { addUsualOptions, newProgram } from './program.js';
import { type ValueKind, valueKind } from './value-kinds.js';

/** An operand, or the value of an option, as in the help. */
export interface ValueDefinition {
  /** `file` of `<file>`. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
  readonly kind: ValueKind;
}

export interface OperandDefinition extends ValueDefinition {
  readonly about: string;
}

export interface OptionDefinition {
  /** `-o` */
  readonly short: string | undefined;
  /** `--output` */
  readonly long: string | undefined;
  /** The option's value; undefined for a flag. */
  readonly value: ValueDefinition | undefined;
  readonly isRepeatable: boolean;
  readonly about: string;
  /** Allowed values; empty for any value. */
  readonly choices: readonly string[];
  /** Default value, as help shows it. */
  readonly defaultText: string | undefined;
}

/** A command or one of its sub-commands, with its whole help. */
export interface VerbDefinition {
  /** Names of the command and its sub-command: `['corpus', 'verify']`; empty for the program. */
  readonly path: readonly string[];
  readonly about: string;
  /** Arguments after the names, as in the help: `[options] <files...>`. */
  readonly usage: string;
  readonly operands: readonly OperandDefinition[];
  readonly options: readonly OptionDefinition[];
  /** True if the arguments after `--` are a command line of another program. */
  readonly takesCommand: boolean;
  readonly examples: readonly Example[];
  /** Text in the help after the options, without the examples. */
  readonly notes: string;
  readonly verbs: readonly VerbDefinition[];
}

/**
 * Returns the definition of the whole command line, from the same definitions that the parser uses.
 * @param isWanted returns true for a command to load; other commands only have a name and a summary
 */
export async function defineAll(isWanted = (_name: string) => true): Promise<VerbDefinition> {
  const program = newProgram();
  const context: CommandContext = { host: NO_HOST, exitCode: EXIT.ok };
  for (const { name, summary, keepsStreams, load } of COMMANDS) {
    const command = program.command(name).description(summary);
    if (!isWanted(name)) continue;
    (await load()).define(command, context);
    addUsualOptions(command, context, keepsStreams);
  }
  return describe(program, []);
}

export function allVerbs(verb: VerbDefinition): readonly VerbDefinition[] {
  return [verb, ...verb.verbs.flatMap(allVerbs)];
}

/** Returns the operands without the command line of another program after `--`. */
export function ownOperands({ operands, takesCommand }: VerbDefinition): VerbDefinition['operands'] {
  return takesCommand ? operands.filter(({ kind }) => kind.is !== 'programs') : operands;
}

function describe(command: Command, path: readonly string[]): VerbDefinition {
  const help = command.createHelp();
  const verbs = help.visibleCommands(command).filter((sub) => sub.name() !== 'help');
  const usage = command.usage();
  return {
    path,
    about: command.description(),
    usage,
    operands: help.visibleArguments(command).map((argument) => operand(argument, path)),
    options: help.visibleOptions(command).map((option) => described(option, path)),
    takesCommand: /(^| )(--|\[--\]) /.test(usage) || command.registeredArguments.some(isCommandLine),
    examples: examplesWith(command),
    notes: notesOf(command),
    verbs: verbs.map((sub) => describe(sub, [...path, sub.name()])),
  };
}

/** Returns the texts of `addHelpText`: Commander only returns these texts as a part of the whole help. */
function notesOf(command: Command): string {
  let shown = '';
  command.configureOutput({
    writeOut: (text) => {
      shown += text;
    },
  });
  command.outputHelp();
  const help = command.helpInformation();
  return shown
    .slice(shown.indexOf(help) + help.length)
    .replace(/\nExamples:\n(?: {2}[#$] .*\n)+/g, '')
    .trim();
}

function operand(argument: Argument, path: readonly string[]): OperandDefinition {
  const name = argument.name();
  return {
    name,
    about: argument.description,
    isRequired: argument.required,
    isVariadic: argument.variadic,
    kind: valueKind({ verb: path, name, choices: argument.argChoices, isOperand: true }),
  };
}

function isCommandLine(argument: Argument): boolean {
  return argument.variadic && /^(command|program)$/.test(argument.name());
}

function described(option: Option, path: readonly string[]): OptionDefinition {
  const { short, long, description, argChoices, required, optional, variadic, defaultValue } = option;
  const takesValue = required || optional;
  const name = /[<[]([^>\]]*?)(?:\.\.\.)?[>\]]/.exec(option.flags)?.[1] ?? '';
  const isShown = defaultValue !== undefined && takesValue && isPlain(defaultValue);
  return {
    short,
    long,
    about: description,
    choices: argChoices ?? [],
    isRepeatable: variadic || Array.isArray(defaultValue),
    defaultText: isShown ? (option.defaultValueDescription ?? String(defaultValue)) : undefined,
    value: takesValue
      ? {
          name,
          isRequired: required,
          isVariadic: variadic,
          kind: valueKind({ verb: path, name, option: long, choices: argChoices, isOperand: false }),
        }
      : undefined,
  };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

/** A host for definitions: only commands that run need a real host. */
const NO_HOST: Host = {
  stdout: { isTerminal: false, columns: undefined, write: noHost },
  stderr: { isTerminal: false, columns: undefined, write: noHost },
  env: {},
  parallelism: 1,
  workerFile: undefined,
};

function noHost(): never {
  throw new Error('a command was run that was only to be defined');
}
