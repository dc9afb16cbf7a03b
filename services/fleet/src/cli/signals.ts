const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

let isHeard = false;

/**
 * For commands that run until a signal. A signal before or after `hearing` ends the process at once, because
 * no work is in progress.
 */
export function endOnSignals(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!isHeard) process.exit(process.exitCode ?? 0);
    });
  }
}

/** Runs `work`, during which the command handles signals itself. */
export async function hearing<T>(work: () => Promise<T>): Promise<T> {
  isHeard = true;
  try {
    return await work();
  } finally {
    isHeard = false;
  }
}
