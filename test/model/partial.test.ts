import { type DescMessage, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { streamSource } from '../../src/base/source/stream.js';
import { openModel } from '../../src/read/model/open.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { concat, tag, varint } from '../arbitrary/wire-writer.js';
import { windowed } from '../source/windowed.js';
import { asMessage } from './as-message.js';
import { share, timeout } from './runs.js';
import { formatRoot } from './schemas.js';
import { chunksOf } from './stores.js';

/** Returns the varint at `pos`, and the position after it; undefined if the varint is cut off. */
function numberAt(bytes: Uint8Array, pos: number): [value: number, next: number] | undefined {
  let value = 0n;
  for (let at = pos; at < bytes.length; at++) {
    value |= BigInt(bytes[at]! & 0x7f) << BigInt(7 * (at - pos));
    if (bytes[at]! < 0x80) return [Number(BigInt.asUintN(64, value)), at + 1];
  }
  return undefined;
}

/** Returns the position after a record; Infinity if the record goes past the bytes. */
function endOf(bytes: Uint8Array, pos: number): number {
  const [key, at] = numberAt(bytes, pos) ?? [0, Number.POSITIVE_INFINITY];
  if (at === Number.POSITIVE_INFINITY) return at;
  switch (key & 7) {
    case 0:
      return numberAt(bytes, at)?.[1] ?? Number.POSITIVE_INFINITY;
    case 1:
      return at + 8;
    case 2: {
      const length = numberAt(bytes, at);
      return length === undefined ? Number.POSITIVE_INFINITY : length[1] + length[0];
    }
    case 5:
      return at + 4;
  }
  for (let inner = at; inner < bytes.length; inner = endOf(bytes, inner)) {
    const [end, after] = numberAt(bytes, inner) ?? [0, 0];
    if ((end & 7) === 4) return after;
  }
  return Number.POSITIVE_INFINITY;
}

/** Makes a complete message from a cut one, which then ends after its last complete record. */
function closed(bytes: Uint8Array, desc: DescMessage): Uint8Array {
  const kept: Uint8Array[] = [];
  for (let pos = 0; pos < bytes.length; ) {
    const end = endOf(bytes, pos);
    if (end <= bytes.length) kept.push(bytes.subarray(pos, end));
    else {
      const [key = 0, at = 0] = numberAt(bytes, pos) ?? [];
      const field = desc.fields.find(({ number }) => number === key >>> 3);
      const length = (key & 7) === 2 ? numberAt(bytes, at) : undefined;
      if (field?.message !== undefined && length !== undefined) {
        const inner = closed(bytes.subarray(length[1]), field.message);
        kept.push(tag(key >>> 3, 2), varint(inner.length), inner);
      }
    }
    pos = end;
  }
  return concat(...kept);
}

const later = (bytes: Uint8Array): Source => {
  const source = memorySource(bytes);
  return {
    size: bytes.length,
    randomAccess: true,
    read: async (offset, target) => source.read(offset, target),
    close: () => {},
  };
};

describe('a truncated message', () => {
  const { desc } = formatRoot;
  const cuts = fc
    .tuple(arbitraryMessage(desc, { records: 12 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([{ bytes }, share]) => bytes.subarray(0, Math.floor(bytes.length * share)));

  it('shows its readable part with `partial`, wherever it is cut', { timeout: timeout(0.1) }, async () => {
    await fc.assert(
      fc.asyncProperty(cuts, async (cut) => {
        const truth = Buffer.from(toBinary(desc, fromBinary(desc, closed(cut, desc))));
        for (const source of [
          memorySource(cut.slice()),
          windowed(cut),
          later(cut),
          streamSource(chunksOf(cut, 7)),
        ]) {
          const model = await openModel(source, { framing: 'bare', partial: true });
          const { view } = model.root;
          // When the model is open, a large blob of the stream can no longer be read.
          const read = asMessage(view, desc).catch((error) => {
            if (error.code === 'source-not-seekable' && !source.randomAccess && cut.length > 1024)
              return undefined;
            throw error;
          });
          const message = await read;
          if (message !== undefined) expect(Buffer.from(toBinary(desc, message))).toEqual(truth);
        }
      }),
      share(0.1),
    );
  });

  it('throws without `partial`', async () => {
    const bytes = concat(tag(1, 2), varint(2), tag(1, 0), varint(3), tag(2, 2), varint(9));
    const { root } = await openModel(bytes, { framing: 'bare' });
    expect(() => root.header).toThrow('the bytes end inside a record');
    const { root: partial } = await openModel(bytes, { framing: 'bare', partial: true });
    expect(partial.header?.hwArch).toBe(3);
    expect(partial.networkGroups.length).toBe(1);
  });

  it('can be opened from a stream that ends soon after the start of a large blob', async () => {
    const begun = concat(
      tag(1, 2),
      varint(2),
      tag(1, 0),
      varint(3),
      tag(3, 2),
      varint(1500),
      new Uint8Array(60),
    );
    for (const partial of [false, true]) {
      const { root } = await openModel(streamSource(chunksOf(begun, 7)), { framing: 'bare', partial });
      if (!partial) expect(() => root.header).toThrow('the bytes end inside a record');
      else expect([root.header?.hwArch, root.mapping?.length]).toEqual([3, 0]);
    }
  });

  it('throws for other malformed bytes', async () => {
    const { root } = await openModel(concat(tag(1, 2), varint(1), tag(1, 2), tag(1, 6)), {
      framing: 'bare',
      partial: true,
    });
    expect(() => root.header).toThrow('wire type');
  });
});
