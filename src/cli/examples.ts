import type { Command } from 'commander';

/** A command line that a user can try, and what it is for. */
export interface Example {
  readonly line: string;
  readonly about: string;
  /** What it ends with (default: 0). */
  readonly exit?: number;
}

/**
 * Ends a command's help with examples. Tests run them: names of files are those of the corpus's folder, where
 * they are run (`valid/smallest.mdl`).
 */
export function addExamples(command: Command, examples: readonly Example[]): void {
  const lines = examples.flatMap(({ line, about }) => [`  # ${about}`, `  $ ${line}`]);
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  collected.set(command.name(), examples);
  byCommand.set(command, examples);
}

/** Examples of the commands that have been defined, by name; for tests, and for pages of manuals. */
export function examplesOf(name: string): readonly Example[] {
  return collected.get(name) ?? [];
}

/** Those of one command or sub-command. */
export function examplesWith(command: Command): readonly Example[] {
  return byCommand.get(command) ?? [];
}

const byCommand = new WeakMap<Command, readonly Example[]>();
const collected = new Map<string, readonly Example[]>();
