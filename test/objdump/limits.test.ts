/** For each limit of rows, the largest value within it, and the next value. */
import { describe, expect, it } from 'vitest';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import { objdump } from '../../src/tools/objdump/objdump.js';
import { type ShownValue, shownValue } from '../../src/tools/objdump/value.js';
import { concat, lenRecord, varint, varintRecord } from '../arbitrary/wire-writer.js';
import { problemsIn, rowsOf } from './rows.js';

const times = (count: number, record: Uint8Array): Uint8Array => concat(...Array(count).fill(record));

describe('bytes without a schema', () => {
  const isOpened = async (payload: Uint8Array) =>
    (await rowsOf(lenRecord(1, payload), { framing: 'bare', raw: true })).some(({ depth }) => depth > 0);

  it.each([
    // Only the first 64 records are tried.
    [times(64, varintRecord(1, 1)), Uint8Array.of(0x07), true],
    [times(63, varintRecord(1, 1)), Uint8Array.of(0x07), false],
    [varintRecord(4096, 1), new Uint8Array(0), true],
    [varintRecord(4097, 1), new Uint8Array(0), false],
    // Only the first 256 bytes decide whether a value is a text.
    [times(128, Uint8Array.of(0x20, 0x20)), Uint8Array.of(0x08, 0x01), false],
    [times(127, Uint8Array.of(0x20, 0x20)), Uint8Array.of(0x08, 0x01), true],
    [Uint8Array.of(0x20, 0x20), new Uint8Array(0), true],
    [Uint8Array.of(0x20, 0x20, 0x20, 0x20), new Uint8Array(0), false],
    // An overlong tag, and the end of a group.
    [Uint8Array.of(0x88, 0x00, 0x01), new Uint8Array(0), false],
    [Uint8Array.of(0x0c), new Uint8Array(0), false],
  ])('case %#', async (payload, end, expected) => {
    expect(await isOpened(concat(payload, end))).toBe(expected);
  });
});

it('messages are opened in up to 100 levels', async () => {
  const path = [2, 3, 3, 2, 4];
  const nested = (levels: number) => {
    let file: Uint8Array = new Uint8Array(0);
    for (let level = levels - 1; level >= 0; level--)
      file = lenRecord(path[level] ?? (level % 2 === 0 ? 2 : 5), file);
    return rowsOf(file, { framing: 'bare' });
  };
  expect(problemsIn(await nested(100))).toEqual([]);
  const [problem, ...others] = problemsIn(await nested(101));
  expect(problem).toMatch(/^message-nesting-too-deep@/);
  expect(others).toEqual([]);
});

describe('the value of a row', () => {
  async function shown(file: Uint8Array, raw = false): Promise<ShownValue | undefined> {
    let value: ShownValue | undefined;
    await objdump(memorySource(file), { framing: 'bare', raw }, (row) => {
      if (row.kind === 'record') value = shownValue(row, MDL);
    });
    return value;
  }
  const named = (text: string) => lenRecord(2, lenRecord(6, text));

  it.each([
    ['x'.repeat(512), 512, false],
    ['x'.repeat(513), 512, true],
    ['x'.repeat(64 * 1024), 512, true],
    ['x'.repeat(64 * 1024 + 1), 96, true],
    ['é'.repeat(512), 512, false],
    ['é'.repeat(513), 512, true],
    // Longer texts have a preview of 96 bytes, in which no character is cut in two.
    [`${'x'.repeat(95)}${'é'.repeat(40_000)}`, 95, true],
    [`${'x'.repeat(94)}${'é'.repeat(40_000)}`, 95, true],
    [`${'x'.repeat(93)}${'🚀'.repeat(20_000)}`, 93, true],
    [`${'x'.repeat(92)}${'🚀'.repeat(20_000)}`, 94, true],
  ])('text %#', async (text, length, isCut) => {
    expect(await shown(named(text))).toEqual({ kind: 'text', value: text.slice(0, length), isCut });
  });

  it.each([16, 17])('%i bytes, and %i elements of a list', async (count) => {
    const bytes = lenRecord(3, new Uint8Array(count).fill(0xab));
    expect(await shown(bytes)).toEqual({ kind: 'bytes', value: 'ab'.repeat(16), isCut: count > 16 });
    // network_groups[0].contexts[0].metadata.edge_layers[0].layer_mux.mux_data.height_ratios_list
    const list = [2, 3, 3, 2, 4, 3, 4].reduceRight(
      (inner, number) => lenRecord(number, inner),
      concat(...Array.from({ length: count }, (_, at) => varint(300 + at))),
    );
    const value = Array.from({ length: 16 }, (_, at) => 300 + at);
    expect(await shown(list)).toEqual({ kind: 'list', value, isCut: count > 16 });
  });

  it('may be text of two bytes without a schema', async () => {
    expect(await shown(lenRecord(1, '~ '), true)).toMatchObject({ kind: 'text', value: '~ ' });
    for (const text of ['a', '\x7f\x7f', 'a\x1f']) {
      expect((await shown(lenRecord(1, Buffer.from(text)), true))?.kind).not.toBe('text');
    }
  });
});
