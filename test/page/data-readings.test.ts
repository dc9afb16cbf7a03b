/** Readings of bytes, compared with Node's. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataReadings, READ_BYTES } from '../../src/page/views/structure/data-readings.js';

const read = (bytes: Uint8Array): Record<string, readonly [string, string]> =>
  Object.fromEntries(dataReadings(bytes).map(({ name, little, big }) => [name, [little, big]]));

describe('bytes at a place', () => {
  it('are shown as the numbers that Node reads, in both byte orders', () => {
    const all = fc.uint8Array({ minLength: READ_BYTES, maxLength: READ_BYTES });
    fc.assert(
      fc.property(all, fc.nat(7), (bytes, shift) => {
        // At any offset in a larger buffer, as in a window.
        const padded = new Uint8Array(shift + bytes.length);
        padded.set(bytes, shift);
        const found = read(padded.subarray(shift));
        const node = Buffer.from(bytes);
        expect(found.u8).toEqual([String(node.readUInt8()), '']);
        expect(found.i8).toEqual([String(node.readInt8()), '']);
        expect(found.u16).toEqual([String(node.readUInt16LE()), String(node.readUInt16BE())]);
        expect(found.i16).toEqual([String(node.readInt16LE()), String(node.readInt16BE())]);
        expect(found.u32).toEqual([String(node.readUInt32LE()), String(node.readUInt32BE())]);
        expect(found.i32).toEqual([String(node.readInt32LE()), String(node.readInt32BE())]);
        expect(found.u64).toEqual([String(node.readBigUInt64LE()), String(node.readBigUInt64BE())]);
        expect(found.i64).toEqual([String(node.readBigInt64LE()), String(node.readBigInt64BE())]);
        for (const [text, value] of [
          [found.f64?.[0], node.readDoubleLE()],
          [found.f64?.[1], node.readDoubleBE()],
        ] as const) {
          if (Number.isFinite(value))
            expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14);
          else expect(text).toBe(String(value));
        }
        const seconds = new Date(node.readUInt32LE() * 1000).toISOString();
        expect(found['time, s']?.[0]).toBe(seconds.replace('.000Z', 'Z'));
      }),
    );
  });

  it('have readings only for the available bytes', () => {
    expect(Object.keys(read(Uint8Array.of(1, 2, 3)))).toEqual(['u8', 'i8', 'u16', 'i16', 'varint', 'UTF-8']);
    expect(dataReadings(new Uint8Array())).toEqual([
      { name: 'varint', little: '', big: '' },
      { name: 'UTF-8', little: '', big: '' },
    ]);
  });

  it('are shown as varints of one to ten bytes, and as letters of one to four bytes', () => {
    expect(read(Uint8Array.of(0xac, 0x02, 0xff)).varint?.[0]).toBe('300 (2 bytes)');
    expect(read(Uint8Array.of(5)).varint?.[0]).toBe('5 (1 byte)');
    expect(read(new Uint8Array(16).fill(0xff)).varint?.[0]).toBe('');
    const largest = Uint8Array.of(...Array(9).fill(0xff), 0x01);
    expect(read(largest).varint?.[0]).toBe(`${2n ** 64n - 1n} (10 bytes)`);
    const letter = (text: string) => read(new TextEncoder().encode(text))['UTF-8']?.[0];
    expect(letter('A')).toBe('"A" U+0041');
    expect(letter('ü')).toBe('"ü" U+00FC');
    expect(letter('層')).toBe('"層" U+5C64');
    expect(letter('🧩')).toBe('"🧩" U+1F9E9');
    expect(read(Uint8Array.of(0x80, 0x41))['UTF-8']?.[0]).toBe('');
  });

  it('are shown as times only if the times can be written', () => {
    const bytes = Buffer.alloc(16);
    bytes.writeBigUInt64LE(1_546_300_800_000n);
    expect(read(bytes)['time, ms']?.[0]).toBe('2019-01-01T00:00:00Z');
    expect(read(new Uint8Array(16).fill(0xff))['time, ms']).toEqual(['', '']);
  });
});
