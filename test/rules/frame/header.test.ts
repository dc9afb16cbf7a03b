import { describe, expect, it } from 'vitest';
import { framedFile, MESSAGE, patched, ramp } from '../../container/frame-bytes.js';
import { judge, onlyMessage, places } from './judge.js';

const HEADER_SIZES = [32, 28, 44, 56] as const;

describe('frame-truncated-header', () => {
  it.each([0, 1, 2, 3] as const)('version %i: every length below that of the header', async (version) => {
    const file = await framedFile({ version, message: ramp(80) });
    for (let length = 0; length < HEADER_SIZES[version]; length++) {
      const judged = await judge(file.subarray(0, length), 'framed');
      expect(places(judged)).toEqual([['frame-truncated-header', length, 0]]);
      expect(judged).toMatchObject({ frame: null, length: null, checksum: 'none' });
      expect(onlyMessage(judged)).toContain(
        length < 8 ? 'the shortest header has 28' : `version ${version} has ${HEADER_SIZES[version]}`,
      );
    }
    const whole = await judge(file.subarray(0, HEADER_SIZES[version]));
    expect(whole.codes).toEqual(['frame-length-mismatch']);
  });

  it('is not reported for an empty file unless its framing is given', async () => {
    expect((await judge(new Uint8Array(0))).codes).toEqual([]);
  });
});

describe('frame-bad-magic', () => {
  it('points at the magic and shows its bytes', async () => {
    const judged = await judge(ramp(80).fill(0x07, 0, 4));
    expect(places(judged)).toEqual([['frame-bad-magic', 0, 4]]);
    expect(onlyMessage(judged)).toBe(
      'the file begins with 07 07 07 07; a framed file begins with 01 48 45 46',
    );
    expect(judged.frame).toBeNull();
  });

  it('points at the available part of a short file', async () => {
    expect(places(await judge(Uint8Array.of(0x07)))).toEqual([['frame-bad-magic', 0, 1]]);
    expect(places(await judge(MESSAGE, 'framed'))).toEqual([['frame-bad-magic', 0, 4]]);
  });

  it.each([0, 1, 2, 3] as const)('is the only finding if only the magic is wrong: %i', async (version) => {
    const file = await framedFile({ version, message: Uint8Array.of(0x0a, 0x00) });
    const judged = await judge(patched(file, 1, 0x49), 'auto');
    expect(judged.codes.filter((code) => code !== 'frame-zero-point-misaligned')).toEqual([
      'frame-bad-magic',
    ]);
    expect(judged).toMatchObject({ length: 'holds', checksum: 'verified' });
  });

  it('does not hide other errors', async () => {
    const file = await framedFile({ version: 0, message: ramp(90).fill(0x0a, 0, 1) });
    const judged = await judge(patched(file, 3, 0).subarray(0, 121));
    expect(judged.codes).toEqual(['frame-bad-magic', 'frame-length-mismatch']);
  });
});

describe('frame-version-unsupported', () => {
  it('points at the version', async () => {
    const file = await framedFile({ version: 2, message: ramp(80) });
    for (const [bytes, text] of [
      [[0, 0, 0, 4], '4 (0x4)'],
      [[0, 0, 1, 0], '256 (0x100)'],
      [[0xff, 0xff, 0xff, 0xff], '4294967295 (0xffffffff)'],
    ] as const) {
      const judged = await judge(patched(file, 4, ...bytes));
      expect(places(judged)).toEqual([['frame-version-unsupported', 4, 4]]);
      expect(onlyMessage(judged)).toContain(text);
    }
  });
});
