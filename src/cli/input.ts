import { accessSync, constants, statSync } from 'node:fs';
import { ProtomdlError } from '../base/diagnostics/error.js';
import { openFile } from '../base/source/file.js';
import { openStandardInput } from '../base/source/node-stream.js';
import type { Source } from '../base/source/source.js';
import { interruptible } from '../base/source/turns.js';

/** One input, in the order of the report. */
export interface CommandInput {
  /** Name in the report; `-` is standard input. */
  readonly path: string;
  /**
   * `file`: a regular file. `stream`: a FIFO or device, read once, by this process. `stdin`: standard input.
   * `other`: an input that cannot be opened; the reader reports the reason.
   */
  readonly kind: 'file' | 'stream' | 'stdin' | 'other';
  /** Size of a regular file when it was found; 0 for the others. */
  readonly size: number;
  /** Reason why it cannot be read, if already known (a directory that cannot be listed). */
  readonly problem?: { readonly code: string; readonly message: string };
}

export const STANDARD_INPUT: CommandInput = { path: '-', kind: 'stdin', size: 0 };

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** True if an input seems readable; does not open the input. */
export function isThere({ kind, path }: CommandInput): boolean {
  if (kind !== 'file') return kind !== 'other';
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens an input directly: for standard input, a FIFO or a device, returns a source that cannot seek. Signals
 * are handled while the source is read.
 * @throws ProtomdlError with a `source-*` code
 */
export async function openInput(input: CommandInput): Promise<Source> {
  return interruptible(await openAtOnce(input));
}

/** Like `openInput`, for readers that need synchronous files; `guard.ts` handles signals for them. */
export async function openAtOnce({ kind, path, problem }: CommandInput): Promise<Source> {
  if (problem !== undefined) throw new ProtomdlError(problem.code, problem.message);
  return kind === 'stdin' ? openStandardInput() : openFile(path);
}
