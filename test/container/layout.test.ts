import { describe, expect, it } from 'vitest';
import { decodePrefixFields } from '../../src/base/container/header.js';
import {
  decodeFrame,
  headerFieldOf,
  lengthVerdict,
  messageSpan,
  paddingSpan,
  printSize,
  sectionsOf,
} from '../../src/base/container/layout.js';
import { alignedFile, framedFile, MESSAGE, patched, patched64, ramp } from './frame-bytes.js';

it('if a file ends in its header, only the complete fields are returned', async () => {
  const file = await framedFile({ version: 2, message: ramp(99) });
  for (let size = 0; size <= 44; size++) {
    const { fields } = decodeFrame(file, 2);
    const [magic, version, protoSize] = fields;
    const whole = [
      ...(size < 4 ? [] : [magic]),
      ...(size < 8 ? [] : [version]),
      ...(size < 12 ? [] : [protoSize]),
    ];
    expect(decodePrefixFields(file.subarray(0, size))).toEqual(whole);
  }
});

describe('decodeFrame', () => {
  it('returns every field with its place, in file order and without gaps', async () => {
    for (const version of [0, 1, 2, 3] as const) {
      const file = await framedFile({ version, message: ramp(99) });
      const frame = decodeFrame(file, version);
      let end = 0;
      for (const field of frame.fields) {
        expect(field.offset).toBe(end);
        end += field.length;
        expect(field.hex).toBe(Buffer.from(file.subarray(field.offset, end)).toString('hex'));
        expect(BigInt(field.value)).toBe(BigInt(`0x${field.hex}`));
      }
      expect(end).toBe(frame.headerSize);
    }
  });

  it('keeps 64-bit sizes exact', async () => {
    const file = await framedFile({ version: 2 });
    const at = (value: bigint) => decodeFrame(patched64(file, 20, value), 2).ccwsSize;
    expect(at(0n)).toBe(0);
    expect(at(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(at(2n ** 53n)).toBe(2n ** 53n);
    expect(at(2n ** 64n - 1n)).toBe(2n ** 64n - 1n);
    expect(decodeFrame(patched64(file, 20, 2n ** 64n - 1n), 2).claimedFileSize).toBe(
      2n ** 64n - 1n + 44n + BigInt(MESSAGE.length),
    );
  });

  it('computes the offset from which words count, after message and padding', async () => {
    expect(decodeFrame(await alignedFile(), 3)).toMatchObject({ zeroPoint: 4096, ccwsSize: 16 });
    expect(decodeFrame(await framedFile({ version: 1 }), 1).zeroPoint).toBe(28 + MESSAGE.length);
  });

  it('returns only fields of the version', async () => {
    const frame = decodeFrame(await framedFile({ version: 0 }), 0);
    expect(() => headerFieldOf(frame, 'ccws_size')).toThrow('no field ccws_size');
  });
});

describe('sections', () => {
  it('cover a whole file without gaps', async () => {
    const file = await alignedFile();
    const frame = decodeFrame(file, 3);
    expect(sectionsOf(frame, file.length)).toEqual([
      { name: 'header', offset: 0, length: 56, claimed: 56 },
      { name: 'message', offset: 56, length: MESSAGE.length, claimed: MESSAGE.length },
      { name: 'padding', offset: 62, length: 4034, claimed: 4034 },
      { name: 'ccws', offset: 4096, length: 16, claimed: 16 },
      { name: 'additional-info', offset: 4112, length: 8, claimed: 8 },
    ]);
    expect(sectionsOf(frame, file.length + 3).at(-1)).toEqual({
      name: 'trailing',
      offset: file.length,
      length: 3,
      claimed: 0,
    });
  });

  it('end with the file, whatever sizes it claims', async () => {
    const file = await alignedFile();
    const hostile = patched64(patched64(file, 20, 2n ** 64n - 1n), 32, 2n ** 64n - 1n);
    for (const bytes of [file, hostile]) {
      const frame = decodeFrame(bytes, 3);
      for (const size of [56, 57, 62, 100, 4096, 4100, 4120]) {
        const sections = sectionsOf(frame, size);
        expect(sections.reduce((sum, { length }) => sum + length, 0)).toBe(size);
        for (const { offset, length } of sections) expect(offset + length).toBeLessThanOrEqual(size);
      }
    }
  });

  it('have the spans of message and padding, cut at the end', async () => {
    const frame = decodeFrame(await alignedFile(), 3);
    expect(messageSpan(frame)).toEqual({ offset: 56, length: 6 });
    expect(messageSpan(frame, 58)).toEqual({ offset: 56, length: 2 });
    expect(messageSpan(frame, 40)).toEqual({ offset: 40, length: 0 });
    expect(paddingSpan(frame)).toEqual({ offset: 62, length: 4034 });
    expect(paddingSpan(frame, 64)).toEqual({ offset: 62, length: 2 });
    expect(paddingSpan(frame, 58)).toEqual({ offset: 58, length: 0 });
  });

  it('do not move if the size of the padding is wrong', async () => {
    const file = patched(await alignedFile(), 28, 0xff, 0xff, 0xff, 0xff);
    const frame = decodeFrame(file, 3);
    expect(frame.ccwsSize).toBe(0);
    expect(sectionsOf(frame, file.length).map(({ name, offset }) => [name, offset])).toEqual([
      ['header', 0],
      ['message', 56],
      ['padding', 62],
      ['additional-info', 4112],
    ]);
  });
});

describe('lengthVerdict', () => {
  it('is exact to the byte, and distinguishes sizes that wrap around from sizes that are wrong', async () => {
    for (const version of [0, 1, 2, 3] as const) {
      const file = await framedFile({ version, ccws: version === 0 ? new Uint8Array(0) : ramp(8) });
      const frame = decodeFrame(file, version);
      expect(lengthVerdict(frame, file.length)).toBe('holds');
      expect(lengthVerdict(frame, file.length - 1)).toBe('differs');
      expect(lengthVerdict(frame, file.length + 1)).toBe('differs');
    }
    const file = await framedFile({ version: 2 });
    const less = (by: bigint) => decodeFrame(patched64(file, 20, 2n ** 64n - by), 2);
    expect(lengthVerdict(less(1n), file.length - 1)).toBe('wraps');
    expect(lengthVerdict(less(1n), file.length)).toBe('differs');
    expect(lengthVerdict(less(6n), file.length - 6)).toBe('wraps');
  });

  it('recognises three sizes that wrap around twice', async () => {
    const file = await framedFile({ version: 3 });
    const frame = decodeFrame(patched64(patched64(file, 20, 2n ** 64n - 2n), 32, 2n ** 64n - 3n), 3);
    expect(frame.claimedFileSize).toBe(2n ** 65n - 5n + BigInt(file.length));
    expect(lengthVerdict(frame, file.length - 5)).toBe('wraps');
  });
});

it('sizes are printed in decimal and hexadecimal', () => {
  expect(printSize(1)).toBe('1 byte (0x1)');
  expect(printSize(4096)).toBe('4,096 bytes (0x1000)');
  expect(printSize(2n ** 64n)).toBe('18,446,744,073,709,551,616 bytes (0x10000000000000000)');
});
