import { afterEach, expect, it, vi } from 'vitest';
import { measureFile } from '../../src/tools/measure/measure-file.js';
import { specimen } from '../text/specimens.js';

afterEach(() => void vi.restoreAllMocks());

/** Makes the clock go on by a time in each call; `share` is by how much a round is faster than the one before. */
function clock(ms: number, share = 0): () => number {
  let now = 0;
  let calls = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    // A round before the counted ones asks eight times.
    now += ms * (1 - share) ** Math.floor(calls++ / 8);
    return now;
  });
  return () => calls;
}

it.each([
  // A round of 7 steps: at least three rounds, and at least 300 ms.
  [20, 0, 3],
  [10, 0, 5],
  // Rounds that become 1 % faster do not count as faster, and rounds that become 10 % faster do, for up to 2 s.
  [30, 0.01, 3],
  [500 / 7, 0.1, 5],
  [1000 / 7, 0.1, 3],
])('steps of %f ms, each round faster by %f: %i rounds are not counted', async (ms, share, warm) => {
  const calls = clock(ms, share);
  let runs = 0;
  const { measurements, failed } = await measureFile(specimen('valid/two-contexts.mdl'), {
    runs: 4,
    onRun: () => void runs++,
  });
  expect(runs).toBe(4);
  // A counted round asks seven times.
  expect(calls()).toBe(8 * warm + 7 * 4);
  expect(failed).toEqual([]);
  expect(measurements.map(({ work, milliseconds }) => [work, milliseconds.count])).toEqual([
    ['scan', 4],
    ['validate', 4],
    ['walk', 4],
  ]);
});

it('speed follows from the size and the median', async () => {
  clock(20);
  const bytes = specimen('valid/two-contexts.mdl');
  const { measurements, messages, ...rest } = await measureFile(bytes, { runs: 1 });
  expect(rest).toEqual({ bytes: bytes.length, failed: [] });
  for (const { milliseconds, megabytesPerSecond, nanosecondsPerMessage } of measurements) {
    expect(milliseconds).toEqual({ median: 20, quartiles: [20, 20], best: 20, count: 1 });
    expect(megabytesPerSecond).toBeCloseTo(bytes.length / 1e6 / 0.02, 9);
    expect(nanosecondsPerMessage).toBeCloseTo(2e7 / messages, 3);
  }
});

it('work that fails is named once, and not measured', async () => {
  clock(20);
  const { measurements, failed } = await measureFile(Uint8Array.of(0x12, 0x05, 0x1a), { runs: 2 });
  expect(failed.map(({ work }) => work)).toEqual(['walk']);
  expect(measurements.map(({ work }) => work)).toEqual(['scan', 'validate']);
});
