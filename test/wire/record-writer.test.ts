import { BinaryReader } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { LengthSink, OutputSink } from '../../bench/workloads/sink.js';
import { RecordWriter, varintSize } from '../../src/base/wire/record-writer.js';

describe('the record writer', () => {
  it('writes values that the oracle reads', () => {
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

  it('does not hand out what is not ended', () => {
    const writer = new RecordWriter();
    writer.begin(1);
    expect(() => writer.bytes).toThrow('open');
  });
});

describe('the sinks', () => {
  it('agree on lengths, past 32 bits too', () => {
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
