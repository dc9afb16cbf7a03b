import { describe, expect, it } from 'vitest';
import { alignedFile, framedFile, MESSAGE, patched, ramp } from '../../container/frame-bytes.js';
import { judge, onlyMessage, places } from './judge.js';

const skipChecksums = (file: Uint8Array) => judge(file, 'auto', null);

describe('frame-padding-exceeds-ccws', () => {
  it('points at the padding, which may fill its section but not exceed it', async () => {
    const padding = new Uint8Array(4096 - 56 - MESSAGE.length);
    const exact = await alignedFile({ padding, ccws: new Uint8Array(0) });
    expect((await judge(exact)).codes).toEqual([]);
    const judged = await skipChecksums(patched(exact, 28, 0, 0, 0x0f, 0xc3)); // 4035 bytes of padding, which is one too many
    expect(places(judged)).toEqual([['frame-padding-exceeds-ccws', 28, 4]]);
    expect(onlyMessage(judged)).toBe(
      'padding_size is 4,035 bytes (0xfc3), the section that contains it has 4,034 bytes (0xfc2)',
    );
    const most = await skipChecksums(patched(exact, 28, 0xff, 0xff, 0xff, 0xff));
    expect(most.codes).toEqual(['frame-padding-exceeds-ccws']);
  });

  it('is a contradiction within the header, whatever the size of the file is', async () => {
    const file = patched(await alignedFile(), 28, 0x80, 0, 0, 0).subarray(0, 4100);
    expect((await judge(file)).codes).toEqual(['frame-length-mismatch', 'frame-padding-exceeds-ccws']);
  });

  it('concerns version 3 only', async () => {
    // In version 2, the same bytes are part of a reserved field.
    const file = await framedFile({ version: 2, ccws: ramp(8) });
    expect((await skipChecksums(patched(file, 28, 0xff))).codes).toEqual(['frame-reserved-nonzero']);
  });
});

describe('frame-padding-nonzero', () => {
  it('points at the first byte that is not zero', async () => {
    const file = await alignedFile();
    for (const at of [62, 1000, 4095]) {
      const judged = await skipChecksums(patched(patched(file, 4095, 1), at, 0x80));
      expect(places(judged)).toEqual([['frame-padding-nonzero', at, 1]]);
    }
    expect((await skipChecksums(patched(file, 4096, 9))).codes).toEqual([]);
  });

  it('is not reported if the sizes are wrong', async () => {
    const file = patched(await alignedFile(), 1000, 1);
    expect((await skipChecksums(file.subarray(0, 4000))).codes).toEqual(['frame-length-mismatch']);
  });
});

describe('frame-zero-point-misaligned', () => {
  it('points at the padding before the zero point', async () => {
    const judged = await judge(await framedFile({ version: 3, padding: new Uint8Array(34), ccws: ramp(8) }));
    expect(places(judged)).toEqual([['frame-zero-point-misaligned', 28, 4]]);
    expect(onlyMessage(judged)).toBe(
      'the configuration words begin at 96 (0x60), 4,000 bytes (0xfa0) short of a multiple of 4096',
    );
  });

  it.each([-1, 1])('is reported for every offset that is not aligned: %i', async (by) => {
    const padding = new Uint8Array(4034 + by);
    expect((await judge(await alignedFile({ padding }))).codes).toEqual(['frame-zero-point-misaligned']);
  });

  it('concerns version 3 only', async () => {
    for (const version of [1, 2] as const) {
      expect((await judge(await framedFile({ version, ccws: ramp(8) }))).codes).toEqual([]);
    }
  });
});

describe('frame-reserved-nonzero', () => {
  it.each([
    [0, 12, 4],
    [1, 24, 4],
    [2, 28, 8],
    [2, 36, 8],
    [3, 48, 8],
  ] as const)('version %i: the field at %i', async (version, offset, length) => {
    const file = version === 3 ? await alignedFile() : await framedFile({ version });
    for (const at of [offset, offset + length - 1]) {
      const judged = await judge(patched(file, at, 1));
      expect(places(judged)).toEqual([['frame-reserved-nonzero', offset, length]]);
      expect(judged.checksum).toBe('verified');
    }
  });

  it('is reported for each reserved field', async () => {
    const file = patched(await framedFile({ version: 2 }), 28, ...new Array<number>(16).fill(0xff));
    expect(places(await judge(file))).toEqual([
      ['frame-reserved-nonzero', 28, 8],
      ['frame-reserved-nonzero', 36, 8],
    ]);
    expect(String((await judge(file)).findings[0]?.message)).toContain('18446744073709551615');
  });
});
