import { execFileSync } from 'node:child_process';
import { createWriteStream, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import type { Source } from '../../src/base/source/source.js';
import { openHeld } from '../../src/cli/spooled-input.js';
import { MAX_COPIED_BYTES, readWholeInput } from '../../src/cli/whole-input.js';
import { temporaryDirectory } from './temporary.js';

const MIB = 1 << 20;
const opened: Source[] = [];
afterEach(async () => {
  for (const source of opened.splice(0)) await source.close();
});

/** Makes a FIFO that receives these bytes. */
function pipeWith(bytes: Uint8Array) {
  const path = join(temporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [path]);
  const writer = createWriteStream(path);
  // Some tests check that the reader closes the FIFO before it has read everything.
  writer.on('error', () => {});
  writer.end(bytes);
  return { path, kind: 'stream', size: 0 } as const;
}

const patterned = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 7) & 0xff);

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return isProtomdlError(error) ? error.code : String(error);
  }
}

describe('a pipe that a command reads at any position', () => {
  it.each([
    { mib: 1, where: 'memory', isInMemory: true },
    { mib: 6, where: 'a file', isInMemory: false },
  ])('is taken into $where when it has $mib MiB', async ({ mib, isInMemory }) => {
    const bytes = patterned(mib * MIB + 3);
    const source = await openHeld(pipeWith(bytes));
    opened.push(source);
    expect(source).toMatchObject({ size: bytes.length, randomAccess: true });
    expect(source.bytes !== undefined).toBe(isInMemory);
    const target = new Uint8Array(1000);
    for (const at of [bytes.length - 1000, 0, mib * MIB - 1000]) {
      expect(await source.read(at, target)).toBe(1000);
      expect(Buffer.compare(target, bytes.subarray(at, at + 1000))).toBe(0);
    }
  });

  it('is refused as soon as it exceeds the command’s limit', async () => {
    expect(await codeOf(openHeld(pipeWith(patterned(6 * MIB)), { most: MIB }))).toBe('source-too-large');
    expect(await codeOf(readWholeInput(pipeWith(patterned(6 * MIB)), 5 * MIB))).toBe('source-too-large');
  });
});

it('a file is refused if a copy in memory would exceed the limit', async () => {
  const path = join(temporaryDirectory(), 'long.mdl');
  writeFileSync(path, '');
  truncateSync(path, MAX_COPIED_BYTES + 1);
  const input = { path, kind: 'file', size: MAX_COPIED_BYTES + 1 } as const;
  expect(await codeOf(readWholeInput(input, MAX_COPIED_BYTES))).toBe('source-too-large');
});
