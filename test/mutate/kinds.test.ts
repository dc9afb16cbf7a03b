import { expect, it } from 'vitest';
import { Census } from '../../src/attack/mutate/census.js';
import { ANY_RECORD } from '../../src/attack/mutate/targets.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';

const times = (count: number, record: Uint8Array): Uint8Array => concat(...Array(count).fill(record));
const kindsOf = (bytes: Uint8Array) =>
  new Census(parseTree(bytes)).of(ANY_RECORD()).map(({ number, places }) => [number, places.length]);

it('a kind of records has up to 8 positions', () => {
  expect(kindsOf(concat(times(8, lenRecord(3, 'a')), times(9, lenRecord(2, ''))))).toEqual([
    [3, 8],
    [2, 8],
  ]);
});

it('up to 64 elements of a list, and up to 4,096 records, are looked at', () => {
  // The elements are spread evenly: the last group, which alone has contexts, is one of 64, and is not found in more.
  const groups = (count: number) =>
    concat(times(count - 1, lenRecord(2, '')), lenRecord(2, lenRecord(3, '')));
  expect(kindsOf(groups(64))).toEqual([
    [2, 8],
    [3, 1],
  ]);
  expect(kindsOf(groups(65))).toEqual([[2, 8]]);
});
