import { accessSync, constants, statSync } from 'node:fs';
import { ProtomdlError } from '../base/diagnostics/error.js';
import { openFile } from '../base/source/file.js';
import { openStandardInput } from '../base/source/node-stream.js';
import type { Source } from '../base/source/source.js';
import { interruptible } from '../base/source/yielder.js';

export interface CommandInput {
  /** Name in the report; `-` is standard input. */
  readonly path: string;
  /**
   * `file` is a regular file. `stream` is a FIFO or device, which can be read once, by this process. `stdin`
   * is standard input. `other` is an input that cannot be opened, for which the reader reports the reason.
   */
  readonly kind: 'file' | 'stream' | 'stdin' | 'other';
  /** Size in bytes of a regular file when the file was found; 0 for other inputs. */
  readonly size: number;
  /**
   * Reason why the input cannot be read, if already known (for example, a directory that cannot be listed).
   */
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
 * Opens an input. For standard input, a FIFO or a device, returns a source that cannot seek. Signals are
 * handled while the source is read.
 * @throws ProtomdlError with a `source-*` code
 */
export async function openInput(input: CommandInput): Promise<Source> {
  return interruptible(await openAtOnce(input));
}

/**
 * Like `openInput`, for readers that read files synchronously. `guard.ts` handles signals for such readers.
 */
export async function openAtOnce({ kind, path, problem }: CommandInput): Promise<Source> {
  if (problem !== undefined) throw new ProtomdlError(problem.code, problem.message);
  return kind === 'stdin' ? openStandardInput() : openFile(path);
}
