import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openFile } from '../../src/base/source/file.js';
import { usualFold } from '../../src/show/drawing/fold.js';
import { arrangeBoxes, type DrawingLayout, MAX_CAREFUL } from '../../src/show/drawing/layout.js';
import { drawingOf } from '../../src/show/drawing/network-drawing.js';
import { rankLayout } from '../../src/show/drawing/rank-layout.js';
import { readNetwork } from '../../src/show/network/read-network.js';
import { networkOf } from './network.js';

const REAL = process.env.PROTOMDL_REAL_FILES;
const BOX = { width: 100, height: 40 };
const boxes = (count: number) => Array.from({ length: count }, () => BOX);

function overlaps({ boxes }: Pick<DrawingLayout, 'boxes'>): number {
  let count = 0;
  for (const [at, a] of boxes.entries()) {
    for (const b of boxes.slice(at + 1)) {
      const apart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      if (!apart) count++;
    }
  }
  return count;
}

const graphs = fc.integer({ min: 0, max: 25 }).chain((count) => {
  const at = fc.nat(Math.max(0, count - 1));
  const link = fc.record({ from: at, to: at }).filter(({ from, to }) => from !== to);
  return fc.record({
    count: fc.constant(count),
    links: fc.array(link, { maxLength: count < 2 ? 0 : 40 }),
  });
});

describe('a layout', () => {
  it.each([
    ['careful', arrangeBoxes],
    ['rough', rankLayout],
  ] as const)(
    '(%s) has every box in its bounds, and no two boxes overlap, whatever the links are',
    async (_, lay) => {
      await fc.assert(
        fc.asyncProperty(graphs, async ({ count, links }) => {
          const layout = await lay(boxes(count), links);
          expect(layout.boxes).toHaveLength(count);
          expect(layout.routes).toHaveLength(links.length);
          expect(overlaps(layout)).toBe(0);
          for (const { x, y, width, height } of layout.boxes) {
            expect(Math.min(x, y)).toBeGreaterThan(-0.01);
            expect(x + width).toBeLessThan(layout.width + 0.01);
            expect(y + height).toBeLessThan(layout.height + 0.01);
          }
          for (const points of layout.routes) expect(points.length).toBeGreaterThanOrEqual(4);
        }),
      );
    },
  );

  it.each([
    ['careful', arrangeBoxes],
    ['rough', rankLayout],
  ] as const)('(%s) has each box below its predecessors, if no link leads back', async (_, lay) => {
    const down = graphs.map(({ count, links }) => ({
      count,
      links: links.map(({ from, to }) => ({ from: Math.min(from, to), to: Math.max(from, to) })),
    }));
    await fc.assert(
      fc.asyncProperty(down, async ({ count, links }) => {
        const layout = await lay(boxes(count), links);
        for (const { from, to } of links) {
          expect(layout.boxes[to]!.y).toBeGreaterThan(layout.boxes[from]!.y + 39);
        }
      }),
    );
  });

  it('handles a chain of 16,384 layers', async () => {
    const count = 16_384;
    const links = Array.from({ length: count - 1 }, (_, from) => ({ from, to: from + 1 }));
    expect(links.length).toBeGreaterThan(MAX_CAREFUL);
    const { boxes: placed } = await arrangeBoxes(boxes(count), links);
    expect(placed.at(-1)!.y).toBeGreaterThan(placed[0]!.y);
  });

  it('is rough for more than 1,000 boxes and links', async () => {
    const links = Array.from({ length: 500 }, (_, at) => ({ from: at % 40, to: (at % 40) + 1 }));
    for (const [count, isRough] of [
      [500, false],
      [501, true],
    ] as const) {
      const layout = await arrangeBoxes(boxes(count), links);
      expect(JSON.stringify(layout) === JSON.stringify(rankLayout(boxes(count), links))).toBe(isRough);
    }
  });

  it('is rough if the library throws an error', async () => {
    const { graphlib } = await import('@dagrejs/dagre');
    const broken = vi.spyOn(graphlib.Graph.prototype, 'setGraph');
    try {
      broken.mockImplementation(() => {
        throw new RangeError('Maximum call stack size exceeded');
      });
      expect(await arrangeBoxes(boxes(3), [])).toEqual(rankLayout(boxes(3), []));
      broken.mockImplementation(() => {
        throw 'not an error';
      });
      await expect(arrangeBoxes(boxes(3), [])).rejects.toBe('not an error');
    } finally {
      broken.mockRestore();
    }
  });
});

describe('contexts in a layout', () => {
  it('are frames around their own boxes only, without overlaps', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.integer({ min: 1, max: 3 }), async ({ count, links }, many) => {
        const size = Math.ceil(count / many);
        const clusters = Array.from({ length: count }, (_, at) => Math.floor(at / size));
        const { boxes: placed, clusters: frames } = await arrangeBoxes(boxes(count), links, { clusters });
        expect(frames).toHaveLength(new Set(clusters).size);
        expect(overlaps({ boxes: frames })).toBe(0);
        for (const { cluster, x, y, width, height } of frames) {
          for (const [at, box] of placed.entries()) {
            const isIn =
              box.x > x && box.x + box.width < x + width && box.y > y && box.y + box.height < y + height;
            expect(isIn, `box ${at} in frame ${cluster}`).toBe(clusters[at] === cluster);
          }
        }
      }),
    );
  });

  it('show the data from other contexts', async () => {
    const end = { path: '', offset: 0, length: 0 };
    const transfer = (name: string) => ({ name, bytes: 1536, writer: end, reader: end });
    const { edges, ...rest } = networkOf(
      [{}, {}, { context: 1 }],
      [
        [0, 2],
        [1, 2],
        [0, 1],
      ],
    );
    const network = {
      ...rest,
      edges: edges.map((edge, at) => ({ ...edge, transfer: at < 2 ? transfer(`conv${at}`) : null })),
    };
    const all = { by: 'none', open: new Set<string>(), plumbing: false } as const;
    const drawing = await drawingOf(network, all);
    expect(drawing.linkWords.toSorted()).toEqual(['', 'conv0, 1.5 KiB', 'conv1, 1.5 KiB']);
    expect(drawing.clusterWords).toEqual([
      { title: 'context_0', below: '' },
      { title: 'context_1', below: '2 tensors, 3.0 KiB' },
    ]);
    const folded = await drawingOf(network, { ...all, by: 'context' });
    expect(folded.linkWords).toEqual(['2 tensors, 3.0 KiB']);
    expect(folded.layout.clusters).toEqual([]);
  });
});

describe.skipIf(REAL === undefined)('networks of real files', () => {
  it.each(readdirSync(REAL ?? '.').filter((name) => name.endsWith('.hef')))('%s is drawn', async (name) => {
    const source = await openFile(join(REAL as string, name));
    try {
      const network = await readNetwork(source).catch(() => undefined);
      if (network === undefined) return;
      const drawing = await drawingOf(network, usualFold(network));
      expect(drawing.boxes.length + drawing.hidden).toBeGreaterThan(0);
      expect(overlaps(drawing.layout)).toBe(0);
      // Every layer with an output must be linked.
      if (network.source === 'notes')
        expect(drawing.links.length).toBeGreaterThanOrEqual(drawing.boxes.length - 3);
    } finally {
      await source.close();
    }
  });
});
