import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tickOf } from '../../src/page/views/timeline/bins.js';
import { stepAfterKey } from '../../src/page/views/timeline/step-keys.js';
import { allOf, panned, showing, zoomedStretch } from '../../src/page/views/timeline/stretch-seen.js';
import { kindsInOrder, madeUp } from './timelines.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const move = fc.oneof(
  fc.record({
    by: fc.constant('zoom' as const),
    at: share,
    factor: fc.double({ min: 0.05, max: 20, noNaN: true }),
  }),
  fc.record({ by: fc.constant('pan' as const), steps: fc.integer({ min: -5000, max: 5000 }) }),
  fc.record({ by: fc.constant('show' as const), step: share }),
);

describe('the visible range', () => {
  it('stays in the list after any change', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3000 }), fc.array(move, { maxLength: 20 }), (count, moves) => {
        let seen = allOf(count);
        for (const next of moves) {
          if (next.by === 'zoom') seen = zoomedStretch(seen, next.at, next.factor, count);
          else if (next.by === 'pan') seen = panned(seen, next.steps, count);
          else if (count > 0) {
            const step = Math.min(count - 1, Math.floor(next.step * count));
            seen = showing(seen, step, count);
            expect(seen.from <= step + 1e-6 && seen.to >= step + 1 - 1e-6).toBe(true);
          }
          expect(seen.from).toBeGreaterThanOrEqual(0);
          expect(seen.to).toBeLessThanOrEqual(Math.max(1, count));
          expect(seen.to - seen.from).toBeGreaterThanOrEqual(Math.min(8, Math.max(1, count)) - 1e-6);
        }
      }),
    );
  });

  it('keeps the point under the pointer in place', () => {
    const seen = { from: 400, to: 600 };
    const closer = zoomedStretch(seen, 0.25, 4, 1000);
    expect(closer.from + 0.25 * (closer.to - closer.from)).toBeCloseTo(450, 9);
    expect(closer.to - closer.from).toBeCloseTo(50, 9);
    expect(zoomedStretch(closer, 0.25, 0.25, 1000)).toEqual(seen);
    expect(panned(seen, 100, 1000)).toEqual({ from: 500, to: 700 });
    expect(panned(seen, 1e9, 1000)).toEqual({ from: 800, to: 1000 });
  });

  it('does not move if the step is visible already', () => {
    expect(showing({ from: 400, to: 600 }, 500, 1000)).toEqual({ from: 400, to: 600 });
    expect(showing({ from: 400, to: 600 }, 0, 1000)).toEqual({ from: 0, to: 200 });
  });

  it('has marks at round numbers, at most the requested number', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e7, noNaN: true }),
        fc.double({ min: 1, max: 40, noNaN: true }),
        (span, most) => {
          const step = tickOf(span, most);
          expect(String(step)).toMatch(/^[125]0*$/);
          expect(span / step).toBeLessThanOrEqual(most + 1e-6);
        },
      ),
    );
  });
});

describe('keys', () => {
  const list = madeUp(5, 4);
  const key = (name: string, from: number, shown?: Uint32Array): number | undefined =>
    stepAfterKey(name, from, list, shown, 7);

  it('move from step to step, from operation to operation, and by pages', () => {
    expect([key('ArrowRight', 3), key('ArrowLeft', 3), key('ArrowRight', 24), key('ArrowLeft', 0)]).toEqual([
      4, 2, 24, 0,
    ]);
    expect([key('ArrowDown', 3), key('ArrowUp', 13), key('ArrowDown', 24), key('ArrowUp', 2)]).toEqual([
      5, 5, 20, 0,
    ]);
    expect([key('PageDown', 3), key('PageUp', 3), key('Home', 9), key('End', 9)]).toEqual([10, 0, 0, 24]);
    expect([key('ArrowRight', -1), key('ArrowDown', -1)]).toEqual([0, 0]);
    expect(key('x', 3)).toBeUndefined();
  });

  it('skip hidden steps', () => {
    const kinds = kindsInOrder(list);
    const hidden = list.lanes.find(({ title }) => title === 'write_ccw')?.id;
    const shown = list.shown(new Set([hidden as number])) as Uint32Array;
    for (let from = -1; from < list.count; from++) {
      for (const name of [
        'ArrowRight',
        'ArrowLeft',
        'ArrowDown',
        'ArrowUp',
        'PageDown',
        'PageUp',
        'Home',
        'End',
      ]) {
        expect(kinds[key(name, from, shown) as number]).not.toBe(hidden);
      }
    }
    // From either side, the nearest step that is not hidden is chosen.
    expect([key('ArrowRight', 0, shown), key('ArrowLeft', 4, shown)]).toEqual([2, 2]);
    expect(key('ArrowRight', 0, new Uint32Array())).toBeUndefined();
  });
});
