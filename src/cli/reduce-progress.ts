import type { Progress, Reduction } from '../attack/reduce/reduce.js';
import { grouped } from '../show/report/text.js';
import type { Host } from './host.js';
import { StatusLine } from './progress.js';

export class ReduceProgress {
  readonly #started = performance.now();
  readonly #line: StatusLine;

  constructor(
    private readonly inputSize: number,
    private readonly host: Host,
    private readonly isQuiet: boolean,
  ) {
    this.#line = new StatusLine(host, !isQuiet, this.#started);
  }

  readonly show = ({ size, checks, pass }: Progress): void => {
    this.#line.show(() => {
      const rate = Math.round((1000 * checks) / (performance.now() - this.#started));
      return `${grouped(size)} bytes, ${grouped(checks)} checks, ${rate}/s, ${pass}`;
    });
  };

  clear(): Promise<void> {
    return this.#line.clear();
  }

  /** Prints the result in one line. */
  async end({ bytes, checks, cached, stopped }: Reduction, ms: number): Promise<void> {
    await this.clear();
    if (this.isQuiet) return;
    const known = cached > 0 ? `, ${grouped(cached)} verdicts known` : '';
    const early = stopped === undefined ? '' : '; stopped early';
    const summary =
      `reduced ${grouped(this.inputSize)} bytes to ${grouped(bytes.length)} ` +
      `(${grouped(checks)} checks${known}, ${(ms / 1000).toFixed(1)} s${early})\n`;
    await this.host.stderr.write(summary).catch(() => {});
  }
}
