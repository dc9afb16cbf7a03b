import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile, openForOnce } from '../../src/base/source/file.js';
import { failure, pattern } from './bytes.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'protomdl-source-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe('openFile', () => {
  it('reads a regular file at any offset, at once', async () => {
    const source = await openFile(write('plain', pattern(5000)));
    expect(source).toMatchObject({ size: 5000, randomAccess: true });
    expect(source.bytes).toBeUndefined();
    const target = new Uint8Array(100);
    for (const offset of [4000, 0, 4950, 17]) {
      const length = Math.min(100, 5000 - offset);
      expect(source.read(offset, target.fill(0))).toBe(length);
      expect(target.subarray(0, length)).toEqual(pattern(5000).subarray(offset, offset + length));
    }
    expect(source.read(5000, target)).toBe(0);
    expect(source.read(2 ** 50, target)).toBe(0);
    expect(source.read(0, new Uint8Array(0))).toBe(0);
    await source.close();
    await source.close();
    expect(await failure(() => source.read(0, target))).toMatchObject({ code: 'source-closed' });
  });

  it('reads an empty file', async () => {
    const source = await openFile(write('empty', new Uint8Array(0)));
    expect(source).toMatchObject({ size: 0, randomAccess: true });
    expect(source.read(0, new Uint8Array(5))).toBe(0);
    await source.close();
  });

  it('reads beyond 4 GiB, with memory that does not depend on the size', async () => {
    const path = join(folder, 'sparse');
    execFileSync('truncate', ['-s', '5G', path]);
    const fd = openSync(path, 'r+');
    writeSync(fd, pattern(100), 0, 100, 5 * 2 ** 30 - 100);
    closeSync(fd);
    const before = process.memoryUsage().rss;
    const source = await openFile(path);
    expect(source.size).toBe(5 * 2 ** 30);
    const target = new Uint8Array(150);
    expect(source.read(5 * 2 ** 30 - 120, target)).toBe(120);
    expect(target.subarray(0, 20)).toEqual(new Uint8Array(20));
    expect(target.subarray(20, 120)).toEqual(pattern(100));
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 2 ** 20);
    await source.close();
    rmSync(path);
  });

  it('reports a file that becomes shorter, at any offset', async () => {
    const path = write('shrinking', pattern(5000));
    const source = await openFile(path);
    truncateSync(path, 1000);
    expect(source.read(0, new Uint8Array(1000))).toBe(1000);
    expect(await failure(() => source.read(990, new Uint8Array(20)))).toMatchObject({
      code: 'source-changed',
      offset: 1000,
      message: `${path}: became shorter while it was read: 5000 bytes when opened, now 1000`,
    });
    expect(await failure(() => source.read(4000, new Uint8Array(1)))).toMatchObject({
      code: 'source-changed',
    });
    expect(source.size).toBe(5000);
    await source.close();
  });

  it('reads the original part of a file that grows', async () => {
    const path = write('growing', pattern(10));
    const source = await openFile(path);
    writeFileSync(path, pattern(20));
    expect(source.read(0, new Uint8Array(20))).toBe(10);
    await source.close();
  });

  it.each([
    ['missing', 'nothing-here', 'source-not-found'],
    ['below a file', 'plain/x', 'source-not-found'],
    ['a directory', '.', 'source-is-directory'],
    ['a name with a NUL', 'a\0b', 'source-unreadable'],
    ['a name that is too long', 'x'.repeat(5000), 'source-unreadable'],
  ])('%s', async (_what, name, code) => {
    write('plain', pattern(1));
    const path = join(folder, name);
    const error = await failure(() => openFile(path));
    expect(error).toMatchObject({ name: 'ProtomdlError', code });
    expect((error as Error).message.startsWith(`${path}: `)).toBe(true);
  });

  it('a loop of links', async () => {
    const path = join(folder, 'loop');
    execFileSync('ln', ['-s', 'loop', path]);
    expect(await failure(() => openFile(path))).toMatchObject({ code: 'source-unreadable' });
  });

  it('no permission', async () => {
    const path = write('secret', pattern(1));
    chmodSync(path, 0);
    // If root runs the tests, this test changes to another user, who must be able to enter the folder.
    chmodSync(folder, 0o755);
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65534);
    try {
      expect(await failure(() => openFile(path))).toMatchObject({ code: 'source-no-permission' });
    } finally {
      if (root) process.seteuid?.(0);
    }
  });
});

describe('files other than regular ones', () => {
  it('a FIFO is a stream', async () => {
    const path = join(folder, 'fifo');
    execFileSync('mkfifo', [path]);
    const source = await openFile(path);
    expect(source).toMatchObject({ size: undefined, randomAccess: false });
    const writer = createWriteStream(path);
    writer.end(pattern(1_000_000));
    const target = new Uint8Array(1000);
    expect(await source.read(700_000, target)).toBe(1000);
    expect(target).toEqual(pattern(1_000_000).subarray(700_000, 701_000));
    expect(await source.read(2_000_000, target)).toBe(0);
    expect(source.size).toBe(1_000_000);
    await finished(writer);
    await source.close();
  });

  it('a device is a stream', async () => {
    const source = await openFile('/dev/zero');
    expect(source.randomAccess).toBe(false);
    const target = new Uint8Array(5).fill(1);
    expect(await source.read(1_000_000, target)).toBe(5);
    expect(target).toEqual(new Uint8Array(5));
    await source.close();
    const nothing = await openFile('/dev/null');
    expect(await nothing.read(0, target)).toBe(0);
    expect(nothing.size).toBe(0);
    await nothing.close();
  });

  it.skipIf(process.platform !== 'linux')('a file that the kernel makes up is a stream', async () => {
    const source = await openFile('/proc/self/status');
    const target = new Uint8Array(5);
    expect(await source.read(0, target)).toBe(5);
    expect(new TextDecoder().decode(target)).toBe('Name:');
    await source.close();
  });

  it.skipIf(process.platform !== 'linux')('a file that cannot be opened as a source is closed', async () => {
    const fifo = join(folder, 'replaced');
    execFileSync('mkfifo', [fifo]);
    const code = 'source-changed';
    expect(await failure(() => openForOnce(fifo, true))).toMatchObject({ code });
    const targets = readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return 'closed meanwhile';
      }
    });
    expect(targets).not.toContain(fifo);
  });

  it('a folder whose files cannot be read is an error', async () => {
    mkdirSync(join(folder, 'sub'));
    expect(await failure(() => openFile(join(folder, 'sub')))).toMatchObject({ code: 'source-is-directory' });
  });
});
