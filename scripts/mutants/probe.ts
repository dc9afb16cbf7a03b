/**
 * Appended to what each test file begins with, in the copy where faults are tried: counts which places run, and for which
 * test. A place that runs far more often than it does without a fault is a loop that does not end.
 */
import { afterEach, beforeEach } from 'vitest';

interface Probe {
  protomdlRan?: number[];
  protomdlPlace?: (id: number) => void;
  protomdlFailed?: boolean;
}

const probe = globalThis as Probe;
// An array without holes: probes stand in the innermost loops.
probe.protomdlRan ??= new Array<number>(512).fill(0);
const ran = probe.protomdlRan;
const limit = Number(process.env.PROTOMDL_MUTANT_LIMIT ?? Number.POSITIVE_INFINITY);
probe.protomdlPlace ??= (id) => {
  const times = (ran[id] ?? 0) + 1;
  ran[id] = times;
  if (times > limit) throw new Error('a loop that does not end');
};
const counted = () => [...ran.entries()].filter(([, times]) => times > 0);

beforeEach(({ task, skip }) => {
  // One failure is enough. Vitest's own way to stop can end the next run instead, where this one was over first.
  if (probe.protomdlFailed === true) skip();
  Object.assign(task.meta, { outside: counted().map(([id]) => id) });
  ran.fill(0);
});

afterEach(({ task }) => {
  Object.assign(task.meta, { ran: counted() });
  if (Number.isFinite(limit) && task.result?.state === 'fail') probe.protomdlFailed = true;
  ran.fill(0);
});
