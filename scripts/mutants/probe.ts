/**
 * This module is appended to the setup file of the tests in the copy with faults; it counts the runs of each
 * place in each test. A place that runs far more often than without a fault counts as an endless loop.
 */
import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach } from 'vitest';

interface Probe {
  protomdlRan?: number[];
  protomdlPlace?: (id: number) => void;
  protomdlFailed?: boolean;
}

const probe = globalThis as Probe;
// An array without holes is faster, and probes are in the innermost loops.
probe.protomdlRan ??= new Array<number>(512).fill(0);
const ran = probe.protomdlRan;
/** The place of the fault, and the number of times that it may run; without a fault, neither. */
const [fault = -1, most = 0] = (process.env.PROTOMDL_MUTANT_LIMIT || '-1').split(' ').map(Number);
probe.protomdlPlace ??= (id) => {
  const times = (ran[id] ?? 0) + 1;
  ran[id] = times;
  if (id === fault && times > most) throw new Error('a loop that does not end');
};
const counted = () => [...ran.entries()].filter(([, times]) => times > 0);

beforeEach(({ task, skip }) => {
  // After one failure, further tests are skipped. Vitest's own way to stop could end the next run, if this
  // run ends first.
  if (probe.protomdlFailed === true) skip();
  Object.assign(task.meta, { outside: counted().map(([id]) => id) });
  ran.fill(0);
});

afterEach(({ task }) => {
  Object.assign(task.meta, { ran: counted() });
  if (fault >= 0 && task.result?.state === 'fail') probe.protomdlFailed = true;
  ran.fill(0);
});

// Hooks of the setup file run after those of the tests, so all places have run by then.
afterAll(() => {
  const { PROTOMDL_PLACES: path } = process.env;
  if (path !== undefined)
    appendFileSync(
      path,
      counted()
        .map(([id]) => `${id}\n`)
        .join(''),
    );
  ran.fill(0);
});
