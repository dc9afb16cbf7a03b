import { ProtomdlError } from '../diagnostics/error.js';
import { openFile } from '../source/file.js';
import { hold } from '../source/held.js';
import { openStandardInput } from '../source/node-stream.js';
import type { Source } from '../source/source.js';
import { interruptible } from '../source/turns.js';
import type { Input } from './input.js';

/**
 * Opens an input as it is: of standard input, a FIFO or a device, a source that cannot go back. Signals are heard
 * while it is read.
 * @throws ProtomdlError with a `source-*` code
 */
export async function openInput(input: Input): Promise<Source> {
  return interruptible(await openAtOnce(input));
}

/** The same for readers that need files to answer at once; `guard.ts` hears signals for them. */
export async function openAtOnce({ kind, path, problem }: Input): Promise<Source> {
  if (problem !== undefined) throw new ProtomdlError(problem.code, problem.message);
  return kind === 'stdin' ? openStandardInput() : openFile(path);
}

/**
 * The same, for who goes over an input twice: what cannot go back is held in memory.
 * @throws ProtomdlError with a `source-*` code, `source-too-large` for a stream of more than 1 GiB
 */
export async function openHeld(input: Input): Promise<Source> {
  const source = await openAtOnce(input);
  return source.randomAccess ? source : hold(source);
}
