import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampedRow,
  rowAtScroll,
  rowToShow,
  scrolledHeight,
  scrollOfRow,
  visibleRows,
} from '../../src/page/rows/visible-rows.js';

const size = fc.record({
  count: fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 100_000 }), fc.integer({ min: 1e6, max: 1e9 })),
  rowHeight: fc.integer({ min: 18, max: 60 }),
  viewHeight: fc.integer({ min: 0, max: 2000 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('rows that can be seen', () => {
  it('fill the view, and are few', () => {
    fc.assert(
      fc.property(size, share, (list, at) => {
        const scrollTop = at * Math.max(0, scrolledHeight(list) - list.viewHeight);
        const row = rowAtScroll(scrollTop, list);
        const { from, to, top } = visibleRows(row, scrollTop, list);
        expect(from >= 0 && to <= list.count && from <= to).toBe(true);
        expect(to - from).toBeLessThanOrEqual(list.viewHeight / list.rowHeight + 6);
        // Nothing is missing above, nor below unless the list ends.
        expect(top).toBeLessThanOrEqual(scrollTop + 1e-6);
        const bottom = top + (to - from) * list.rowHeight;
        if (to < list.count) expect(bottom).toBeGreaterThanOrEqual(scrollTop + list.viewHeight - 1e-6);
      }),
    );
  });

  it('are the first at the top, and the last at the end, however many there are', () => {
    fc.assert(
      fc.property(size, (list) => {
        expect(rowAtScroll(0, list)).toBe(0);
        const end = Math.max(0, scrolledHeight(list) - list.viewHeight);
        const { to } = visibleRows(rowAtScroll(end, list), end, list);
        expect(to).toBe(list.count);
        expect(scrolledHeight(list)).toBeLessThanOrEqual(8_000_000);
      }),
    );
  });

  it('are scrolled to where they were scrolled from', () => {
    fc.assert(
      fc.property(size, share, (list, at) => {
        const row = clampedRow(at * list.count, list);
        expect(rowAtScroll(scrollOfRow(row, list), list)).toBeCloseTo(row, 3);
      }),
    );
  });

  it('are exact to the pixel in lists that fit', () => {
    const list = { count: 1000, rowHeight: 26, viewHeight: 260 };
    expect(scrolledHeight(list)).toBe(26_000);
    expect(rowAtScroll(2600, list)).toBeCloseTo(100, 9);
    expect(visibleRows(100, 2600, list)).toEqual({ from: 98, to: 112, top: 2600 - 52 });
  });

  it('include the one that is asked for, moved as little as possible', () => {
    fc.assert(
      fc.property(size, share, share, (list, from, to) => {
        if (list.count === 0 || list.viewHeight < list.rowHeight) return;
        const row = clampedRow(from * list.count, list);
        const index = Math.min(list.count - 1, Math.floor(to * list.count));
        const next = rowToShow(index, row, list);
        const seen = list.viewHeight / list.rowHeight;
        expect(next <= index + 1e-6 && index + 1 <= next + seen + 1e-6).toBe(true);
        if (index >= row && index + 1 <= row + seen) expect(next).toBe(row);
      }),
    );
  });
});
