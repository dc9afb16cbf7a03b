/** Pipes that are read through one buffer. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFile } from '../../src/base/source/file.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-pipe-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;

/** A FIFO to which a script of Node writes; `out` is its stream. */
function written(script: string): string {
  const path = join(folder, `fifo-${count++}`);
  execFileSync('mkfifo', [path]);
  const code = `const out = require('node:fs').createWriteStream(process.argv[1]); ${script}`;
  children.push(spawn(process.execPath, ['-e', code, path], { stdio: 'ignore' }));
  return path;
}

describe('a FIFO', () => {
  it('returns the written bytes, in pieces of any size, and drops bytes that are skipped', async () => {
    const sizes = [1, 100, 65_536, 7, 200_000, 64];
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const script = `
      const bytes = Uint8Array.from({ length: ${total} }, (_, i) => (i * 7 + (i >>> 8)) & 0xff);
      (async () => {
        let at = 0;
        for (const size of ${JSON.stringify(sizes)}) {
          await new Promise((done) => out.write(bytes.subarray(at, (at += size)), done));
          await new Promise((done) => setTimeout(done, 5));
        }
        out.end();
      })();`;
    const source = await openFile(written(script));
    const wanted = Uint8Array.from({ length: total }, (_, i) => (i * 7 + (i >>> 8)) & 0xff);
    const target = new Uint8Array(total);
    let at = 0;
    for (const length of [3, 60_000, 10_000, 1, 150_000]) {
      expect(await source.read(at, target.subarray(0, length))).toBe(length);
      expect(Buffer.compare(target.subarray(0, length), wanted.subarray(at, at + length)), `at ${at}`).toBe(
        0,
      );
      at += length + 11;
    }
    expect(await source.read(at, target)).toBe(total - at);
    expect(Buffer.compare(target.subarray(0, total - at), wanted.subarray(at))).toBe(0);
    expect(source.size).toBe(total);
    expect(await source.read(total, target)).toBe(0);
    await source.close();
  });

  it('uses a fixed amount of memory, however many bytes there are', async () => {
    const size = 256 << 20;
    const script = `
      const block = new Uint8Array(1 << 20);
      (async () => {
        for (let i = 0; i < 256; i++) await new Promise((done) => out.write(block, done));
        out.end();
      })();`;
    const source = await openFile(written(script));
    const target = new Uint8Array(4096);
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    for (let at = 0; at < size; at += 1 << 20) {
      expect(await source.read(at, target)).toBe(target.length);
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    expect(await source.read(Number.MAX_SAFE_INTEGER, target)).toBe(0);
    expect(source.size).toBe(size);
    expect(peak).toBeLessThan(1 << 20);
    await source.close();
  });

  it('can be closed during a read, and before the first read', async () => {
    const silent = 'setTimeout(() => {}, 60_000);';
    const source = await openFile(written(silent));
    const pending = Promise.resolve(source.read(0, new Uint8Array(1))).then(
      () => 'read',
      ({ code }) => code,
    );
    await source.close();
    expect(await pending).toBe('source-closed');
    await (await openFile(written(silent))).close();
  });

  it('returns bytes that were written before the first read', async () => {
    const source = await openFile(written(`out.end(Uint8Array.from([1, 2, 3]));`));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const target = new Uint8Array(10);
    expect(await source.read(0, target)).toBe(3);
    expect([...target.subarray(0, 3)]).toEqual([1, 2, 3]);
    expect(source.size).toBe(3);
    await source.close();
  });
});
