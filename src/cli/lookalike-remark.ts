import { closeSync, openSync, readSync } from 'node:fs';
import { LOOKALIKE_BYTES } from '../base/container/detect.js';
import { type LookalikeOptions, lookalike } from '../base/container/lookalike.js';
import { problemText } from '../show/report/problem.js';
import { complain } from './complain.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';

/**
 * Prints the format of inputs that are not models, for commands that accept any bytes. For example, Git LFS
 * pointers are poor seeds. Inputs that are unreadable, or that can be read only once, are skipped.
 */
export async function remarkLookalikes(
  inputs: readonly CommandInput[],
  host: Host,
  options?: LookalikeOptions,
): Promise<void> {
  for (const input of inputs) {
    const kind = lookalikeOf(input, options);
    if (kind === undefined) continue;
    const message = `this is ${kind}`;
    await complain(
      host,
      problemText({ file: input.path, severity: 'warning', code: 'frame-bad-magic', message, offset: 0 }),
    );
  }
}

/** Returns the format of a file that is not a model, from the first bytes of the file. */
export function lookalikeOf({ kind, path }: CommandInput, options?: LookalikeOptions): string | undefined {
  if (kind !== 'file') return undefined;
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const prefix = new Uint8Array(LOOKALIKE_BYTES);
    return lookalike(prefix.subarray(0, readSync(file, prefix)), options);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
