import type { Command } from 'commander';

/** A command line that a user can try, and the purpose of the command line. */
export interface Example {
  readonly line: string;
  readonly about: string;
  /** Exit code (default: 0). */
  readonly exit?: number;
}

/** For each command line: the purpose, and the exit code unless it is 0. */
type ExampleTable = Readonly<Record<string, string | readonly [about: string, exit: number]>>;

/**
 * Adds examples to the end of a command's help. Tests run the examples in the folder of the corpus, so that
 * file names are relative to this folder (`valid/smallest.mdl`).
 */
export function addExamples(command: Command, table: ExampleTable): void {
  const examples = Object.entries(table).map(([line, what]): Example => {
    const [about, exit = 0] = typeof what === 'string' ? [what] : what;
    return { line, about, ...(exit !== 0 && { exit }) };
  });
  const lines = examples.flatMap(({ line, about }) => [`  # ${about}`, `  $ ${line}`]);
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  collected.set(command.name(), examples);
  byCommand.set(command, examples);
}

/** Returns the examples of a defined command; for tests and manual pages. */
export function examplesOf(name: string): readonly Example[] {
  return collected.get(name) ?? [];
}

export function examplesWith(command: Command): readonly Example[] {
  return byCommand.get(command) ?? [];
}

const byCommand = new WeakMap<Command, readonly Example[]>();
const collected = new Map<string, readonly Example[]>();
