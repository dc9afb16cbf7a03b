import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsOf } from '../../src/page/views/timeline/bins.js';
import { chartFrame, frameRows, hitAt, stepAtX, xOf } from '../../src/page/views/timeline/frame.js';
import { kindsInOrder, madeUp, stepLists } from './timelines.js';

const lists = await stepLists();
const some = lists.filter(({ count }) => count > 20);

const place = fc.record({
  list: fc.constantFrom(...some),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  span: fc.double({ min: 0.001, max: 1, noNaN: true }),
  columns: fc.integer({ min: 1, max: 900 }),
});

describe('bins', () => {
  it('count each step of a range once, in its row', () => {
    fc.assert(
      fc.property(place, fc.nat(), ({ list, from, span, columns }, hide) => {
        const seen = { from: from * list.count, to: from * list.count + Math.max(1, span * list.count) };
        const hidden = list.lanes[hide % list.lanes.length];
        const lanes = list.lanes.filter((lane) => lane !== hidden);
        const kinds = kindsInOrder(list);
        const { triggerKinds, actionKinds } = list.timeline;
        const rows = frameRows(
          chartFrame({ width: 900 }, lanes, false),
          triggerKinds.length + actionKinds.length,
        );
        const { counts, written, sum } = binsOf(list, seen, columns, lanes.length, rows);
        const inside = [...kinds.keys()].filter((step) => step >= seen.from && step < seen.to);
        for (const [row, { id }] of lanes.entries()) {
          const own = counts.subarray(row * columns, (row + 1) * columns);
          const wanted = new Array<number>(columns).fill(0);
          for (const step of inside) {
            if (kinds[step] !== id) continue;
            const column = Math.floor(((step - seen.from) / (seen.to - seen.from)) * columns);
            wanted[Math.min(columns - 1, column)]!++;
          }
          // Because of rounding, a step on the edge of two columns may be in either column.
          expect(own.reduce((all, count) => all + count, 0)).toBe(
            wanted.reduce((all, count) => all + count, 0),
          );
          const differing = wanted.filter((count, column) => count !== own[column]).length;
          expect(differing).toBeLessThanOrEqual(2);
        }
        const bytes = inside.reduce((all, step) => all + list.at(step).configuration, 0);
        expect(written.reduce((all, value) => all + value, 0)).toBe(bytes);
        if (inside.length === 0) return;
        const before = [...kinds.keys()].filter((step) => step <= (inside.at(-1) as number));
        expect(sum.at(-1)).toBe(before.reduce((all, step) => all + list.at(step).configuration, 0));
      }),
    );
  });

  it('can count a million actions', () => {
    const list = madeUp(1000, 1000);
    const rows = Int16Array.from([0, 1, 2]);
    const { counts, sum } = binsOf(list, { from: 0, to: list.count }, 1000, 3, rows);
    expect(counts.reduce((all, count) => all + count, 0)).toBe(list.count);
    expect(sum.at(-1)).toBe(4_000_000);
  });
});

describe('places in the drawing', () => {
  it('are converted from a step to a pixel and back', () => {
    fc.assert(
      fc.property(place, ({ list, from, span }) => {
        const seen = { from: from * list.count, to: from * list.count + Math.max(8, span * list.count) };
        const frame = chartFrame({ width: 700 }, list.lanes, true);
        expect(xOf(frame, seen, seen.from)).toBe(frame.left);
        expect(xOf(frame, seen, seen.to)).toBeCloseTo(700, 6);
        expect(stepAtX(frame, seen, xOf(frame, seen, 17.25))).toBeCloseTo(17.25, 6);
      }),
    );
  });

  it('return the step that is drawn there', () => {
    for (const list of some) {
      const frame = chartFrame({ width: 900 }, list.lanes, false);
      const seen = { from: 0, to: Math.min(list.count, 80) };
      for (let step = 0; step < seen.to; step++) {
        const row = frame.lanes.indexOf(list.laneAt(step));
        const at = { x: xOf(frame, seen, step + 0.5), y: frame.lanesTop + (row + 0.5) * frame.laneHeight };
        expect(hitAt(list, frame, seen, at)?.step).toBe(step);
        expect(hitAt(list, frame, seen, { ...at, y: frame.areaTop })).toBeUndefined();
        expect(hitAt(list, frame, seen, { ...at, x: 3 })).toBeUndefined();
      }
    }
  });

  it('return the nearest step of the kind if many steps share a pixel, and the number of these steps', () => {
    const list = madeUp(100, 1000);
    const frame = chartFrame({ width: 900 }, list.lanes, false);
    const seen = { from: 0, to: list.count };
    const row = frame.lanes.findIndex(({ title }) => title === 'enable_lcu');
    const at = { x: frame.left + 400, y: frame.lanesTop + (row + 0.5) * frame.laneHeight };
    const hit = hitAt(list, frame, seen, at);
    expect(hit?.sharing).toBeGreaterThan(50);
    expect(list.at(hit?.step as number).lane.title).toBe('enable_lcu');
    expect(Math.abs((hit?.step as number) - stepAtX(frame, seen, at.x))).toBeLessThan(3);
  });

  it('have a row for each visible kind, and no row for other kinds', () => {
    const { lanes } = madeUp(2, 4);
    const frame = chartFrame({ width: 360 }, lanes.slice(1), true);
    expect([...frameRows(frame, 3)]).toEqual(
      lanes.map(({ id }) => frame.lanes.findIndex((lane) => lane.id === id)),
    );
    expect(frame.height).toBe(frame.orderTop + frame.orderHeight);
    expect(frame.left + frame.width).toBe(360);
    expect(chartFrame({ width: 0 }, lanes, false).width).toBeGreaterThan(0);
  });
});
