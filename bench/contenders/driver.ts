/**
 * Answers the requests of the bench in a contender's process. Each contender has its own process, so that
 * contenders share no garbage and no compiled code, and native programs take turns like JavaScript. Native
 * contenders use the same protocol (native/driver.h).
 *
 * Lines in, lines out:
 *   load PATH   prepares the work on a file         → ok
 *   run         does the work once                  → nanoseconds, 1, counted number
 *   run MS      repeats the work for MS ms          → nanoseconds in total, number of calls, counted number
 *   memory      reports the peak memory             → bytes
 */
import { createInterface } from 'node:readline';
import { peakMemory } from './peak-memory.js';

export interface Work {
  /** Prepares the work on a file; not timed. */
  load(path: string): void | Promise<void>;
  /** Does the timed work. @returns a count of the work, to check that contenders do the same work */
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
  collectYoung();
  const started = process.hrtime.bigint();
  const counted = await work.run();
  const took = process.hrtime.bigint() - started;
  return `${took} 1 ${counted}`;
}

/**
 * Repeats short work. The clock is read after each call; reading it takes a hundredth of the time of the
 * shortest call.
 */
async function often(work: Work, milliseconds: number): Promise<string> {
  collectYoung();
  const wanted = milliseconds * 1e6;
  const started = process.hrtime();
  let took = 0;
  let times = 0;
  let counted = 0;
  do {
    const answer = work.run();
    counted = typeof answer === 'number' ? answer : await answer;
    times++;
    const [seconds, nanoseconds] = process.hrtime(started);
    took = seconds * 1e9 + nanoseconds;
  } while (took < wanted);
  return `${took} ${times} ${counted}`;
}

/**
 * Collects the young garbage of the previous turn, so that this turn does not. A full collection would also
 * discard V8's compiled code for kinds of objects that no longer exist, and no program requests a full
 * collection between two files.
 */
function collectYoung(): void {
  (globalThis.gc as ((options: { type: 'minor' }) => void) | undefined)?.({ type: 'minor' });
}
