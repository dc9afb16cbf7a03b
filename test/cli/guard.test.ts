/**
 * The command works on a file in a second process only if the file's structure is large; blobs do not count.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guardedIfDense, guardedIfLong } from '../../src/cli/guard.js';
import { capturedHost } from './captured-host.js';
import { withFiles } from './temporary.js';

const SIZE = 3 * 1024 * 1024;

/** A message that is one blob: field 3, `mapping`. */
function blob(): Uint8Array {
  const bytes = new Uint8Array(5 + SIZE);
  bytes.set([0x1a, 0x80, 0x80, 0xc0, 0x01]);
  return bytes;
}

/** A message of many extensions: field 5 with `type_index` 1. */
function dense(): Uint8Array {
  return new Uint8Array(SIZE).map((_, at) => [0x2a, 0x02, 0x08, 0x01][at % 4] as number);
}

it.each([
  ['blob.mdl', 'here', blob()],
  ['dense.mdl', 'there', dense()],
  // Noise: neither its structure nor the end of its message is known, so it counts as large.
  ['other.hef', 'there', new Uint8Array(SIZE).fill(0xff)],
])('works on %s %s', async (name, place, bytes) => {
  const path = join(withFiles({ [name]: bytes }), name);
  // The second process is replaced by `node -e 'process.exit(3)'`.
  const host = capturedHost({ rerun: [process.execPath, '-e', 'process.exit(3)'] });
  const inputs = [{ path, kind: 'file' as const, size: bytes.length }];
  const framing = name.endsWith('.hef') ? 'framed' : 'bare';
  const code = await guardedIfDense(inputs, framing, host, [], async () => 0);
  expect(code).toBe(place === 'here' ? 0 : 3);
});

const MIB = 2 ** 20;

it.each([
  // The sizes are those that the inputs state; the files are small.
  ['guardedIfLong', 2 * MIB - 1, 'here'],
  ['guardedIfLong', 2 * MIB, 'there'],
  ['guardedIfDense', 2 * MIB, 'here'],
  ['guardedIfDense', 64 * MIB - 1, 'here'],
  ['guardedIfDense', 64 * MIB, 'there'],
] as const)('%s works on a file of %i bytes %s', async (guard, size, place) => {
  const path = join(withFiles({ 'small.mdl': Uint8Array.of(0x2a, 0x00) }), 'small.mdl');
  const host = capturedHost({ rerun: ['/bin/sh', '-c', 'exit 3'] });
  const inputs = [
    { path, kind: 'file' as const, size: 1 },
    { path, kind: 'file' as const, size },
  ];
  const work = async () => 0 as const;
  const code = await (guard === 'guardedIfLong'
    ? guardedIfLong(inputs, host, [], work)
    : guardedIfDense(inputs, 'bare', host, [], work));
  expect(code).toBe(place === 'here' ? 0 : 3);
});
