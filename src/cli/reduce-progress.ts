import type { Progress, Reduction } from '../attack/reduce/reduce.js';
import type { Host } from './host.js';

/** A line that is written over more often than that is not read. */
const EVERY_MS = 200;

/** What a person sees of a reduction. */
export interface ReduceProgress {
  /** A line that is written over, where standard error is a terminal. */
  show(progress: Progress): void;
  clear(): Promise<void>;
  /** One line of what came out. */
  end(reduction: Reduction, ms: number): Promise<void>;
}

export function reduceProgress(inputSize: number, host: Host, isQuiet: boolean): ReduceProgress {
  const started = performance.now();
  let last = started;
  let isShown = false;
  const write = (text: string): Promise<void> => host.stderr.write(text).catch(() => {});
  return {
    show({ size, checks, pass }) {
      const now = performance.now();
      if (isQuiet || !host.stderr.isTerminal || now - last < EVERY_MS) return;
      last = now;
      isShown = true;
      const rate = Math.round((1000 * checks) / (now - started));
      void write(`\r\x1b[K${grouped(size)} bytes, ${grouped(checks)} checks, ${rate}/s, ${pass}`);
    },
    async clear() {
      if (isShown) await write('\r\x1b[K');
      isShown = false;
    },
    async end({ bytes, checks, cached, stopped }, ms) {
      await this.clear();
      if (isQuiet) return;
      const known = cached > 0 ? `, ${grouped(cached)} verdicts known` : '';
      const early = stopped === undefined ? '' : '; stopped early';
      const seconds = (ms / 1000).toFixed(1);
      await write(
        `reduced ${grouped(inputSize)} bytes to ${grouped(bytes.length)} ` +
          `(${grouped(checks)} checks${known}, ${seconds} s${early})\n`,
      );
    },
  };
}

function grouped(value: number): string {
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}
