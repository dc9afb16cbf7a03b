/**
 * Commands in a small address space, of which V8 reserves a large part. They succeed, or report the lack of
 * memory.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from './temporary.js';

const CORPUS = fileURLToPath(new URL('../../corpus/valid', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));

describe('a small address space', () => {
  const limited = (kilobytes: number, ...args: readonly string[]) =>
    spawnSync('bash', ['-c', `ulimit -v ${kilobytes}; "$@"`, 'bash', process.execPath, COMMAND, ...args], {
      encoding: 'utf8',
    });

  // The kernel and xxh3 are WebAssembly, and V8 would reserve 10 GB of addresses for their memory, so
  // validation works without them.
  it.each([20_000_000, 2_700_000])('%d KB: files are validated, checksums included', (kilobytes) => {
    const { status, stdout, stderr } = limited(kilobytes, 'validate', CORPUS, '--format', 'json', '-j', '2');
    expect(status, stderr).toBe(0);
    const versions = new Set<number>();
    for (const { path, verdict, container } of JSON.parse(stdout).files) {
      expect([path, verdict]).toEqual([path, 'valid']);
      if (container.checksum === 'verified') versions.add(container.version);
    }
    expect([...versions].sort()).toEqual([0, 1, 2, 3]);
    const unchecked = limited(kilobytes, 'validate', CORPUS, '--no-checksum', '--format', 'json', '-j', '2');
    expect(unchecked.status, unchecked.stderr).toBe(0);
  });

  it.each([
    ['mutate', join(CORPUS, 'small-network.hef'), '-q'],
    ['dump', join(CORPUS, 'small-network.hef')],
    ['disasm', join(CORPUS, 'small-network.hef'), '--hash'],
    ['smith', '--seed', '1', '--framing', '3'],
    ['reduce', '--code', 'frame-length-mismatch', join(CORPUS, '../invalid/frame-length-mismatch.hef')],
  ])('commands that hash succeed, or report that they cannot: %s', (...args) => {
    const out = join(temporaryDirectory(), 'out');
    const { status, stderr } = limited(3_000_000, ...args, '-o', out);
    // Later versions of V8 reserve fewer addresses, so these commands succeed there.
    if (status === 0) expect(existsSync(out)).toBe(true);
    else expect([status, stderr]).toEqual([3, expect.stringContaining('address space')]);
  });
});
