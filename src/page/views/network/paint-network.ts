import type { LayerColours } from '../../../show/drawing/layer-colours.js';
import type { NetworkDrawing } from '../../../show/drawing/network-drawing.js';
import { inkOn } from '../../../show/report/block-colours.js';
import type { Colours } from '../../picture/theme.svelte.js';
import type { Size, Viewport } from '../../picture/viewport.js';
import { nameToWidth } from '../../text/cut-to-width.js';
import { shownText } from '../../text/shown-text.js';

/** Highlighted parts of a picture. */
interface NetworkMarks {
  /** Indexes of the chosen box and of the box under the pointer; -1 without such a box. */
  readonly chosen: number;
  readonly pointed: number;
  /**
   * Indexes of the boxes that a search found, or that have changed. All other boxes are pale. Null without a
   * highlight.
   */
  readonly lit: ReadonlySet<number> | null;
  /** Index of the box with the layer that limits the frame rate; -1 if unknown. */
  readonly slowest: number;
  /** Offsets of the edge layers of transfers with findings. */
  readonly bad?: ReadonlySet<number> | undefined;
  /** True if the picture is too small for words. */
  readonly isSmall?: boolean;
}

const TITLE_FONT = '600 12px system-ui, sans-serif';
const BELOW_FONT = '11px system-ui, sans-serif';
/**
 * Scale below which words are omitted, and scale below which boxes have no round corners and links have no
 * heads.
 */
const LEAST_WORDS = 0.42;
const LEAST_HEADS = 0.25;
const PALE = 0.25;

/** Draws the visible part of a network. */
export function paintNetwork(
  canvas: CanvasRenderingContext2D,
  { width, height }: Size,
  colours: Colours,
  drawing: NetworkDrawing,
  layerColours: LayerColours,
  viewport: Viewport,
  marks: NetworkMarks,
): void {
  const { scale, x, y } = viewport;
  canvas.fillStyle = colours.ground;
  canvas.fillRect(0, 0, width, height);
  canvas.save();
  canvas.translate(x, y);
  canvas.scale(scale, scale);
  const seen = {
    left: -x / scale,
    top: -y / scale,
    right: (width - x) / scale,
    bottom: (height - y) / scale,
  };
  const { layout, boxes } = drawing;
  paintClusters(canvas, colours, drawing, scale);
  paintLinks(canvas, colours, drawing, seen, scale, marks);
  for (const [at, box] of layout.boxes.entries()) {
    const isOut =
      box.x > seen.right ||
      box.x + box.width < seen.left ||
      box.y > seen.bottom ||
      box.y + box.height < seen.top;
    if (isOut) continue;
    const isPale = marks.lit !== null && !marks.lit.has(at) && at !== marks.chosen;
    paintBox(
      canvas,
      colours,
      drawing,
      layerColours,
      at,
      marks.isSmall === true ? Math.min(scale, LEAST_WORDS / 2) : scale,
      isPale,
    );
    if (at === marks.slowest) frame(canvas, box, colours.bad, 3 / Math.min(1, scale), []);
    if (at === marks.pointed) frame(canvas, box, colours.quiet, 2 / scale, []);
    if (at === marks.chosen) frame(canvas, box, colours.focus, 3 / scale, []);
    if (boxes[at]?.isGroup)
      frame(
        canvas,
        { ...box, x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6 },
        colours.line,
        1,
        [4, 2],
      );
  }
  if (marks.isSmall !== true) {
    paintClusterTitles(canvas, colours, drawing, scale);
    if (scale >= LEAST_WORDS) paintLinkWords(canvas, colours, drawing, seen);
  }
  canvas.restore();
}

function paintClusters(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  { layout }: NetworkDrawing,
  scale: number,
): void {
  canvas.fillStyle = colours.raised;
  canvas.strokeStyle = colours.quiet;
  canvas.lineWidth = 1 / scale;
  for (const { x, y, width, height } of layout.clusters) {
    canvas.beginPath();
    canvas.roundRect(x, y, width, height, 6);
    canvas.fill();
    canvas.stroke();
  }
}

/** Draws the titles of clusters. If the picture is scaled down, the titles keep their size on the screen. */
function paintClusterTitles(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  { layout, clusterWords }: NetworkDrawing,
  scale: number,
): void {
  const zoom = Math.max(1, 1 / scale);
  for (const [at, { x, y }] of layout.clusters.entries()) {
    const { title = '', below = '' } = clusterWords[at] ?? {};
    // At a larger scale, the transfers are shown at the links.
    const text = below === '' || scale >= LEAST_WORDS ? title : `${title} ← ${below}`;
    plate(
      canvas,
      colours,
      shownText(text, 120),
      `600 ${12 * zoom}px system-ui, sans-serif`,
      x,
      y - 15 * zoom,
      zoom,
    );
  }
}

function paintLinkWords(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  { layout, linkWords }: NetworkDrawing,
  seen: Seen,
): void {
  for (const [at, words] of linkWords.entries()) {
    const points = layout.routes[at] as Float64Array;
    if (words === '' || points.length < 4 || isOut(points, seen)) continue;
    const [x, y] = layout.middles[at] as readonly [number, number];
    canvas.font = BELOW_FONT;
    const text = shownText(words, 120);
    plate(canvas, colours, text, BELOW_FONT, x - canvas.measureText(text).width / 2 - 3, y - 8, 1);
  }
}

/** Writes a text on a background, because the text may cross lines and boxes. */
function plate(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  text: string,
  font: string,
  x: number,
  y: number,
  zoom: number,
): void {
  canvas.font = font;
  canvas.fillStyle = colours.ground;
  canvas.globalAlpha = 0.85;
  canvas.fillRect(x, y, canvas.measureText(text).width + 6 * zoom, 15 * zoom);
  canvas.globalAlpha = 1;
  canvas.fillStyle = colours.text;
  canvas.textBaseline = 'middle';
  canvas.fillText(text, x + 3 * zoom, y + 8 * zoom);
}

interface Seen {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function paintLinks(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  { layout, links }: NetworkDrawing,
  seen: Seen,
  scale: number,
  { chosen, pointed, lit, bad }: NetworkMarks,
): void {
  const strong = new Path2D();
  const usual = new Path2D();
  const faulty = new Path2D();
  const heads: { points: Float64Array; isStrong: boolean }[] = [];
  for (const [at, { from, to, transfers }] of links.entries()) {
    const points = layout.routes[at] as Float64Array;
    if (points.length < 4 || isOut(points, seen)) continue;
    const isStrong = [from, to].some((end) => end >= 0 && (end === chosen || end === pointed));
    trace(isStrong ? strong : usual, points);
    if (
      bad?.size &&
      transfers.some(({ writer, reader }) => bad.has(writer.offset) || bad.has(reader.offset))
    ) {
      trace(faulty, points);
    }
    if (scale >= LEAST_HEADS) heads.push({ points, isStrong });
  }
  canvas.globalAlpha = lit === null ? 1 : 2 * PALE;
  canvas.lineWidth = 1.2 / Math.min(1, Math.max(0.3, scale));
  canvas.strokeStyle = colours.quiet;
  canvas.stroke(usual);
  canvas.globalAlpha = 1;
  canvas.lineWidth = 2.4 / Math.min(1, Math.max(0.3, scale));
  canvas.strokeStyle = colours.focus;
  canvas.stroke(strong);
  canvas.strokeStyle = colours.bad;
  canvas.stroke(faulty);
  for (const { points, isStrong } of heads) {
    canvas.globalAlpha = lit === null || isStrong ? 1 : 2 * PALE;
    canvas.fillStyle = isStrong ? colours.focus : colours.quiet;
    paintHead(canvas, points);
  }
  canvas.globalAlpha = 1;
}

function isOut(points: Float64Array, { left, top, right, bottom }: Seen): boolean {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  return minX > right || maxX < left || minY > bottom || maxY < top;
}

/** Adds a line with round corners through the points to a path. */
function trace(path: Path2D, points: Float64Array): void {
  const count = points.length / 2;
  const x = (at: number): number => points[2 * at] as number;
  const y = (at: number): number => points[2 * at + 1] as number;
  path.moveTo(x(0), y(0));
  if (count === 2) path.lineTo(x(1), y(1));
  for (let at = 1; at < count - 1; at++) {
    const isLast = at === count - 2;
    path.quadraticCurveTo(
      x(at),
      y(at),
      isLast ? x(at + 1) : (x(at) + x(at + 1)) / 2,
      isLast ? y(at + 1) : (y(at) + y(at + 1)) / 2,
    );
  }
}

function paintHead(canvas: CanvasRenderingContext2D, points: Float64Array): void {
  const [fromX, fromY, toX, toY] = points.subarray(-4) as unknown as [number, number, number, number];
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const [length, spread] = [8, 0.42];
  canvas.beginPath();
  canvas.moveTo(toX, toY);
  canvas.lineTo(toX - length * Math.cos(angle - spread), toY - length * Math.sin(angle - spread));
  canvas.lineTo(toX - length * Math.cos(angle + spread), toY - length * Math.sin(angle + spread));
  canvas.fill();
}

function paintBox(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  { layout, boxes, words }: NetworkDrawing,
  layerColours: LayerColours,
  at: number,
  scale: number,
  isPale: boolean,
): void {
  const { x, y, width, height } = layout.boxes[at] as Seen & {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  const fill = layerColours.of(boxes[at]?.layers[0] ?? -1);
  canvas.fillStyle = fill;
  canvas.globalAlpha = isPale ? PALE : 1;
  if (scale < LEAST_HEADS) {
    canvas.fillRect(x, y, width, height);
    canvas.globalAlpha = 1;
    return;
  }
  canvas.beginPath();
  canvas.roundRect(x, y, width, height, 5);
  canvas.fill();
  canvas.lineWidth = 1;
  canvas.strokeStyle = colours.line;
  canvas.stroke();
  canvas.globalAlpha = 1;
  if (scale < LEAST_WORDS) return;
  const { title, below } = words[at] ?? { title: '', below: '' };
  // A pale box is nearly white, so the text must not be white.
  canvas.fillStyle = isPale ? colours.quiet : inkOn(fill);
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  line(canvas, title, TITLE_FONT, x + width / 2, y + 14, width - 12);
  line(canvas, below, BELOW_FONT, x + width / 2, y + 29, width - 12);
  canvas.textAlign = 'start';
}

function line(
  canvas: CanvasRenderingContext2D,
  text: string,
  font: string,
  x: number,
  y: number,
  room: number,
): void {
  canvas.font = font;
  canvas.fillText(
    nameToWidth(shownText(text, 120), room, (part) => canvas.measureText(part).width),
    x,
    y,
  );
}

function frame(
  canvas: CanvasRenderingContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  colour: string,
  lineWidth: number,
  dash: number[],
): void {
  canvas.strokeStyle = colour;
  canvas.lineWidth = lineWidth;
  canvas.setLineDash(dash);
  canvas.beginPath();
  canvas.roundRect(x - 1, y - 1, width + 2, height + 2, 6);
  canvas.stroke();
  canvas.setLineDash([]);
}
