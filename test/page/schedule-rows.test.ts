/** Rows of the schedule, and the times of work that can be distinguished in the picture. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowLines, scheduleRows, stretches } from '../../src/page/views/network/schedule-rows.js';
import { readNetwork } from '../../src/show/network/read-network.js';
import { CHAIN_EDGES, chain, modelWith, notesOf } from '../network/made-notes.js';

const network = await readNetwork(
  modelWith(
    notesOf({
      network: {
        layers: chain(),
        edges: CHAIN_EDGES,
        figures: [{ layer: 0, cycles: 900n, utilization: 0.5 }],
      },
    }),
  ),
);

const work = (name: string, ...steps: readonly (readonly [number, number])[]) => ({
  name,
  starts: Float64Array.from(steps, ([start]) => start),
  ends: Float64Array.from(steps, ([, end]) => end),
});

describe('lines of a schedule', () => {
  const layers = [
    work('dw1', [50, 60], [70, 95]),
    work('conv1', [1, 10], [11, 30]),
    work('sim_portal', [5, 9]),
  ];
  const schedule = { name: 'context_0', layers: [...layers, work('nothing')], cycles: 95 };

  it('are sorted by the start of layers, without layers that never start', () => {
    const rows = scheduleRows(network, schedule);
    expect(
      rows.map(({ work, position, first, last, busy }) => [work.name, position, first, last, busy]),
    ).toEqual([
      ['conv1', 1, 1, 30, 28],
      ['sim_portal', -1, 5, 9, 4],
      ['dw1', 2, 50, 95, 35],
    ]);
  });

  it('describe the layer, and mark the layer that limits the frame rate', () => {
    const [conv, portal] = scheduleRows(network, schedule);
    if (conv === undefined || portal === undefined) throw new Error('lines are missing');
    expect(rowLines(network, conv)).toEqual([
      'conv1',
      'cycles 1 to 30, 2 rows',
      'works in 28 of them',
      'utilisation 50 %',
      'limits the frame rate',
    ]);
    expect(rowLines(network, portal)).toEqual(['sim_portal', 'cycles 5 to 9, 1 rows', 'works in 4 of them']);
  });
});

describe('the drawn times of work', () => {
  const steps = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), { maxLength: 60 })
    .map((gaps) => {
      let at = 0;
      return gaps.map(([gap, length]) => {
        const start = at + gap;
        at = start + length;
        return [start, at] as const;
      });
    });

  it('cover every pixel in which a layer works, and no pixel two or more away from such a pixel', () => {
    fc.assert(
      fc.property(
        steps,
        fc.nat(500),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 10, max: 400 }),
        (of, from, span, width) => {
          const found = stretches(work('layer', ...of), from, from + span, width);
          const perCycle = width / span;
          const spans = Array.from(
            { length: found.length / 2 },
            (_, at) => [found[2 * at] as number, found[2 * at + 1] as number] as const,
          );
          for (const [left, right] of spans) {
            expect(left).toBeGreaterThanOrEqual(0);
            expect(right).toBeLessThanOrEqual(width + 1);
          }
          for (let at = 1; at < spans.length; at++) {
            expect(spans[at]?.[0]).toBeGreaterThan(spans[at - 1]?.[1] as number);
          }
          for (const [start, end] of of) {
            if (end <= from || start >= from + span || end === start) continue;
            const middle = ((Math.max(start, from) + Math.min(end, from + span)) / 2 - from) * perCycle;
            expect(spans.some(([left, right]) => left <= middle + 1e-6 && middle <= right + 1e-6)).toBe(true);
          }
          for (let pixel = 0.5; pixel < width; pixel++) {
            const cycle = from + pixel / perCycle;
            const isNear = of.some(
              ([start, end]) => start - 2 / perCycle <= cycle && cycle <= end + 2 / perCycle,
            );
            if (!isNear) expect(spans.some(([left, right]) => left < pixel && pixel < right)).toBe(false);
          }
        },
      ),
    );
  });
});
