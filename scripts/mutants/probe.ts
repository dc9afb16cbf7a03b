/**
 * This module is appended to the setup file of the tests in the copy with faults; it counts the runs of each
 * place in each test. A place that runs far more often than without a fault counts as an endless loop.
 */
import { afterEach, beforeEach } from 'vitest';

interface Probe {
  protomdlRan?: number[];
  protomdlPlace?: (id: number) => void;
  protomdlFailed?: boolean;
}

const probe = globalThis as Probe;
// An array without holes: probes are in the innermost loops.
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
  // One failure is enough. Vitest's own stop can end the next run instead, if this run has ended first.
  if (probe.protomdlFailed === true) skip();
  Object.assign(task.meta, { outside: counted().map(([id]) => id) });
  ran.fill(0);
});

afterEach(({ task }) => {
  Object.assign(task.meta, { ran: counted() });
  if (Number.isFinite(limit) && task.result?.state === 'fail') probe.protomdlFailed = true;
  ran.fill(0);
});
