import { shortName } from '../../../show/drawing/box-words.js';
import type { CoreOpGraph } from '../../../show/inspect/graph.js';
import type { LinkKind } from '../../../show/inspect/graph-link.js';
import { counted, sizeText } from '../../../show/report/text.js';
import { FONT, fitText } from '../../picture/canvas-text.js';
import type { Size } from '../../picture/point.js';
import type { Colours } from '../../picture/theme.svelte.js';
import { nameToWidth } from '../../text/cut-to-width.js';
import { type Arc, type Box, type GraphDrawing, pointOn } from './arcs.js';
import { type Bundle, HOST, touches } from './bundles.js';
import { nameOf, nodeTitle } from './link-words.js';

/** Dashes, so that kinds are distinguished without colours. */
export const DASHES: Readonly<Record<LinkKind, readonly number[]>> = {
  boundary: [],
  intermediate: [],
  ddr: [7, 4],
  cache: [2, 4],
  unknown: [1, 6],
};

/** Names of the theme's colours. */
export const COLOURS: Readonly<Record<LinkKind, keyof Colours>> = {
  boundary: 'quiet',
  intermediate: 'link',
  ddr: 'doubt',
  cache: 'good',
  unknown: 'text',
};

const LEAST_LABEL = 14;

export interface Marked {
  /** Node whose links are highlighted; -1 for none. */
  readonly node: number;
  readonly bundle: Bundle | null;
}

export function paintGraph(
  canvas: CanvasRenderingContext2D,
  { width, height }: Size,
  colours: Colours,
  graph: CoreOpGraph,
  drawing: GraphDrawing,
  marked: Marked,
): void {
  const { boxes, arcs, hostLeft, hostRight } = drawing;
  canvas.fillStyle = colours.ground;
  canvas.fillRect(0, 0, width, height);
  canvas.font = FONT;
  paintHost(canvas, colours, 0, hostLeft, height, 'host →');
  paintHost(canvas, colours, hostRight, width, height, '→ host');
  const isPlain = marked.node < 0 && marked.bundle === null;
  const isMarked = ({ bundle }: Arc): boolean => bundle === marked.bundle || touches(bundle, marked.node);
  for (const arc of arcs) {
    const isSeen = Math.max(arc.from.y, arc.to.y) >= -20 && Math.min(arc.from.y, arc.to.y) <= height + 20;
    if (!isSeen) continue;
    canvas.globalAlpha = isPlain || isMarked(arc) ? 1 : 0.25;
    paintArc(canvas, colours, arc, isMarked(arc));
  }
  canvas.globalAlpha = 1;
  canvas.setLineDash([]);
  for (const box of boxes) {
    if (box.y + box.height >= 0 && box.y <= height) paintBox(canvas, colours, graph, box, marked.node);
  }
  for (const arc of arcs) {
    const isSeen = Math.max(arc.from.y, arc.to.y) >= 0 && Math.min(arc.from.y, arc.to.y) <= height;
    if (isSeen) paintName(canvas, colours, graph, arc, drawing);
  }
}

function paintHost(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  from: number,
  to: number,
  height: number,
  title: string,
): void {
  canvas.fillStyle = colours.raised;
  canvas.fillRect(from, 0, to - from, height);
  canvas.fillStyle = colours.quiet;
  const isNarrow = canvas.measureText(title).width > to - from - 6;
  fitText(canvas, isNarrow ? 'host' : title, from + 4, 11, to - from - 6);
}

function paintArc(canvas: CanvasRenderingContext2D, colours: Colours, arc: Arc, isMarked: boolean): void {
  const { bundle, from, to, bulge } = arc;
  const colour = bundle.problem === null ? colours[COLOURS[bundle.kind]] : colours.bad;
  canvas.strokeStyle = colour;
  canvas.fillStyle = colour;
  canvas.lineWidth = Math.min(5, 1 + Math.log2(bundle.links.length) / 2) + (isMarked ? 1.5 : 0);
  canvas.setLineDash([...DASHES[bundle.kind]]);
  canvas.beginPath();
  canvas.moveTo(from.x, from.y);
  canvas.bezierCurveTo(from.x + bulge, from.y, to.x + bulge, to.y, to.x, to.y);
  canvas.stroke();
  canvas.setLineDash([]);
  paintHead(canvas, to, bulge);
  const middle = pointOn(arc, 0.5);
  if (bundle.problem !== null) paintCross(canvas, middle);
  if (bundle.links.length > 1 && bulge !== 0) {
    canvas.fillStyle = colours.ground;
    const text = `${bundle.links.length}`;
    const wide = canvas.measureText(text).width + 4;
    const x = middle.x + (bundle.problem === null ? -wide / 2 : 8);
    canvas.fillRect(x, middle.y - 7, wide, 14);
    canvas.fillStyle = colours.text;
    fitText(canvas, text, x + 2, middle.y, wide);
  }
}

/** Arrow head at the reader's end. A curve arrives from the side of its bulge, a line from the left. */
function paintHead(
  canvas: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  bulge: number,
): void {
  const back = bulge > 0 ? 7 : -7;
  canvas.beginPath();
  canvas.moveTo(x, y);
  canvas.lineTo(x + back, y - 4);
  canvas.lineTo(x + back, y + 4);
  canvas.fill();
}

function paintCross(canvas: CanvasRenderingContext2D, { x, y }: { x: number; y: number }): void {
  canvas.lineWidth = 2.5;
  canvas.beginPath();
  for (const side of [1, -1]) {
    canvas.moveTo(x - 5, y - 5 * side);
    canvas.lineTo(x + 5, y + 5 * side);
  }
  canvas.stroke();
}

function paintBox(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  { nodes }: CoreOpGraph,
  { node, x, y, width, height }: Box,
  marked: number,
): void {
  const of = nodes[node];
  if (of === undefined) return;
  canvas.fillStyle = node === marked ? colours.chosen : colours.raised;
  canvas.fillRect(x, y, width, height);
  canvas.strokeStyle = of.problem === null ? (node === marked ? colours.focus : colours.quiet) : colours.bad;
  canvas.lineWidth = node === marked ? 2 : 1;
  canvas.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  if (height < LEAST_LABEL - 2) return;
  canvas.fillStyle = colours.text;
  const isTall = height >= 32;
  fitText(
    canvas,
    nodeTitle(of),
    x + 6,
    isTall ? y + height / 2 - 8 : y + height / 2,
    width - 12,
    undefined,
    nameToWidth,
  );
  if (!isTall) return;
  canvas.fillStyle = colours.quiet;
  const size = sizeText(of.bytes);
  const all = `${counted(of.operations, 'operation')}, ${size}`;
  const isNarrow = canvas.measureText(all).width > width - 12;
  fitText(canvas, isNarrow ? size : all, x + 6, y + height / 2 + 8, width - 12);
}

/** Names links to and from the host; a link with a problem shows the reason. */
function paintName(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  { links }: CoreOpGraph,
  arc: Arc,
  { boxes, hostLeft, hostRight }: GraphDrawing,
): void {
  if ((boxes[0]?.height ?? 0) < LEAST_LABEL) return;
  const { bundle, from, to, bulge } = arc;
  const first = links[bundle.links[0] as number];
  if (first === undefined) return;
  if (bundle.problem !== null) {
    canvas.fillStyle = colours.bad;
    const { x, y } = pointOn(arc, 0.5);
    const wide = Math.min(canvas.measureText(bundle.problem).width, hostRight - hostLeft);
    // Beside the cross, on the side with more space; below the curve if a box is on that side.
    const isLeft = x + 10 + wide > hostRight;
    const isBelow = bulge < 0;
    const at = isBelow ? Math.min(x - 5, hostRight - wide) : isLeft ? x - 10 - wide : x + 10;
    const below = Math.max(from.y, to.y) + 20;
    fitText(canvas, bundle.problem, Math.max(hostLeft + 4, at), isBelow ? below : y, wide, colours.ground);
  }
  if (bulge !== 0) return;
  const more = bundle.links.length > 1 ? ` + ${bundle.links.length - 1}` : '';
  const room = Math.abs(to.x - from.x) - 22;
  const name = nameOf(first);
  // Names begin with the network's name, which all of them share.
  const isWhole = canvas.measureText(`${name}${more}`).width <= room;
  const text = `${isWhole ? name : shortName(name)}${more}`;
  const wide = Math.min(canvas.measureText(text).width, room);
  canvas.fillStyle = bundle.problem === null ? colours.text : colours.bad;
  // At the host's end of the line: curves arrive at the other end.
  const isOutput = bundle.to === HOST;
  fitText(
    canvas,
    text,
    isOutput ? to.x - 14 - wide : from.x + 6,
    from.y - 11,
    wide + 1,
    colours.ground,
    nameToWidth,
  );
}
