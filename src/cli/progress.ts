import type { SingleBar } from 'cli-progress';
import type { Host } from './host.js';

/** Work below this time needs no progress bar. */
const SHORT_MS = 1000;

/** A progress bar on standard error, shown once the work takes long. */
interface Progress {
  advance(): Promise<void>;
  stop(): void;
}

const NONE: Progress = { advance: async () => {}, stop: () => {} };

/** @param shown true if the bar can be shown: on a terminal that does not show the report */
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
          // Estimated from the last thousand files, not the last ten: ten files may all be small, or all
          // large.
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

/** Minimum time between changes of the line: a reader cannot follow faster changes. */
const EVERY_MS = 200;
const ERASE = '\r\x1b[K';

/** A progress line on standard error that is overwritten, if that is a terminal. */
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
