import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextView } from '../../src/read/model/mdl.gen.js';
import { viewOf } from '../../src/read/model/typed-view.js';
import { concat, lenRecord, prefixed, tag, varint, varintRecord } from '../arbitrary/wire-writer.js';
import { operations } from './operations.js';
import { share } from './runs.js';
import { everyList } from './schemas.js';
import { inMemory, inPages, inParts } from './stores.js';

const UINT32 = 13;

describe('elements by index', () => {
  it('are the same by index as in a loop, in any order', async () => {
    // More than 4096 times 64 elements: above this number, fewer positions are stored.
    const count = 270_000;
    const half = Buffer.concat(Array.from({ length: count / 2 }, (_, i) => varint(i)));
    const bytes = concat(tag(UINT32, 2), prefixed(half), tag(UINT32, 2), prefixed(half));
    const truth = (i: number) => i % (count / 2);
    for (const view of [inMemory(bytes, everyList.layout), inPages(bytes, everyList.layout)]) {
      const list = view.scalars<number>(UINT32);
      expect(list.at(count - 1)).toBe(truth(count - 1));
      expect(list.length).toBe(count);
      const some = fc.oneof(fc.nat(count - 1), fc.integer({ min: count / 2 - 70, max: count / 2 + 70 }));
      fc.assert(
        fc.property(some, (i) => {
          expect([list.at(i), list.at(i + 1), list.at(i - count)]).toEqual([
            truth(i),
            i + 1 < count ? truth(i + 1) : undefined,
            truth(i),
          ]);
        }),
        { numRuns: 300 },
      );
      expect(list.at(count)).toBeUndefined();
      let wrong = 0;
      list.forEach((value, i) => {
        if (value !== truth(i)) wrong++;
      });
      expect(wrong).toBe(0);
    }
  });

  it('are right for any list', () => {
    const element = fc.nat(300).map((value) => ({ values: [value], bytes: varintRecord(UINT32, value) }));
    const packed = fc.array(fc.nat(300), { maxLength: 200 }).map((values) => ({
      values,
      bytes: concat(tag(UINT32, 2), prefixed(concat(...values.map((value) => varint(value))))),
    }));
    const other = fc.constant({ values: [] as number[], bytes: lenRecord(9, 'something else') });
    const lists = fc.array(fc.oneof(element, packed, other), { maxLength: 12 });
    fc.assert(
      fc.property(
        lists,
        fc.array(fc.integer({ min: -20, max: 400 }), { maxLength: 20 }),
        (parts, indexes) => {
          const truth = parts.flatMap(({ values }) => values);
          const records = parts.map(({ bytes }) => bytes);
          const bytes = concat(...records);
          const { layout } = everyList;
          for (const view of [inMemory(bytes, layout), inPages(bytes, layout), inParts(records, layout)]) {
            const list = view.scalars<number>(UINT32);
            for (const i of indexes) expect(list.at(i)).toBe(truth.at(i));
            expect(list.length).toBe(truth.length);
            expect([...list]).toEqual(truth);
          }
        },
      ),
      share(0.05),
    );
  });

  it('a loop by index visits each element once, and an access to earlier elements does not start again', () => {
    const bytes = operations(20_000);
    const view = viewOf(ContextView, bytes);
    // Instead of time, the test counts the elements that cursors visit.
    const { length } = view.operations;
    const original = view.view.walk;
    let steps = 0;
    view.view.walk = function (this: typeof view.view) {
      const walker = original.call(this);
      const next = walker.nextOf;
      walker.nextOf = function (this: typeof walker, field) {
        steps++;
        return next.call(this, field);
      };
      return walker;
    };
    const fresh = viewOf(ContextView, bytes);
    fresh.view.walk = view.view.walk;
    let sum = 0;
    for (let i = 0; i < length; i++) sum += fresh.operations.at(i)?.actions.at(0)?.uniqueId ?? 0;
    expect(sum).toBe((length * (length - 1)) / 2);
    expect(steps).toBe(length);
    steps = 0;
    for (let i = length - 1; i > 0; i -= 997) fresh.operations.at(i);
    expect(steps).toBeLessThan((length / 997 + 1) * 65);
  });
});
