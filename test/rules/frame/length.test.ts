import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src/base/source/memory.js';
import { validate } from '../../../src/check/validate/validate.js';
import { alignedFile, framedFile, MESSAGE, patched, patched64, ramp } from '../../container/frame-bytes.js';
import { judge, onlyMessage, places } from './judge.js';

const file = (version: 0 | 1 | 2 | 3) =>
  version === 3 ? alignedFile() : framedFile({ version, ...(version === 0 ? {} : { ccws: ramp(16) }) });

describe('frame-length-mismatch', () => {
  it.each([0, 1, 2, 3] as const)(
    'version %i: reported for a shortened and for a lengthened file',
    async (version) => {
      const whole = await file(version);
      expect((await judge(whole)).codes).toEqual([]);
      for (const other of [whole.subarray(0, -1), Uint8Array.of(...whole, 0)]) {
        const judged = await judge(other);
        expect(places(judged)).toEqual([['frame-length-mismatch', 8, 4]]);
        expect(judged).toMatchObject({ length: 'differs', checksum: 'skipped' });
      }
    },
  );

  it('names the claimed and the real size, and the fields with the other claims', async () => {
    const whole = await alignedFile();
    const judged = await judge(whole.subarray(0, 4000));
    expect(onlyMessage(judged)).toBe(
      'the header claims a file of 4,120 bytes (0x1018), its own 56 bytes included; it has 4,000 bytes (0xfa0): 120 bytes (0x78) are missing',
    );
    const related = judged.findings[0]?.related;
    expect(typeof related === 'function' && related().map(({ offset, length }) => [offset, length])).toEqual([
      [20, 8],
      [32, 8],
    ]);
  });

  it.each([
    [1, 16],
    [2, 20],
    [3, 20],
    [3, 32],
  ] as const)('version %i: a wrong size at %i', async (version, offset) => {
    const whole = await file(version);
    const value = new DataView(whole.buffer).getBigUint64(offset);
    for (const wrong of [value - 1n, value + 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]) {
      const judged = await judge(patched64(whole, offset, BigInt.asUintN(64, wrong)));
      expect(judged.codes).toContain('frame-length-mismatch');
      expect(judged.codes).not.toContain('frame-size-wrap');
      expect(judged.codes).not.toContain('frame-checksum-mismatch');
    }
  });

  it('replaces the finding about the zero point, which a wrong size moves', async () => {
    const judged = await judge(patched(await alignedFile(), 11, MESSAGE.length + 1));
    expect(judged.codes).toEqual(['frame-length-mismatch']);
  });
});

describe('frame-size-wrap', () => {
  it.each([
    [1, 16],
    [2, 20],
  ] as const)('version %i: points at the field that wraps', async (version, offset) => {
    // The header claims 3 bytes more for the message than the file has after the header.
    const whole = await framedFile({ version });
    const wrapping = patched64(patched(whole, 11, MESSAGE.length + 3), offset, 2n ** 64n - 3n);
    const judged = await judge(wrapping);
    expect(places(judged)).toEqual([['frame-size-wrap', offset, 8]]);
    expect(judged).toMatchObject({ length: 'wraps', checksum: 'verified' });
    expect(onlyMessage(judged)).toContain('18,446,744,073,709,551,613 bytes (0xfffffffffffffffd)');
  });

  it('is not reported for the size that equals the file’s, but for the size that wraps around', async () => {
    const whole = await framedFile({ version: 1 });
    expect(whole.length).toBeLessThan(256);
    const surplus = BigInt(whole.length - MESSAGE.length);
    const judged = await judge(patched64(patched(whole, 11, whole.length), 16, 2n ** 64n - surplus));
    expect(places(judged)).toEqual([['frame-size-wrap', 16, 8]]);
  });

  it('version 3: reported at either 64-bit size', async () => {
    const whole = await alignedFile({ withoutProtoHash: true });
    const ccws = BigInt(whole.length - 56 - MESSAGE.length - 8);
    const additional = await judge(patched64(patched64(whole, 20, ccws + 10n), 32, 2n ** 64n - 2n));
    expect(places(additional)).toEqual([['frame-size-wrap', 32, 8]]);
    const first = await judge(patched64(patched64(whole, 20, 2n ** 64n - 2n), 32, ccws + 10n));
    expect(places(first)).toEqual([['frame-size-wrap', 20, 8]]);
  });

  it('does not prevent the verification of the checksum, as in the loader', async () => {
    const whole = await framedFile({ version: 2 });
    const wrapping = patched64(patched(whole, 11, MESSAGE.length + 3), 20, 2n ** 64n - 3n);
    const judged = await judge(patched(wrapping, whole.length - 1, 0xee));
    expect(judged.codes).toEqual(['frame-size-wrap', 'frame-checksum-mismatch']);
  });

  it('cannot occur in version 0, whose sum of sizes has no 64-bit term', async () => {
    const whole = await framedFile({ version: 0 });
    expect((await judge(patched(whole, 8, 0xff, 0xff, 0xff, 0xff))).codes).not.toContain('frame-size-wrap');
  });
});

describe('frame-proto-too-large', () => {
  it.each([0, 1, 2, 3] as const)('version %i: reported from 2^31 bytes on', async (version) => {
    const whole = await file(version);
    const codes = async (...size: number[]) => (await judge(patched(whole, 8, ...size))).codes;
    expect(await codes(0x7f, 0xff, 0xff, 0xff)).toEqual(['frame-length-mismatch']);
    expect(await codes(0x80, 0, 0, 0)).toEqual(['frame-proto-too-large', 'frame-length-mismatch']);
    const judged = await judge(patched(whole, 8, 0xff, 0xff, 0xff, 0xff));
    expect(places(judged)[0]).toEqual(['frame-proto-too-large', 8, 4]);
  });

  it.each([
    [
      'between its records: the claim is why',
      '0a00',
      [
        [8, 4],
        [28, 0x8000_0000],
      ],
    ],
    ['inside of one, which claims more itself', '0a6420', [[28, 102]]],
  ])('a message cut %s', async (_, hex, related) => {
    const whole = await framedFile({ version: 1, message: Buffer.from(hex, 'hex') });
    const { diagnostics } = await validate(memorySource(patched(whole, 8, 0x80, 0, 0, 0)));
    const causes = (code: string) =>
      diagnostics
        .filter((one) => one.code === code)
        .map((one) => one.related.map(({ offset, length }) => [offset, length]));
    expect(causes('frame-length-mismatch')).toEqual([
      [
        [8, 4],
        [16, 8],
      ],
    ]);
    expect(causes('wire-truncated')).toEqual([related]);
  });
});
