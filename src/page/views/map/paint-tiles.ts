import { inkOn } from '../../../show/report/block-colours.js';
import { byteSizeText } from '../../../show/report/text.js';
import { FONT, fitText } from '../../picture/canvas-text.js';
import type { Colours } from '../../picture/theme.svelte.js';
import type { Size } from '../../picture/viewport.js';
import type { MapColours } from './map-colours.js';
import { TITLE_HEIGHT, type Tile } from './tiles.js';

const LEAST_LABEL_WIDTH = 28;
const LEAST_LABEL_HEIGHT = 15;

/** Draws tiles, the outer tiles first. The tile with the given key gets a frame. */
export function paintTiles(
  canvas: CanvasRenderingContext2D,
  { width, height }: Size,
  colours: Colours,
  tiles: readonly Tile[],
  fills: MapColours,
  marked: string | null,
): void {
  canvas.fillStyle = colours.ground;
  canvas.fillRect(0, 0, width, height);
  canvas.font = FONT;
  for (const tile of tiles) paintTile(canvas, colours, fills, tile);
  const at = tiles.find(({ block }) => block.key === marked);
  if (at === undefined) return;
  const { x0, y0, x1, y1 } = at;
  canvas.lineWidth = 5;
  canvas.strokeStyle = colours.ground;
  canvas.strokeRect(x0 + 1, y0 + 1, x1 - x0 - 2, y1 - y0 - 2);
  canvas.lineWidth = 2.5;
  canvas.strokeStyle = colours.text;
  canvas.strokeRect(x0 + 1, y0 + 1, x1 - x0 - 2, y1 - y0 - 2);
}

function paintTile(canvas: CanvasRenderingContext2D, colours: Colours, fills: MapColours, tile: Tile): void {
  const { block, x0, y0, x1, y1, isOuter, isTitled } = tile;
  const [width, height] = [x1 - x0, y1 - y0];
  const fill = isOuter ? colours.raised : fills.of(block);
  canvas.fillStyle = fill;
  canvas.fillRect(x0, y0, width, height);
  if (isOuter && width > 3 && height > 3) {
    canvas.lineWidth = 1;
    canvas.strokeStyle = colours.line;
    canvas.strokeRect(x0 + 0.5, y0 + 0.5, width - 1, height - 1);
  }
  const room = isOuter ? (isTitled ? TITLE_HEIGHT : 0) : height;
  if (width < LEAST_LABEL_WIDTH || room < LEAST_LABEL_HEIGHT) return;
  canvas.fillStyle = isOuter ? colours.text : inkOn(fill);
  const size = byteSizeText(block.bytes);
  // If there is room, the name and the size are in separate lines.
  const isTall = !isOuter && height > 2 * TITLE_HEIGHT;
  fitText(canvas, isTall ? block.name : `${block.name} ${size}`, x0 + 4, y0 + 9, width - 8);
  if (isTall) fitText(canvas, size, x0 + 4, y0 + 24, width - 8);
}
