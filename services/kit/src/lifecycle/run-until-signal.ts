import type { Logger } from '../log/index.js';

/** A step of the shut-down, which ends one part of the process. */
export interface StopStep {
  name: string;
  stop(): Promise<void>;
}

export interface RunOptions {
  /** Parts in the order in which they end: readiness, listener, held polls, jobs, database. */
  steps: StopStep[];
  log: Logger;
  /** Time for each step; if a step takes longer, the shut-down continues with the next step. */
  graceMs: number;
  /** Emitter of the signals, which tests replace; by default the process. */
  signals?: NodeJS.EventEmitter;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Exit codes if a second signal ends the process, by signal. A shell reports the same codes for a process that was
 * killed by the signal.
 */
const CODES = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Waits for SIGTERM or SIGINT, ends the parts in order, and returns the exit code: 0, or 4 when a part failed to end.
 * A second signal ends the process at once.
 */
export function runUntilSignal({ steps, log, graceMs, signals = process }: RunOptions): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false;
    const heard = (signal: keyof typeof CODES) => {
      if (isStopping) {
        log.warn({ signal }, 'ends at once');
        process.exit(CODES[signal]);
      }
      isStopping = true;
      log.info({ signal }, 'stops');
      stopInOrder(steps, log, graceMs).then((code) => {
        for (const name of SIGNALS) signals.removeListener(name, heard);
        resolve(code);
      });
    };
    for (const name of SIGNALS) signals.on(name, heard);
  });
}

/** Ends the parts one after the other, each within `graceMs`; returns 0, or 4 if a part failed to end. */
export async function stopInOrder(steps: readonly StopStep[], log: Logger, graceMs: number): Promise<number> {
  let code = 0;
  for (const { name, stop } of steps) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), graceMs);
    });
    try {
      const end = await Promise.race([stop(), late]);
      if (end === 'late') log.warn({ step: name, graceMs }, 'did not end in time');
    } catch (error) {
      log.error({ err: error, step: name }, 'failed to end');
      code = 4;
    } finally {
      clearTimeout(timer);
    }
  }
  return code;
}
