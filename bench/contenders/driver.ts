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
import { createInterface } from 'node:readline';
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
  collectYoung();
  const started = process.hrtime.bigint();
  const counted = await work.run();
  const took = process.hrtime.bigint() - started;
  return `${took} 1 ${counted}`;
}

/** Short work: the clock is read after each call, which takes a hundredth of the shortest. */
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
 * The young garbage of the turn before is not this one's. No full collection: V8 would also throw away what it compiled
 * for kinds of objects of which none is left, and no program asks for one between two files.
 */
function collectYoung(): void {
  (globalThis.gc as ((options: { type: 'minor' }) => void) | undefined)?.({ type: 'minor' });
}
