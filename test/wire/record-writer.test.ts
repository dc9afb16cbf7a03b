import { BinaryReader } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { LengthSink, OutputSink } from '../../bench/workloads/sink.js';
import { RecordWriter } from '../../src/base/wire/record-writer.js';
import { varintSize } from '../../src/base/wire/value.js';

describe('the record writer', () => {
  it('writes values that protobuf’s own codec reads', () => {
    const writer = new RecordWriter();
    const values = [0, 1, 127, 128, 16_383, 16_384, 2 ** 28, 2 ** 31, 2 ** 32 - 1];
    for (const value of values) writer.uint(1, value);
    const reader = new BinaryReader(writer.bytes);
    for (const value of values) {
      expect(reader.tag()).toEqual([1, 0]);
      expect(reader.uint32()).toBe(value);
    }
  });

  it('writes 64-bit values from their halves', () => {
    const writer = new RecordWriter();
    const halves = [
      [0, 1],
      [0xffff_ffff, 0xffff_ffff],
      [0x1234_5678, 0x9abc_def0],
      [0, 0x8000_0000],
      [0xf000_0000, 7],
    ] as const;
    for (const [low, high] of halves) writer.uint64(2, low, high);
    const reader = new BinaryReader(writer.bytes);
    for (const [low, high] of halves) {
      reader.tag();
      expect(reader.uint64()).toBe((BigInt(high) << 32n) | BigInt(low));
    }
  });

  it.each([0, 127, 128, 16_384, 3_000_000])('makes room for the length of %i bytes', (length) => {
    const writer = new RecordWriter();
    writer.begin(3).begin(4).blob(5, new Uint8Array(length).fill(7)).end().uint(6, 9).end();
    const outer = new BinaryReader(writer.bytes);
    outer.tag();
    const middle = new BinaryReader(outer.bytes());
    middle.tag();
    const inner = new BinaryReader(middle.bytes());
    inner.tag();
    expect(inner.bytes()).toHaveLength(length);
    expect(middle.tag()).toEqual([6, 0]);
    expect(middle.uint32()).toBe(9);
  });

  it('writes each kind of value as protobuf’s own codec reads it, wherever its memory ends', () => {
    // The writer starts at every distance from the point where it needs more memory.
    for (let gap = 0; gap <= 210; gap++) {
      const writer = new RecordWriter();
      const tail = (1 << 16) - gap;
      writer.bytesOf(new Uint8Array(tail));
      writer.float(1000, 1.5).double(1001, -2.25);
      writer
        .packed(1002, [0, 300, 2 ** 40, 2 ** 53])
        .packedFloats(1003, [0.5, 4])
        .packedDoubles(1004, [0.1, -1]);
      writer.int32(1005, -7).int32(1006, 0).int32(1007, 9).flag(1008, true).flag(1009, false);
      writer.text(1010, '').text(1011, 'ä').scalar64(1012, 5, 0).scalar64(1013, 0, 0).scalar64(1014, -1, -1);
      writer.head(1015, 40).bytesOf(new Uint8Array(40).fill(3)).packed(1016, []).packedFloats(1017, []);
      writer
        .packedDoubles(1018, [])
        .begin(2000)
        .uint(1, 2 ** 31)
        .end();
      const reader = new BinaryReader(writer.bytes.subarray(tail));
      const next = (field: number, wireType: number) => expect(reader.tag()).toEqual([field, wireType]);
      next(1000, 5);
      expect(reader.float()).toBe(1.5);
      next(1001, 1);
      expect(reader.double()).toBe(-2.25);
      next(1002, 2);
      const list = new BinaryReader(reader.bytes());
      expect([0, 1, 2, 3].map(() => list.uint64())).toEqual([0n, 300n, 2n ** 40n, 2n ** 53n]);
      expect(list.pos).toBe(list.len);
      next(1003, 2);
      const floats = new BinaryReader(reader.bytes());
      expect([floats.float(), floats.float(), floats.pos]).toEqual([0.5, 4, floats.len]);
      next(1004, 2);
      const doubles = new BinaryReader(reader.bytes());
      expect([doubles.double(), doubles.double(), doubles.pos]).toEqual([0.1, -1, doubles.len]);
      next(1005, 0);
      expect(reader.int32()).toBe(-7);
      next(1007, 0);
      expect(reader.int32()).toBe(9);
      next(1008, 0);
      expect(reader.bool()).toBe(true);
      next(1011, 2);
      expect(reader.string()).toBe('ä');
      next(1012, 0);
      expect(reader.uint64()).toBe(5n);
      next(1014, 0);
      expect(reader.uint64()).toBe(2n ** 64n - 1n);
      next(1015, 2);
      expect(reader.bytes()).toEqual(new Uint8Array(40).fill(3));
      next(2000, 2);
      const inner = new BinaryReader(reader.bytes());
      expect(inner.tag()).toEqual([1, 0]);
      expect(inner.uint32()).toBe(2 ** 31);
      expect(reader.pos).toBe(reader.len);
    }
  });

  it('refuses to end a message that is not open', () => {
    expect(() => new RecordWriter().end()).toThrow('no message is open');
  });

  it('does not return an unfinished message', () => {
    const writer = new RecordWriter();
    writer.begin(1);
    expect(() => writer.bytes).toThrow('open');
  });
});

describe('the sinks', () => {
  it('agree on lengths, also past 32 bits', () => {
    const blob = 3_000_000_000;
    const model = (sink: LengthSink | OutputSink) => {
      sink.open(1);
      for (let i = 0; i < 2; i++) sink.blob(2, new Uint8Array(8), blob);
      sink.close();
    };
    const lengths = new LengthSink();
    model(lengths);
    const inside = 2 * (1 + varintSize(blob) + blob);
    expect(lengths.lengths).toEqual([inside]);
    let written = 0;
    const output = {
      write: (bytes: Uint8Array) => {
        written += bytes.length;
      },
      fill: (length: number) => {
        written += length;
      },
    };
    model(new OutputSink(output, lengths.lengths));
    expect(written).toBe(lengths.size);
    expect(lengths.size).toBe(1 + varintSize(inside) + inside);
  });
});
