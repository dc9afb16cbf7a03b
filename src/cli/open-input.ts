import { ProtomdlError } from '../base/diagnostics/error.js';
import { openFile } from '../base/source/file.js';
import { openStandardInput } from '../base/source/node-stream.js';
import type { Source } from '../base/source/source.js';
import { interruptible } from '../base/source/turns.js';
import type { CommandInput } from './input.js';

/**
 * Opens an input directly: for standard input, a FIFO or a device, returns a source that cannot seek. Signals
 * are handled while it is read.
 * @throws ProtomdlError with a `source-*` code
 */
export async function openInput(input: CommandInput): Promise<Source> {
  return interruptible(await openAtOnce(input));
}

/** As `openInput`, for readers that need synchronous files; `guard.ts` handles signals for them. */
export async function openAtOnce({ kind, path, problem }: CommandInput): Promise<Source> {
  if (problem !== undefined) throw new ProtomdlError(problem.code, problem.message);
  return kind === 'stdin' ? openStandardInput() : openFile(path);
}
