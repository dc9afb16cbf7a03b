const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

let isHeard = false;

/**
 * For commands that run until a signal: one that comes while they begin, or when they have ended all but their
 * connections, ends the process as well as any other, since nothing is at hand.
 */
export function endOnSignals(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!isHeard) process.exit(process.exitCode ?? 0);
    });
  }
}

/** While `work` goes on, it hears signals itself. */
export async function hearing<T>(work: () => Promise<T>): Promise<T> {
  isHeard = true;
  try {
    return await work();
  } finally {
    isHeard = false;
  }
}
