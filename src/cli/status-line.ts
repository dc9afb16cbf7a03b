import type { Host } from './host.js';

/** A reader cannot follow a line that changes more often. */
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
