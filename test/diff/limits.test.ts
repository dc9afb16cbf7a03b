/** For each limit of a comparison, the largest value within it, and the next value. */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { align } from '../../src/tools/diff/align.js';
import { readApplication } from '../../src/tools/diff/application.js';
import { changedPart } from '../../src/tools/diff/changed-part.js';
import { ContentReader, commonSuffix, prefixOf, Segment } from '../../src/tools/diff/content.js';
import { lenRecord } from '../arbitrary/wire-writer.js';
import { encoded } from '../rules/core-op-findings.js';
import { diffBytes } from './models.js';

it.each([
  // All elements that are common occur several times. The best alignment is searched for in up to 2^20 cells; in more
  // cells, each match is at most 24 elements ahead, so that the first 6 matches are missed.
  [1024, 1024, 1024 - 30],
  [1025, 1024, 1024 - 30 - 6],
])('%i and %i elements have %i matches', (left, right, count) => {
  const a = Int32Array.from({ length: left }, (_, at) => (at < 30 ? 1 : 2));
  const b = Int32Array.from({ length: right }, (_, at) => (at < right - 30 ? 2 : 1));
  expect(align(a, b).filter((match) => match >= 0)).toHaveLength(count);
});

it('lists of up to 3 values, and texts of up to 160 characters, are shown whole', () => {
  expect(changedPart('scale [1 2 3]', 'scale [1 2 4]')).toEqual(['scale [1 2 3]', 'scale [1 2 4]']);
  expect(changedPart('scale [1 2 3 4]', 'scale [1 2 3 5]')).toEqual(['scale [3] 4 of 4', 'scale [3] 5 of 4']);
  expect(changedPart('', 'x'.repeat(160))[1]).toBe('x'.repeat(160));
  expect(changedPart('', 'x'.repeat(161))[1]).toBe(`${'x'.repeat(160)}… (161 characters)`);
});

it('strings of up to 256 bytes are shown whole', async () => {
  const named = (name: string) =>
    encoded({ network_groups: [{ network_group_metadata: { network_group_name: name } }] });
  for (const length of [256, 257]) {
    const { changes } = await diffBytes(named(`a${'n'.repeat(length - 1)}`), named('b'), { framing: 'bare' });
    const [change] = changes.filter(({ kind }) => kind === 'changed');
    expect(change?.before?.shown).toMatchObject({
      value: `a${'n'.repeat(255)}${length > 256 ? '…' : ''}`,
      bytes: length,
    });
  }
});

it('the first 256 groups are compared as an application sees them', async () => {
  for (const count of [256, 257]) {
    const { groups } = await readApplication(
      memorySource(encoded({ network_groups: Array(count).fill({}) })),
      'bare',
    );
    expect(groups).toHaveLength(256);
  }
});

it('values in 100 levels are compared, and deeper messages as a whole', async () => {
  const path = [2, 3, 3, 2, 4];
  const nested = (levels: number, name: string) => {
    let file = levels % 2 === 1 ? lenRecord(1, name) : lenRecord(3, '');
    for (let level = levels - 1; level >= 0; level--)
      file = lenRecord(path[level] ?? (level % 2 === 0 ? 2 : 5), file);
    return file;
  };
  const { changes } = await diffBytes(nested(99, 'a'), nested(99, 'b'), { framing: 'bare' });
  expect(changes.map(({ before }) => before?.shown.value)).toEqual(['a']);
  const deep = await diffBytes(nested(103, 'a'), nested(103, 'b'), { framing: 'bare' });
  expect(deep.changes.map(({ before }) => before?.shown.value)).not.toContain('a');
  expect(deep.verdict).not.toBe('equal');
});

describe('the common beginning and end of two stretches', () => {
  const LENGTHS = [0, 1, 31, 32, 33, 36, 287, 288, 289, 300, 4400, 9001];

  it.each(LENGTHS)('are as long as byte by byte: %i bytes', (length) => {
    for (const at of [-1, 0, 30, 31, 32, 33, 35, 36, 60, 285, 290, 4300, 4385, 9000]) {
      for (const shift of [0, 3]) {
        const a = Uint8Array.from({ length: length + shift }, (_, i) => (i - shift) * 7);
        const b = Uint8Array.from({ length }, (_, i) => i * 7);
        const of = (bytes: Uint8Array) =>
          new Segment(new ContentReader(memorySource(bytes), bytes.length), bytes.length - length, length);
        const isDifferent = at >= 0 && at < length;
        if (isDifferent) b[at]! ^= 1;
        expect(prefixOf(a, shift, b, 0, length)).toBe(isDifferent ? at : length);
        expect(commonSuffix(of(a), of(b))).toBe(isDifferent ? length - at - 1 : length);
      }
    }
  });
});
