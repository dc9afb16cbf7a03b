import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { reading } from '../base/source/source.js';
import { openOutline } from '../read/outline/open.js';
import type { ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import { type CommandInput, openAtOnce } from './input.js';

/**
 * Size in bytes above which a second process does the work, because larger inputs can take longer than a
 * signal may wait. For smaller inputs, starting a second process takes more time (45 ms) than it saves.
 */
const GUARDED_FROM = 2 * 1024 * 1024;

/**
 * Size in bytes above which a second process also does work that skips blobs, or that compares blobs at
 * memory speed.
 */
const ALWAYS_GUARDED_FROM = 64 * 1024 * 1024;

/**
 * Runs work that computes for seconds without handling signals. A second process does the work, with the same
 * command line, while the first process waits for its end or for a signal.
 * @param outputs files that the work writes. Unfinished copies by a killed process are removed
 */
export async function guarded(
  host: Host,
  outputs: readonly (string | undefined)[],
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (host.rerun === undefined) return work();
  const { watch } = await import('./watch.js');
  return watch(host, host.rerun, outputs);
}

/**
 * Like `guarded`, but only for large inputs. Work on small inputs ends before a second process would have
 * started.
 */
export function guardedIfLong(
  inputs: readonly CommandInput[],
  host: Host,
  outputs: readonly (string | undefined)[],
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  return inputs.some(({ size }) => size >= GUARDED_FROM) ? guarded(host, outputs, work) : work();
}

/** Like `guardedIfLong`, for work whose time depends on the structure of its inputs, and hardly on blobs. */
export async function guardedIfDense(
  inputs: readonly CommandInput[],
  framing: FramingMode,
  host: Host,
  outputs: readonly (string | undefined)[],
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (host.rerun === undefined) return work();
  for (const input of inputs) {
    if (input.size >= GUARDED_FROM && (await isDense(input, framing))) return guarded(host, outputs, work);
  }
  return work();
}

/** True unless the structure of the file is small. */
async function isDense(input: CommandInput, framing: FramingMode): Promise<boolean> {
  if (input.size >= ALWAYS_GUARDED_FROM) return true;
  try {
    await reading(openAtOnce(input), (source) =>
      openOutline(source, { framing, maxSkeletonBytes: GUARDED_FROM }),
    );
    return false;
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return true;
  }
}
