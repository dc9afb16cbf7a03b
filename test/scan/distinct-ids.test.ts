/** Sets of ids that must differ: more ids than the table can hold, and ids whose slots are taken already. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import {
  DistinctIds,
  type IdMemory,
  MAX_WORDS,
  SET_INTS,
  TABLE_BYTES,
} from '../../src/read/scan/distinct-ids.js';
import { planOf } from '../../src/read/scan/unroll.js';

/** Ids that share one word of the table. */
const WORD = 64;
const plan = planOf(MDL, {
  distinct: [{ field: 'ProtoMDLContext.context_index', set: 'a', within: 'ProtoMDLNetworkGroup' }],
});

/** Makes a set whose ids fill the table: the first id of every word, in another order. */
function filled(): DistinctIds {
  const ids = new DistinctIds(plan, undefined);
  ids.start();
  // 5 and the number of words have no common divisor, so every word occurs once.
  for (let i = 0; i < MAX_WORDS; i++) {
    if (!ids.take(0, 1000 * WORD + ((i * 5) % MAX_WORDS) * WORD)) expect.fail(`${i} of them`);
  }
  return ids;
}

describe('a full table of ids', () => {
  it('contains all ids', () => {
    const ids = filled();
    expect(ids.areDistinct(0)).toBe(true);
    expect(ids.least(0)).toBe(1000 * WORD);
    expect(ids.greatest(0)).toBe((1000 + MAX_WORDS - 1) * WORD);
    for (let word = 990; word < 1010; word++) {
      expect([word, ids.has(0, word * WORD), ids.has(0, word * WORD + 1)]).toEqual([
        word,
        word >= 1000,
        false,
      ]);
    }
    expect(ids.isComplete(0)).toBe(false);
  });

  it('accepts further ids in the words of the table, and recognises a repeated id', () => {
    const ids = filled();
    expect(ids.take(0, 2000 * WORD + 1)).toBe(true);
    expect(ids.take(0, 3000 * WORD + 63)).toBe(true);
    expect(ids.areDistinct(0)).toBe(true);
    expect(ids.take(0, 2000 * WORD)).toBe(false);
    expect(ids.areDistinct(0)).toBe(false);
  });

  it('adds greater ids without comparing them with earlier ones', () => {
    const ids = filled();
    for (let word = 1000 + MAX_WORDS; word < 1100 + MAX_WORDS; word++) {
      expect(ids.take(0, word * WORD + 5)).toBe(true);
    }
    expect(ids.areDistinct(0)).toBe(true);
    expect(ids.greatest(0)).toBe((1099 + MAX_WORDS) * WORD + 5);
  });

  it('cannot decide about a smaller id, and reports this once', () => {
    const ids = filled();
    expect(ids.take(0, 5 * WORD)).toBe(false);
    expect(ids.areDistinct(0)).toBe(false);
    expect(ids.take(0, 6 * WORD)).toBe(true);
    expect(ids.least(0)).toBeUndefined();
  });

  it('is empty for the next scan', () => {
    const ids = filled();
    ids.start();
    expect([ids.areDistinct(0), ids.isComplete(0), ids.least(0)]).toEqual([true, true, undefined]);
    expect(ids.has(0, 2000 * WORD)).toBe(false);
    expect(ids.take(0, 2000 * WORD)).toBe(true);
  });
});

describe('ids that share a place in the table', () => {
  const table = 64 + SET_INTS * 4;
  const shared: IdMemory = {
    memory: new Int32Array((table + TABLE_BYTES) >> 2),
    nextStamp: 1,
    sets: 64,
    table,
    firstStamp: 0,
    words: 4,
    factor: 8,
  };
  // The hash multiplies words by 1, so all small words begin at the same eight slots.
  shared.memory[2] = 1;
  const RUNS = Number(process.env.PROTOMDL_RUNS ?? 10_000) / 10;

  it('are kept separate', () => {
    const ids = new DistinctIds(plan, shared);
    fc.assert(
      fc.property(fc.array(fc.nat(4000), { maxLength: 60 }), (taken) => {
        ids.start();
        const known = new Set<number>();
        for (const id of taken) {
          const isNew = !known.has(id);
          expect(ids.take(0, id)).toBe(isNew);
          if (!isNew) return;
          known.add(id);
          expect(ids.least(0)).toBe(Math.min(...known));
          expect(ids.greatest(0)).toBe(Math.max(...known));
        }
        for (let id = 0; id <= 4001; id++) if (ids.has(0, id) !== known.has(id)) expect.fail(`${id}`);
      }),
      { numRuns: RUNS },
    );
  });
});
