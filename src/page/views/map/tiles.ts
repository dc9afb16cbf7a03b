import { hasTitle, placeBlocks } from '../../../show/report/treemap-layout.js';
import type { ShownBlock } from '../../engine/folded.js';
import type { Point, Size } from '../../picture/viewport.js';

/** A block's rectangle, in pixels. */
export interface Tile {
  readonly block: ShownBlock;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly depth: number;
  readonly isOuter: boolean;
  /** True if the tile has a line for its name above the tiles inside. */
  readonly isTitled: boolean;
}

export const TITLE_HEIGHT = 17;
/** Minimum width and height of a tile in pixels. For a smaller tile, only the surrounding tile is drawn. */
const LEAST_SIDE = 1;

/** Returns the tiles of a block and its parts, the outer tiles first. */
export function tilesOf(root: ShownBlock, { width, height }: Size): Tile[] {
  if (width < 1 || height < 1) return [];
  return placeBlocks(root, { width, height, titleHeight: TITLE_HEIGHT })
    .descendants()
    .filter(({ x0, x1, y0, y1 }) => x1 - x0 >= LEAST_SIDE && y1 - y0 >= LEAST_SIDE)
    .map((node) => {
      const { data, x0, y0, x1, y1, depth, children } = node;
      const isOuter = children !== undefined;
      return { block: data, x0, y0, x1, y1, depth, isOuter, isTitled: isOuter && hasTitle(node) };
    });
}

export function tileAt(tiles: readonly Tile[], { x, y }: Point): Tile | undefined {
  return tiles.findLast(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1);
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * Returns the target of an arrow key: the nearest tile that is completely on that side. Tiles that contain
 * other tiles are skipped.
 */
export function tileBeside(
  tiles: readonly Tile[],
  from: Tile | undefined,
  direction: Direction,
): Tile | undefined {
  const inner = tiles.filter(({ isOuter }) => !isOuter);
  if (from === undefined) return inner[0];
  const isAcross = direction === 'left' || direction === 'right';
  let best: Tile | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const tile of inner) {
    const ahead = gapAhead(from, tile, direction);
    if (ahead < -0.5 || tile === from) continue;
    const aside = isAcross
      ? apart(from.y0, from.y1, tile.y0, tile.y1)
      : apart(from.x0, from.x1, tile.x0, tile.x1);
    // If several tiles touch, the tile with the nearest centre is the target.
    const middle = isAcross
      ? Math.abs(from.y0 + from.y1 - tile.y0 - tile.y1)
      : Math.abs(from.x0 + from.x1 - tile.x0 - tile.x1);
    const cost = ahead + 3 * aside + middle / 100;
    if (cost < least) {
      least = cost;
      best = tile;
    }
  }
  return best;
}

function gapAhead(from: Tile, to: Tile, direction: Direction): number {
  switch (direction) {
    case 'left':
      return from.x0 - to.x1;
    case 'right':
      return to.x0 - from.x1;
    case 'up':
      return from.y0 - to.y1;
    case 'down':
      return to.y0 - from.y1;
  }
}

/** Returns the distance between two intervals; 0 if they overlap. */
function apart(a0: number, a1: number, b0: number, b1: number): number {
  return Math.max(0, b0 - a1, a0 - b1);
}
