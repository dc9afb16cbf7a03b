/** For each limit of a reduction, the largest value within it, and the next value. */
import { expect, it } from 'vitest';
import { numberAttempts } from '../../src/attack/reduce/numbers.js';
import { alikeAttempts, freightAttempts, pairAttempts } from '../../src/attack/reduce/structure.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { concat, lenRecord, varintRecord } from '../arbitrary/wire-writer.js';

const times = (count: number, record: Uint8Array): Uint8Array => concat(...Array(count).fill(record));
const extensions = (count: number, value: number) =>
  parseTree(times(count, lenRecord(5, varintRecord(1, value))));

it('up to 20 records are removed in pairs, except for pairs of a message and its own record', () => {
  expect(pairAttempts(parseTree(times(20, lenRecord(2, ''))))).toHaveLength((20 * 19) / 2);
  expect(pairAttempts(parseTree(times(21, lenRecord(2, ''))))).toHaveLength(0);
  expect(pairAttempts(extensions(2, 7))).toHaveLength(6 - 2);
});

it('records of one field are removed together if there are several', () => {
  expect(alikeAttempts(extensions(1, 7))).toHaveLength(0);
  expect(alikeAttempts(extensions(2, 7)).map(({ weight }) => weight)).toEqual([8, 4]);
});

it('payloads of 256 bytes or more are blobs', () => {
  const blob = (size: number) => freightAttempts(parseTree(lenRecord(3, new Uint8Array(size))));
  expect([blob(255).length, blob(256).length]).toEqual([0, 1]);
  const inside = (size: number) => freightAttempts(parseTree(lenRecord(2, lenRecord(6, 'n'.repeat(size)))));
  expect([inside(255).length, inside(256).length]).toEqual([0, 1]);
});

it('the smallest value is searched for among up to 40 values, if neither 0 nor 1 is interesting', () => {
  for (const [count, isSearched] of [
    [40, true],
    [41, false],
  ] as const) {
    const [zero] = numberAttempts(extensions(count, 5));
    const [one] = zero?.failed?.() ?? [];
    expect(one?.failed?.()).toHaveLength(isSearched ? 1 : 0);
  }
  // A zero needs no attempt, and a one has a single attempt.
  expect(numberAttempts(extensions(3, 0))).toHaveLength(0);
  const [zero, ...others] = numberAttempts(extensions(1, 1));
  expect([zero?.failed?.(), others]).toEqual([[], []]);
});
