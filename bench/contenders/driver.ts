/**
 * The side of a contender that answers: one process per contender, so that one's garbage and compiled code
 * are not another's, and so that native programs and JavaScript take turns alike. The native ones speak the
 * same language (native/driver.h).
 *
 * Lines in, lines out:
 *   load PATH   gets ready for a file                → ok
 *   run         does the work once                   → nanoseconds, 1, what it counted
 *   run MS      does it over and over for that long  → nanoseconds in all, how many times, what it counted
 *   memory      most memory the process ever had     → bytes
 */
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type BenchmarkClass from 'benchmark';
import { peakMemory } from './peak-memory.js';

export interface Work {
  /** Gets ready; not timed. */
  load(path: string): void | Promise<void>;
  /** The work that is timed. @returns what it counted, to see that contenders did the same */
  run(): number | Promise<number>;
}

export function answerFor(work: Work): void {
  const lines = createInterface({ input: process.stdin });
  let last = Promise.resolve();
  lines.on('line', (line) => {
    last = last
      .then(() => answer(work, line))
      .then((text) => {
        process.stdout.write(`${text}\n`);
      })
      .catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      });
  });
}

async function answer(work: Work, line: string): Promise<string> {
  const [, command, argument] = /^(\w+) ?(.*)$/.exec(line) ?? [];
  switch (command) {
    case 'load':
      await work.load(argument!);
      return 'ok';
    case 'run':
      return argument === '' ? once(work) : often(work, Number(argument));
    case 'memory':
      return String(peakMemory());
    default:
      throw new Error(`unknown request: ${line}`);
  }
}

async function once(work: Work): Promise<string> {
  // The young garbage of the turn before is not this one's. No full collection: V8 would also throw away what
  // it compiled for kinds of objects of which none is left, and no program asks for one between two files.
  (globalThis.gc as ((options: { type: 'minor' }) => void) | undefined)?.({ type: 'minor' });
  const started = process.hrtime.bigint();
  const counted = await work.run();
  const took = process.hrtime.bigint() - started;
  return `${took} 1 ${counted}`;
}

/** Short work: how often it has to be done until the clock's grain does not matter is Benchmark's to find. */
async function often(work: Work, milliseconds: number): Promise<string> {
  // Not at the top: loading it would be part of a process's first call.
  const Benchmark = createRequire(import.meta.url)('benchmark') as typeof BenchmarkClass;
  let counted = 0;
  const benchmark = new Benchmark('work', {
    defer: true,
    maxTime: milliseconds / 1000,
    minSamples: 1,
    fn: (deferred: { resolve(): void }) => {
      void Promise.resolve(work.run()).then((count) => {
        counted = count;
        deferred.resolve();
      });
    },
  });
  await new Promise<void>((resolve) => {
    benchmark.on('complete', () => resolve());
    benchmark.run({ async: true });
  });
  if (benchmark.error !== undefined) throw benchmark.error;
  const { mean, sample } = benchmark.stats;
  const times = sample.length * benchmark.count;
  return `${Math.round(mean * 1e9 * times)} ${times} ${counted}`;
}
