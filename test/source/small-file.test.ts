import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFile, openForOnce } from '../../src/base/source/file.js';
import { pattern } from './bytes.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe('a file that is opened for one reading', () => {
  it('is in memory up to 256 KiB', async () => {
    const path = write('small', pattern(256 * 1024));
    const source = await openForOnce(path, true);
    // The file was read when it was opened, so later changes have no effect.
    truncateSync(path, 5);
    expect(source).toMatchObject({ size: 256 * 1024, randomAccess: true });
    expect(source.bytes).toEqual(pattern(256 * 1024));
    const part = new Uint8Array(10);
    expect(source.read(256 * 1024 - 4, part)).toBe(4);
    expect(part.subarray(0, 4)).toEqual(pattern(256 * 1024).subarray(-4));
    expect(source.read(256 * 1024, part)).toBe(0);
    await source.close();
    expect(() => source.read(0, part)).toThrow('closed');
  });

  it('is read by offset if it is larger, or if it is opened in the usual way', async () => {
    const path = write('large', pattern(256 * 1024 + 1));
    for (const source of [await openForOnce(path, false), await openFile(write('usual', pattern(9)))]) {
      expect(source.bytes).toBeUndefined();
      await source.close();
    }
  });

  it('has its own memory, even if another file is open', async () => {
    const [one, other] = [write('one', pattern(100)), write('other', new Uint8Array(100).fill(7))];
    const first = await openForOnce(one, true);
    const second = await openForOnce(other, true);
    expect(first.bytes).toEqual(pattern(100));
    expect(second.bytes).toEqual(new Uint8Array(100).fill(7));
    await first.close();
    await first.close();
    const third = await openForOnce(other, true);
    const fourth = await openForOnce(one, true);
    expect(third.bytes).toEqual(second.bytes);
    expect(fourth.bytes).toEqual(pattern(100));
    for (const source of [second, third, fourth]) await source.close();
  });

  it('leaves memory for four later files when it is closed', async () => {
    const paths = Array.from({ length: 6 }, (_, index) => write(`s${index}`, pattern(10)));
    const openAll = () => Promise.all(paths.map((path) => openForOnce(path, true)));
    const memories: (ArrayBufferLike | undefined)[] = [];
    for (const source of await openAll()) {
      memories.push(source.bytes?.buffer);
      await source.close();
    }
    const later = await openAll();
    expect(later.filter(({ bytes }) => memories.includes(bytes?.buffer))).toHaveLength(4);
    for (const source of later) await source.close();
  });
});
