/** A large failing input is reduced to a small one that fails for the same reason. */
import { describe, expect, it } from 'vitest';
import { minimise } from '../../fuzz/minimise.js';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { walkTree } from '../../src/read/tree/walk.js';

const { bytes } = (await allSpecimens()).find(({ name }) => name === 'every-action.mdl')!;

function hasAction(input: Uint8Array, name: string): boolean {
  return [...walkTree(parseTree(input))].some(({ field, isKnown }) => isKnown && field?.name === name);
}

describe('minimising', () => {
  it('keeps the records that cause the failure, and the records around them', async () => {
    let tries = 0;
    const small = await minimise(bytes, async (input) => {
      tries++;
      return hasAction(input, 'disable_lcu');
    });
    expect(bytes.length).toBeGreaterThan(300);
    expect(hasAction(small, 'disable_lcu')).toBe(true);
    // Five nested records, each with a tag and a length.
    expect(small.length).toBe(10);
    expect(tries).toBeLessThan(3000);
  });

  it('keeps the bytes before the message', async () => {
    const input = Buffer.concat([Uint8Array.of(1, 2, 3), bytes]);
    const isInteresting = async (one: Uint8Array) => one[2] === 3 && hasAction(one.subarray(3), 'enable_lcu');
    const small = await minimise(new Uint8Array(input), isInteresting, { prefix: 3 });
    expect([...small.subarray(0, 3)]).toEqual([1, 2, 3]);
    expect(small.length).toBe(13);
  });

  it('also handles bytes that are not a message, and sets irrelevant bytes to 0', async () => {
    const input = Uint8Array.from({ length: 300 }, (_, i) => i);
    const isInteresting = async (one: Uint8Array) => one.includes(77) && one.length >= 4;
    const small = await minimise(input, isInteresting, { records: false });
    expect([...small].sort()).toEqual([0, 0, 0, 77]);
  });

  it('stops after its number of tries, with an input that still fails', async () => {
    let tries = 0;
    const isInteresting = async (input: Uint8Array) => {
      tries++;
      return input.length > 200;
    };
    const small = await minimise(bytes, isInteresting, { tries: 5 });
    expect(tries).toBe(5);
    expect(small.length).toBeGreaterThan(200);
  });
});
