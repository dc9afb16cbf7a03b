import type { Host } from './host.js';

/** A line that is written over more often than that is not read. */
const EVERY_MS = 200;
const ERASE = '\r\x1b[K';

/** A line of standard error that is written over, where that is a terminal: how far something is. */
export class StatusLine {
  #last: number;
  #isShown = false;

  /** @param isWanted whether there is to be one @param since when the line was last of interest */
  constructor(
    private readonly host: Host,
    private readonly isWanted: boolean,
    since = Number.NEGATIVE_INFINITY,
  ) {
    this.#last = since;
  }

  /** @param text is made only where it is shown */
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
