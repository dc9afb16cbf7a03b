import { readdirSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';
import { temporaryDirectory } from './temporary.js';

/** Free bytes on the disk before anything is written. */
let free = Number.POSITIVE_INFINITY;
let taken = 0;

vi.mock(import('node:fs'), async (original) => {
  const fs = await original();
  return {
    ...fs,
    statfsSync: ((path: string) => ({
      ...fs.statfsSync(path),
      bsize: 1,
      bavail: free - taken,
    })) as typeof fs.statfsSync,
    writeSync: ((...args: Parameters<typeof fs.writeSync>) => {
      const written = fs.writeSync(...args);
      taken += written;
      return written;
    }) as typeof fs.writeSync,
  };
});
afterEach(() => void vi.unstubAllEnvs());

it('a pipe takes at most half of the free space on the disk', async () => {
  const place = temporaryDirectory();
  vi.stubEnv('TMPDIR', place);
  free = 100 * 2 ** 20;
  const host = capturedHost();
  expect(await run(['hash', '/dev/zero', '--from', 'bare'], host)).toBe(3);
  expect(host.err()).toMatch(
    /^protomdl: \/dev\/zero: error: more than \d+ bytes, half of the free space of /,
  );
  expect(host.err()).toContain(place);
  expect(taken).toBeGreaterThan(free / 4);
  expect(taken).toBeLessThanOrEqual(free / 2 + 16 * 2 ** 20);
  expect(readdirSync(place)).toEqual([]);
});
