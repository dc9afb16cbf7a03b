import type { SingleBar } from 'cli-progress';
import type { Host } from './host.js';

/** Milliseconds of work before a progress bar is shown. */
const SHORT_MS = 1000;

/** A progress bar on standard error, which is only shown if the work takes long. */
interface Progress {
  advance(): Promise<void>;
  stop(): void;
}

const NONE: Progress = { advance: async () => {}, stop: () => {} };

/** @param shown true if the bar may be shown: the terminal does not show the report */
export function progressOf(total: number, noun: string, shown: boolean, host: Host): Progress {
  if (!shown || !host.stderr.isTerminal || total < 2) return NONE;
  const started = Date.now();
  let bar: SingleBar | undefined;
  let done = 0;
  return {
    async advance() {
      done++;
      if (bar === undefined && Date.now() - started > SHORT_MS) {
        const { default: progress } = await import('cli-progress');
        bar = new progress.SingleBar({
          format: `{bar} {value}/{total} ${noun}, {eta_formatted} left`,
          stream: process.stderr,
          // The remaining time is estimated from the last thousand files instead of the last ten, because ten
          // files may all be small, or all large.
          etaBuffer: 1000,
          clearOnComplete: true,
          hideCursor: true,
        });
        bar.start(total, done);
      }
      bar?.update(done);
    },
    stop: () => bar?.stop(),
  };
}

/**
 * Minimum time in milliseconds between changes of the line, because a reader cannot follow faster changes.
 */
const EVERY_MS = 200;
const ERASE = '\r\x1b[K';

/** A progress line that is overwritten, on standard error if it is a terminal. */
export class StatusLine {
  #last: number;
  #isShown = false;

  /** @param isWanted true to show the line @param since time at which the first interval begins */
  constructor(
    private readonly host: Host,
    private readonly isWanted: boolean,
    since = Number.NEGATIVE_INFINITY,
  ) {
    this.#last = since;
  }

  /** @param text called only if the text is shown */
  show(text: () => string): void {
    const now = performance.now();
    if (!this.isWanted || !this.host.stderr.isTerminal || now - this.#last < EVERY_MS) return;
    this.#last = now;
    this.#isShown = true;
    void this.#write(ERASE + text());
  }

  async clear(): Promise<void> {
    if (this.#isShown) await this.#write(ERASE);
    this.#isShown = false;
  }

  #write(text: string): Promise<void> {
    return this.host.stderr.write(text).catch(() => {});
  }
}
