const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

let isHeard = false;

/**
 * Installs signal handlers for a command that runs until a signal. A signal before or after `hearing` ends
 * the process immediately, because no work is in progress then.
 */
export function endOnSignals(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!isHeard) process.exit(process.exitCode ?? 0);
    });
  }
}

/** Runs `work`. Until `work` ends, signals do not end the process: the command handles them. */
export async function hearing<T>(work: () => Promise<T>): Promise<T> {
  isHeard = true;
  try {
    return await work();
  } finally {
    isHeard = false;
  }
}
