import { parseRange } from '@services/kit/http';
import { describe, expect, test } from 'vitest';

describe('a range of ten bytes', () => {
  test.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=4-99', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    [' bytes=0-0 ', { start: 0, end: 0 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-12', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=11-4', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
    [undefined, undefined],
  ])('%s', (header, expected) => expect(parseRange(header, 10)).toEqual(expected));

  test('of an empty file', () => {
    expect(['bytes=0-', 'bytes=-1'].map((header) => parseRange(header, 0))).toEqual([
      'unsatisfiable',
      'unsatisfiable',
    ]);
  });
});
