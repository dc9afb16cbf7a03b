import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ShardPool } from '../../src/check/validate/shard-pool.js';
import type { CommandInput } from '../../src/cli/input.js';
import { outcomesOf, workersFor } from '../../src/cli/validate-inputs.js';
import { capturedHost } from './captured-host.js';
import { withFiles } from './temporary.js';

const files = (count: number, size: number, kind: CommandInput['kind'] = 'file'): CommandInput[] =>
  Array.from({ length: count }, (_, index) => ({ path: `${index}`, kind, size }));

it('no workers are started if they would take longer than they save', () => {
  expect(workersFor(files(1, 1e12), true, 8)).toBe(0);
  expect(workersFor(files(100, 1e5), true, 8)).toBe(0);
  // Without checksums blobs are not read, so the size of files does not matter.
  expect(workersFor(files(10, 1e9), false, 8)).toBe(0);
  expect(workersFor(files(1000, 1e9, 'stream'), true, 8)).toBe(0);
  expect(workersFor(files(1000, 1e9), true, 1)).toBe(0);
});

it('the number of workers is limited by the work, the files and the setting, and includes this thread', () => {
  expect(workersFor(files(1000, 1e3), true, 2)).toBe(1);
  expect(workersFor(files(10_000, 1e3), false, 8)).toBe(7);
  expect(workersFor(files(3, 1e9), true, 8)).toBe(2);
  expect(workersFor(files(1000, 1e9), true, 4)).toBe(3);
});

it('V8 optimises sooner only if each thread has thousands of files', async () => {
  const optimised = async (count: number) => {
    let asked = 0;
    const host = capturedHost({ optimizeSooner: () => asked++ });
    const inputs = files(count, 0).map((file) => ({
      ...file,
      problem: { code: 'source-unreadable', message: '' },
    }));
    for await (const _ of outcomesOf(inputs as CommandInput[], {}, 1, host));
    return asked;
  };
  expect(await optimised(2999)).toBe(0);
  expect(await optimised(3000)).toBe(1);
});

it.each<[kind: CommandInput['kind'], size: number, jobs: number, worker: string, isSharded: boolean]>([
  ['file', 2 ** 28, 2, 'worker.js', true],
  ['file', 2 ** 28 - 1, 2, 'worker.js', false],
  ['file', 2 ** 28, 1, 'worker.js', false],
  ['stream', 2 ** 28, 2, 'worker.js', false],
  ['file', 2 ** 28, 2, 'missing.js', false],
])(
  'a %s of %i bytes is validated by %i threads with %s in parallel: %s',
  async (kind, size, jobs, worker, isSharded) => {
    const stop = vi.spyOn(ShardPool.prototype, 'stop');
    try {
      const folder = withFiles({ 'worker.js': '', 'empty.mdl': '' });
      const host = capturedHost({ workerFile: join(folder, worker) });
      const inputs = [{ path: join(folder, 'empty.mdl'), kind, size } as CommandInput];
      const outcomes = [];
      for await (const outcome of outcomesOf(inputs, {}, jobs, host)) outcomes.push(outcome);
      expect(outcomes).toHaveLength(1);
      expect(stop).toHaveBeenCalledTimes(isSharded ? 1 : 0);
    } finally {
      stop.mockRestore();
    }
  },
);
