import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from '../../src/page/engine/folded.js';
import { type Tile, tileAt, tileBeside, tilesOf } from '../../src/page/views/map/tiles.js';
import { blockTree, flat } from './blocks.js';

const SIZE = { width: 900, height: 600 };
const area = ({ x0, x1, y0, y1 }: Tile): number => (x1 - x0) * (y1 - y0);
const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;

describe('tiles', () => {
  it('have areas in proportion to their bytes', () => {
    const sizes = [400, 300, 200, 100, 50, 50];
    const tiles = tilesOf(folded(flat(sizes), ''), SIZE);
    const inner = tiles.filter(({ isOuter }) => !isOuter);
    expect(inner).toHaveLength(sizes.length);
    const perByte = area(tiles[0] as Tile) / 1100;
    // The gaps between tiles take a part of the area, which is larger for small tiles.
    for (const tile of inner) expect(area(tile) / (tile.block.bytes * perByte)).toBeCloseTo(0.97, 1);
  });

  it('lie in the tile of their container, beside each other', () => {
    fc.assert(
      fc.property(blockTree, (root) => {
        const tiles = tilesOf(folded(root, ''), SIZE);
        const byKey = new Map(tiles.map((tile) => [tile.block.key, tile]));
        for (const { block, x0, x1, y0, y1 } of tiles) {
          expect(x1).toBeGreaterThan(x0);
          if (block.key === '') continue;
          const around = byKey.get(block.key.split('.').slice(0, -1).join('.')) as Tile;
          expect(x0 >= around.x0 && x1 <= around.x1 && y0 >= around.y0 && y1 <= around.y1).toBe(true);
        }
        const inner = tiles.filter(({ isOuter }) => !isOuter);
        for (const [index, a] of inner.entries()) {
          for (const b of inner.slice(index + 1)) {
            expect(a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0).toBe(true);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are found at their positions, the innermost first', () => {
    const tiles = tilesOf(
      folded({ ...flat([]), bytes: 20, children: [flat([5, 5]), flat([6, 4])] }, ''),
      SIZE,
    );
    for (const tile of tiles.filter(({ isOuter }) => !isOuter)) {
      expect(tileAt(tiles, { x: (tile.x0 + tile.x1) / 2, y: (tile.y0 + tile.y1) / 2 })).toBe(tile);
    }
    expect(tileAt(tiles, { x: 1, y: 1 })?.block.key).toBe('');
    expect(tileAt(tiles, { x: -1, y: 5 })).toBeUndefined();
    // A point on the left or upper edge of a tile belongs to the tile; a point on its right or lower edge
    // does not.
    const [whole] = tiles as [Tile];
    const at = (x: number, y: number) => tileAt([whole], { x, y }) === whole;
    const { x0, y0, x1, y1 } = whole;
    expect([at(x0, y0), at(x1, y0), at(x0, y1), at(x0, y0 - 1), at(x1 - 1, y1 - 1)]).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  it('can all be reached by arrow keys, which move in their direction', () => {
    fc.assert(
      fc.property(blockTree, (root) => {
        const tiles = tilesOf(folded(root, ''), SIZE);
        const first = tileBeside(tiles, undefined, 'right');
        const reached = new Set(first === undefined ? [] : [first]);
        for (const from of reached) {
          for (const direction of DIRECTIONS) {
            const to = tileBeside(tiles, from, direction);
            if (to === undefined) continue;
            expect(to.isOuter).toBe(false);
            const isThere = {
              left: to.x1 <= from.x0 + 0.5,
              right: to.x0 >= from.x1 - 0.5,
              up: to.y1 <= from.y0 + 0.5,
              down: to.y0 >= from.y1 - 0.5,
            };
            expect(isThere[direction]).toBe(true);
            reached.add(to);
          }
        }
        const inner = tiles.filter(({ isOuter }) => !isOuter);
        expect(reached.size / Math.max(1, inner.length)).toBeGreaterThan(0.9);
      }),
      { numRuns: 50 },
    );
  });

  it('beside a tile are the nearest on that side: first tiles that touch it, then tiles in line with it', () => {
    const tile = (x0: number, y0: number, x1: number, y1: number, isOuter = false): Tile =>
      ({ x0, y0, x1, y1, isOuter, block: {} }) as Tile;
    const from = tile(100, 100, 200, 200);
    const near = tile(201, 90, 260, 190);
    const lower = tile(201, 195, 260, 260);
    const far = tile(300, 100, 400, 200);
    const aside = tile(201, 300, 260, 400);
    const around = tile(0, 0, 500, 500, true);
    const right = (...tiles: Tile[]) => tileBeside([around, from, ...tiles], from, 'right');
    expect(right(far, near)).toBe(near);
    // Both tiles touch; the centre of the first is nearer.
    expect(right(lower, near)).toBe(near);
    // A tile in line is preferred to a nearer tile that is 100 pixels aside.
    expect(right(aside, far)).toBe(far);
    expect(right(tile(150, 300, 400, 400))).toBeUndefined();
    const below = tile(90, 201, 190, 260);
    expect(tileBeside([from, tile(195, 201, 300, 260), below], from, 'down')).toBe(below);
    expect(tileBeside([from, near], from, 'left')).toBeUndefined();
  });

  it('are left out if there is no room', () => {
    expect(tilesOf(folded(flat([1, 2]), ''), { width: 0, height: 0 })).toEqual([]);
    // A pixel on each side is enough.
    const parts = folded(flat(new Array(190).fill(1)), '');
    expect(tilesOf(parts, { width: 60, height: 60 })).toHaveLength(191);
    expect(tilesOf(folded(flat(new Array(190).fill(1)), ''), { width: 12, height: 12 }).length).toBeLessThan(
      190,
    );
  });
});
