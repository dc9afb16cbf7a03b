import { isProtomdlError } from '../diagnostics/error.js';
import { openFile } from '../source/file.js';
import { hold } from '../source/held.js';
import { standardInputSource } from '../source/node-stream.js';
import type { Source } from '../source/source.js';
import { collect } from './collect.js';
import { CommandError } from './command-error.js';
import { complain } from './complain.js';
import type { Host } from './host.js';
import type { Input } from './input.js';

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/**
 * What the arguments of a corpus command stand for.
 * @throws CommandError where that is no file at all
 */
export async function collectSome(
  args: readonly string[],
  filesFrom: string | undefined,
): Promise<readonly Input[]> {
  if (args.length === 0 && filesFrom === undefined) {
    throw new CommandError('no corpus: name files or directories');
  }
  const { inputs } = await collect(args, filesFrom);
  if (inputs.length === 0) {
    throw new CommandError('no file there (directories are searched for .mdl and .hef)');
  }
  return inputs;
}

/**
 * Opens an input, lets it be worked on, closes it. A file that cannot be read is complained about.
 * @returns what came of it, or why it cannot be read
 */
export async function withSource<T>(
  input: Input,
  host: Host,
  work: (source: Source) => Promise<T>,
): Promise<{ readonly result: T } | { readonly failure: Failure }> {
  let source: Source | undefined;
  try {
    if (input.problem !== undefined) return { failure: await told(input, input.problem, host) };
    source = input.kind === 'stdin' ? standardInputSource() : await openFile(input.path);
    // Who looks at features and at findings goes over a file twice.
    if (!source.randomAccess) source = await hold(source);
    return { result: await work(source) };
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return { failure: await told(input, { code: error.code, message: error.message }, host) };
  } finally {
    await source?.close();
  }
}

async function told({ path }: Input, failure: Failure, host: Host): Promise<Failure> {
  const { code, message } = failure;
  await complain(host, message.startsWith(`${path}: `) ? message : `${path}: ${message}`);
  return { code, message };
}
