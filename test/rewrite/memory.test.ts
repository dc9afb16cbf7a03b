import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/base/source/source.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { convert } from '../../src/tools/rewrite/convert.js';
import { extract } from '../../src/tools/rewrite/extract.js';
import { hash } from '../../src/tools/rewrite/hash.js';
import { redact } from '../../src/tools/rewrite/redact.js';
import { replace } from '../../src/tools/rewrite/replace.js';
import type { Rewriting } from '../../src/tools/rewrite/rewriting.js';
import { strip } from '../../src/tools/rewrite/strip.js';
import { concat, lenRecord, tag, varint } from '../arbitrary/wire-writer.js';

const BLOB = 400 * 1024 * 1024;
const MOST = 16 * 1024 * 1024;

/**
 * A message with a mapping that is never in memory: it consists of zeros, which are made when they are read.
 */
function large(): Source {
  const head = concat(lenRecord(1, lenRecord(3, '3.27.0')), tag(3, 2), varint(BLOB));
  const tail = lenRecord(5, lenRecord(2, 'DDR'));
  const size = head.length + BLOB + tail.length;
  return {
    size,
    randomAccess: true,
    read: (offset, target) => {
      const length = Math.min(target.length, size - offset);
      target.fill(0, 0, length);
      for (const [part, at] of [
        [head, 0],
        [tail, size - tail.length],
      ] as const) {
        const from = Math.max(at, offset);
        const to = Math.min(at + part.length, offset + length);
        if (from < to) target.set(part.subarray(from - at, to - at), from - offset);
      }
      return length;
    },
    close: () => {},
  };
}

const WAYS: readonly (readonly [string, (source: Source) => Promise<Rewriting>])[] = [
  ['canonicalize', (source) => canonicalize(source)],
  ['strip', (source) => strip(source, { parts: ['names'] })],
  ['redact', (source) => redact(source)],
  ['convert', (source) => convert(source, { to: 'bare' })],
  ['extract', (source) => extract(source, { selector: 'mapping' })],
  ['replace', (source) => replace(source, { selector: 'header.sdk_version', by: { value: 'another' } })],
];

/** Returns the peak size of the buffers that are allocated while bytes are copied. */
async function peakOf(work: (seen: () => void) => Promise<number>): Promise<{ peak: number; size: number }> {
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  let count = 0;
  const size = await work(() => {
    if (count++ % 64 === 0) peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  });
  expect(count).toBeGreaterThan(100);
  return { peak, size };
}

describe('a file larger than memory', () => {
  it.each(WAYS)('needs no more memory to %s than a small file', async (name, rewrite) => {
    const source = large();
    const rewriting = await rewrite(source);
    const { peak, size } = await peakOf((seen) => rewriting.write(seen));
    expect(Math.abs(size - (source.size as number)), name).toBeLessThan(64);
    expect(peak).toBeLessThan(MOST);
  });

  it('is hashed while it is read', async () => {
    const { peak } = await peakOf(async (seen) => {
      const hasher = { update: seen, digest: () => '' };
      await hash(large(), { hasher });
      return 0;
    });
    expect(peak).toBeLessThan(MOST);
  });
});
