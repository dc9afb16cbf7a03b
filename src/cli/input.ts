import { accessSync, constants } from 'node:fs';

/** One thing to read, in the order of the report. */
export interface Input {
  /** What the report calls it; `-` is standard input. */
  readonly path: string;
  /**
   * `file`: a regular file. `stream`: a FIFO or device, read once, by this process. `stdin`: standard input.
   * `other`: whatever cannot be opened; reading it says why.
   */
  readonly kind: 'file' | 'stream' | 'stdin' | 'other';
  /** Bytes of a regular file when it was found; 0 for the others. */
  readonly size: number;
  /** Why it cannot be read, where that is known already (a directory that cannot be listed). */
  readonly problem?: { readonly code: string; readonly message: string };
}

export const STANDARD_INPUT: Input = { path: '-', kind: 'stdin', size: 0 };

/** True where an input can be opened, as far as that is known without opening it. */
export function isThere({ kind, path }: Input): boolean {
  if (kind !== 'file') return kind !== 'other';
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
