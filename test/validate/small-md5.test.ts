import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { md5Source } from '../../scripts/md5/generate.js';
import { nodeChecksumsFor } from '../../src/validate/node-checksums.js';
import { SmallMd5 } from '../../src/validate/small-md5.js';

const expected = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

describe('MD5 for small files', () => {
  it('is made by its generator', () => {
    const checkedIn = readFileSync(new URL('../../src/validate/md5.gen.ts', import.meta.url), 'utf8');
    expect(checkedIn).toBe(md5Source());
  });

  // RFC 1321, A.5.
  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a', '0cc175b9c0f1b6a831c399e269772661'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    ['1234567890'.repeat(8), '57edf4a22be3c955ac49da2e2107b67a'],
  ])('of "%s"', (text, digits) => {
    const md5 = new SmallMd5();
    md5.update(new TextEncoder().encode(text));
    expect(md5.digest()).toBe(digits);
  });

  it('of every length around a block, and of more than its memory', () => {
    for (const length of [...Array.from({ length: 200 }, (_, i) => i), 65_471, 65_472, 65_473, 200_000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 7919 + length) & 255);
      const md5 = new SmallMd5();
      md5.update(bytes);
      expect(md5.digest(), String(length)).toBe(expected(bytes));
    }
  });

  it('does not depend on how the bytes arrive, nor on others under way', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 150 }), { maxLength: 20 }), (parts) => {
        const [md5, other] = [new SmallMd5(), new SmallMd5()];
        for (const part of parts) {
          md5.update(part);
          other.update(Uint8Array.of(1, 2, 3));
        }
        expect(md5.digest()).toBe(expected(Buffer.concat(parts)));
      }),
      { numRuns: 300 },
    );
  });

  it('gives way to the native one, and agrees with it', async () => {
    const bytes = Uint8Array.from({ length: 1_000_000 }, (_, i) => (i * i) & 255);
    const kinds = new Set<boolean>();
    for (const size of [bytes.length, bytes.length, bytes.length, bytes.length, undefined]) {
      const md5 = await nodeChecksumsFor(size)('md5');
      kinds.add(md5 instanceof SmallMd5);
      md5.update(bytes);
      expect(md5.digest()).toBe(expected(bytes));
    }
    expect(kinds).toEqual(new Set([true, false]));
  });
});
