/** Files beside the inputs are read up to a limit, whatever size the system reports for them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSideFile } from '../../src/cli/side-file.js';
import { withFiles } from './temporary.js';

/** Linux reports 0 bytes for this file, and it has thousands. */
const UNSIZED = '/proc/cpuinfo';

it('accepts a file of the allowed size, and refuses one with one byte more', () => {
  const path = join(withFiles({ a: 'x'.repeat(100_000) }), 'a');
  expect(readSideFile(path, 100_000)).toHaveLength(100_000);
  expect(() => readSideFile(path, 99_999)).toThrow(expect.objectContaining({ code: 'source-too-large' }));
});

it.skipIf(!existsSync(UNSIZED))('limits the bytes read from a file without a known size', () => {
  const { length } = readSideFile(UNSIZED, 1 << 20);
  expect(length).toBeGreaterThan(100);
  expect(() => readSideFile(UNSIZED, 50)).toThrow(expect.objectContaining({ code: 'source-too-large' }));
});

it('refuses a folder and a device', () => {
  expect(() => readSideFile('/', 100)).toThrow(expect.objectContaining({ code: 'source-is-directory' }));
  expect(() => readSideFile('/dev/zero', 100)).toThrow(
    expect.objectContaining({ code: 'source-unreadable' }),
  );
});
