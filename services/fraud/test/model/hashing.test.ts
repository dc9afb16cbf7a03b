import { describe, expect, test } from 'vitest';
import { hashText, SLOT_BITS, wordSlot } from '../../src/model/hashing.js';
import { readText } from '../../src/text/reading.js';

/** FNV-1a and MurmurHash3's finalizer, written from their authors' definitions with big integers. */
const BITS = 0xffff_ffffn;
function fnv(text: string, from = 0x811c9dc5n): bigint {
  let hash = from;
  for (const character of text) hash = ((hash ^ BigInt(character.charCodeAt(0))) * 0x01000193n) & BITS;
  return hash;
}
function finished(hash: bigint): bigint {
  let h = hash & BITS;
  h = ((h ^ (h >> 16n)) * 0x85ebca6bn) & BITS;
  h = ((h ^ (h >> 13n)) * 0xc2b2ae35n) & BITS;
  return h ^ (h >> 16n);
}

/** Returns the signs by slot of a text: its words, its pairs of words, and its runs of three to five characters. */
function expected(words: readonly string[]): Map<number, number> {
  const line = ` ${words.map((word) => `${word} `).join('')}`;
  const hashes = words.flatMap((word, at) => {
    const before = words[at - 1];
    const pair = before === undefined ? [] : [finished((fnv(before) * 31n) ^ fnv(word) ^ 0x85ebca6bn)];
    return [finished(fnv(word) ^ 0x9e3779b9n), ...pair];
  });
  for (let at = 0; at + 3 <= line.length; at++) {
    for (let n = 3; n <= 5 && at + n <= line.length; n++) {
      hashes.push(finished(fnv(line.slice(at, at + n)) ^ BigInt(n - 1)));
    }
  }
  const signs = new Map<number, number>();
  for (const hash of hashes) {
    const slot = Number(hash >> BigInt(32 - SLOT_BITS));
    if (!signs.has(slot)) signs.set(slot, hash & 1n ? 1 : -1);
  }
  return signs;
}

const hashed = (text: string) => {
  const { slots, signs } = hashText(readText(text), false);
  expect(new Set(slots).size).toBe(slots.length);
  return new Map(Array.from(slots, (slot, at) => [slot, signs[at] as number]));
};

describe('a hashed text', () => {
  test.each([
    ['one', ['one']],
    ['hi', ['hi']],
    ['the same the same the', ['the', 'same', 'the', 'same', 'the']],
    ['code 123456 at 10:30', ['code', '<6>', 'at', '<time>']],
  ])('%s has its words, pairs of words and runs of characters', (text, words) => {
    const sorted = (signs: ReadonlyMap<number, number>) => [...signs].sort(([a], [b]) => a - b);
    expect(sorted(hashed(text))).toEqual(sorted(expected(words)));
  });

  test('uses at most 3,000 characters of the text', () => {
    const words = (count: number) =>
      Array.from({ length: count }, (_, n) => `w${String.fromCharCode(97 + (n % 26))}`);
    const [most, more] = [words(1_000), [...words(1_000), 'unlike', 'others']];
    expect(hashed(more.join(' '))).toEqual(hashed([...most].join(' ')));
    expect(hashed([...words(900), 'unlike'].join(' ')).size).toBeGreaterThan(
      hashed(words(901).join(' ')).size,
    );
  });
});

test('a word alone has the same slot as in a text', () => {
  const reading = readText('invoice');
  const { slot, sign } = wordSlot(reading.tokens[0]!);
  expect(hashed('invoice').get(slot)).toBe(sign);
});
