/** Long layouts are divided into columns, and compared with the layout in one column. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeBoxes, type DrawingLayout } from '../../src/show/drawing/layout.js';
import { drawingOf } from '../../src/show/drawing/network-drawing.js';
import { wrapped } from '../../src/show/drawing/wrapped-layout.js';
import { networkOf } from './network.js';

const ROOM = { width: 1000, height: 600 };
const BOX = { width: 120, height: 40 };
const ALL = { by: 'none', open: new Set<string>(), plumbing: false } as const;
const scaleOf = ({ width, height }: DrawingLayout): number =>
  Math.min(ROOM.width / width, ROOM.height / height);
const chain = (count: number) => Array.from({ length: count - 1 }, (_, from) => ({ from, to: from + 1 }));

/** Chains with additional links, some of which skip many boxes or lead back. */
const graphs = fc.integer({ min: 2, max: 60 }).chain((count) => {
  const at = fc.nat(count - 1);
  const link = fc.record({ from: at, to: at }).filter(({ from, to }) => from !== to);
  const more = fc.array(link, { maxLength: 8 });
  return fc.record({ count: fc.constant(count), links: more.map((list) => [...chain(count), ...list]) });
});

const longLayout = (count: number, links: { from: number; to: number }[]): Promise<DrawingLayout> =>
  arrangeBoxes(
    Array.from({ length: count }, () => BOX),
    links,
  );

describe('a long layout', () => {
  it('is divided into columns in which boxes keep their size, links keep their ends, and nothing overlaps', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async ({ count, links }) => {
        const long = await longLayout(count, links);
        const layout = wrapped(long, ROOM);
        expect(scaleOf(layout)).toBeGreaterThanOrEqual(scaleOf(long) * 0.9);
        if (layout === long) return;
        for (const [at, { x, y, width, height }] of layout.boxes.entries()) {
          expect({ width, height }).toEqual(BOX);
          expect(x).toBeGreaterThan(-0.01);
          expect(y).toBeGreaterThan(-0.01);
          expect(x + width).toBeLessThan(layout.width + 0.01);
          expect(y + height).toBeLessThan(layout.height + 0.01);
          for (const other of layout.boxes.slice(at + 1)) {
            const isApart =
              Math.abs(x - other.x) >= BOX.width - 0.01 || Math.abs(y - other.y) >= BOX.height - 0.01;
            expect(isApart).toBe(true);
          }
        }
        for (const [at, route] of layout.routes.entries()) {
          const [was, ends] = [long.routes[at] as Float64Array, links[at] as { from: number; to: number }];
          // Both ends of a link keep their positions relative to their boxes.
          for (const [box, x] of [
            [ends.from, 0],
            [ends.to, -2],
          ] as const) {
            const [before, after] = [long.boxes[box], layout.boxes[box]];
            expect(route.at(x)! - after!.x).toBeCloseTo(was.at(x)! - before!.x, 6);
            expect(route.at(x === 0 ? 1 : -1)! - after!.y).toBeCloseTo(
              was.at(x === 0 ? 1 : -1)! - before!.y,
              6,
            );
          }
          for (let point = 0; point < route.length; point += 2) {
            expect(route[point]!).toBeGreaterThan(-0.01);
            expect(route[point]!).toBeLessThan(layout.width + 0.01);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is read from the top of each column, left to right', async () => {
    const long = await longLayout(80, chain(80));
    const { boxes } = wrapped(long, ROOM);
    const columns = [...new Set(boxes.map(({ x }) => x))];
    expect(columns.length).toBeGreaterThan(3);
    expect(columns).toEqual(columns.toSorted((a, b) => a - b));
    expect(new Set(columns.map((column) => boxes.find(({ x }) => x === column)?.y)).size).toBe(1);
    const places = boxes.map(({ x, y }) => x * 1e5 + y);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('makes the text of 80 boxes readable, unlike one column', async () => {
    const long = await longLayout(80, chain(80));
    expect(scaleOf(long)).toBeLessThan(0.15);
    expect(scaleOf(wrapped(long, ROOM))).toBeGreaterThan(0.55);
  });

  it('has links between columns that run between boxes, not through them', async () => {
    const layout = wrapped(await longLayout(80, chain(80)), ROOM);
    for (const route of layout.routes) {
      for (let at = 0; at + 3 < route.length; at += 2) {
        // Returns points on each straight part of a link.
        for (const share of [0.25, 0.5, 0.75]) {
          const x = route[at]! + (route[at + 2]! - route[at]!) * share;
          const y = route[at + 1]! + (route[at + 3]! - route[at + 1]!) * share;
          const inside = layout.boxes.filter(
            (box) =>
              x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1,
          );
          expect(inside).toEqual([]);
        }
      }
    }
  });

  it('stays as it is if it is readable', async () => {
    const short = await longLayout(6, chain(6));
    expect(wrapped(short, ROOM)).toBe(short);
  });

  it('has a frame for each context in each column, around its own boxes only', async () => {
    const links = chain(80).map(({ from, to }): [number, number] => [from, to]);
    const framed = networkOf(
      Array.from({ length: 80 }, (_, at) => ({ context: at < 30 ? 0 : 1 })),
      links,
    );
    const { layout, clusterWords } = await drawingOf(framed, ALL, ROOM);
    expect(layout.width).toBeGreaterThan(layout.height);
    const titles = clusterWords.map(({ title }) => title.replace(/ …$/, ''));
    expect(new Set(titles)).toEqual(new Set(['context_0', 'context_1']));
    expect(clusterWords.filter(({ title }) => !title.endsWith('…'))).toHaveLength(2);
    for (const [at, box] of layout.boxes.entries()) {
      const around = layout.clusters.filter(
        ({ x, y, width, height }) =>
          box.x > x && box.x + box.width < x + width && box.y > y && box.y + box.height < y + height,
      );
      expect(around.map(({ cluster }) => cluster)).toEqual([at < 30 ? 0 : 1]);
    }
    for (const [at, frame] of layout.clusters.entries()) {
      expect(Math.min(frame.x, frame.y)).toBeGreaterThan(-0.01);
      for (const other of layout.clusters.slice(at + 1)) {
        const isApart =
          frame.x + frame.width <= other.x ||
          other.x + other.width <= frame.x ||
          frame.y + frame.height <= other.y ||
          other.y + other.height <= frame.y;
        expect(isApart).toBe(true);
      }
    }
  });

  it('begins a column with a context if possible', async () => {
    const links = chain(76).map(({ from, to }): [number, number] => [from, to]);
    const contexts = Array.from({ length: 4 }, (_, at) => at);
    const even = networkOf(
      Array.from({ length: 76 }, (_, at) => ({ context: Math.floor(at / 19) })),
      links,
    );
    const network = {
      ...even,
      contexts: contexts.map((index) => ({ ...even.contexts[0]!, name: `c${index}`, index })),
    };
    const { clusterWords } = await drawingOf(network, ALL, { width: 1000, height: 1300 });
    expect(clusterWords.map(({ title }) => title)).toEqual(['c0', 'c1', 'c2', 'c3']);
  });
});
