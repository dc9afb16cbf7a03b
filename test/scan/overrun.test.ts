/**
 * Records that go past the end of their container. The source may end before the record or before the
 * container.
 */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { validate } from '../../src/check/validate/validate.js';
import { concat, LEN, tag, varint, varintRecord } from '../arbitrary/wire-writer.js';

/** A LEN record whose length is too large. */
const claiming = (number: number, length: number, ...payload: readonly Uint8Array[]) =>
  concat(tag(number, LEN), varint(length), ...payload);

const after = varintRecord(99, 1);

/** Containers of the overlong record, each with its claimed length and its real length. */
const CASES: readonly (readonly [string, Uint8Array])[] = [
  ['the source ends in both', claiming(1, 0x7fffffff, claiming(100, 0x7fffffff, new Uint8Array(70)))],
  ['the source ends in the inner one', claiming(1, 50, claiming(100, 200, new Uint8Array(120)), after)],
  [
    'the source goes on after both',
    concat(claiming(1, 50, claiming(100, 60, new Uint8Array(90))), ...Array<Uint8Array>(90).fill(after)),
  ],
  [
    'one in the other, in turn',
    claiming(2, 5000, claiming(3, 6000, claiming(3, 7000, claiming(100, 8000, new Uint8Array(80))))),
  ],
];

describe.each(CASES)('%s', (_name, bytes) => {
  it('is reported as one cut, at the same place for any source', async () => {
    const { bytes: _, ...whole } = await validate(memorySource(bytes), { kernel: false });
    expect(whole.diagnostics.filter(({ code }) => code === 'wire-truncated')).toHaveLength(1);
    for (const size of [1, 7, 64, 1000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.slice(i * size, (i + 1) * size),
      );
      for (const windowSize of [64, 100, 5000]) {
        const { bytes: _, ...streamed } = await validate(streamSource(chunks), { windowSize });
        expect(streamed).toEqual(whole);
      }
    }
  });
});
