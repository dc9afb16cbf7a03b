import type { ColourMeaning, LayerColours } from '../drawing/layer-colours.js';
import type { NetworkDrawing } from '../drawing/network-drawing.js';
import { inkOn } from './block-colours.js';
import { escapeText } from './escape.js';
import { xml } from './stats-treemap.js';

/** What a picture is drawn with beside the colours of layers; CSS colours. */
export interface PaperColours {
  readonly ground: string;
  readonly text: string;
  readonly line: string;
}

export const WHITE_PAPER: PaperColours = { ground: '#ffffff', text: '#1b2128', line: '#7b8794' };

export interface DrawingOptions {
  readonly title: string;
  readonly paper?: PaperColours;
  /** Keys of boxes that stand out, as changed ones do; all others are paler then. */
  readonly lit?: ReadonlySet<string>;
  /** Without words, for a thumbnail. */
  readonly isSmall?: boolean;
}

const MARGIN = 16;
const LEGEND = 26;
/** What a letter takes on average. */
const LETTER = 6.6;
const PALE = 0.3;

/**
 * A drawn network as one SVG, which needs no script and nothing from elsewhere; a `<title>` in each box tells its
 * whole name. Text is escaped.
 */
export function networkDrawingSvg(
  drawing: NetworkDrawing,
  colours: LayerColours,
  { title, paper = WHITE_PAPER, lit, isSmall = false }: DrawingOptions,
): string {
  const { layout, boxes, links, words } = drawing;
  const top = isSmall ? 0 : LEGEND;
  const legendWidth = colours.legend.reduce((sum, { title: of }) => sum + 30 + of.length * LETTER, MARGIN);
  const width = Math.ceil(Math.max(layout.width + 2 * MARGIN, isSmall ? 0 : legendWidth));
  const height = Math.ceil(layout.height + 2 * MARGIN + top);
  const isLit = (at: number): boolean => lit === undefined || lit.has(boxes[at]?.key ?? '');
  const routes = links.map(({ from, to }, at) => {
    const pale = isLit(from) || isLit(to) ? '' : ` opacity="${PALE}"`;
    return `<path d="${curve(layout.routes[at] as Float64Array)}"${pale}/>`;
  });
  const shapes = boxes.map((box, at) => {
    const {
      x,
      y,
      width: w,
      height: h,
    } = layout.boxes[at] as { x: number; y: number; width: number; height: number };
    const fill = colours.of(box.layers[0] as number);
    const { title: name, below } = words[at] as { title: string; below: string };
    const ink = inkOn(fill);
    const line = (text: string, dy: number, weight: string): string =>
      `<text x="${round(x + w / 2)}" y="${round(y + dy)}" fill="${ink}"${weight}>${xml(cut(text, w))}</text>`;
    const text = isSmall ? '' : line(name, 17, ' font-weight="600"') + line(below, 32, '');
    const frame = box.isGroup ? ' stroke-dasharray="4 2"' : '';
    return (
      `<g${isLit(at) ? '' : ` opacity="${PALE}"`}><title>${xml(escapeText(name))}</title>` +
      `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="4" fill="${fill}" ` +
      `stroke="${paper.line}"${frame}/>${text}</g>`
    );
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      'font-family="ui-sans-serif, system-ui, sans-serif" font-size="12" role="img">',
    `<title>${xml(escapeText(title))}</title>`,
    `<rect width="${width}" height="${height}" fill="${paper.ground}"/>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">' +
      `<path d="M0 0L8 4L0 8z" fill="${paper.line}"/></marker></defs>`,
    ...(isSmall ? [] : legend(colours.legend, paper)),
    `<g transform="translate(${MARGIN} ${MARGIN + top})">`,
    `<g fill="none" stroke="${paper.line}" stroke-width="1.2">`,
    ...routes.map((route) => (isSmall ? route : route.replace('<path ', '<path marker-end="url(#head)" '))),
    '</g>',
    '<g text-anchor="middle">',
    ...shapes,
    '</g>',
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

function legend(meanings: readonly ColourMeaning[], { text }: PaperColours): string[] {
  let x = MARGIN;
  return meanings.map(({ title, colour }) => {
    const at = x;
    x += 30 + title.length * LETTER;
    return (
      `<rect x="${round(at)}" y="10" width="12" height="12" fill="${colour}"/>` +
      `<text x="${round(at + 16)}" y="20" fill="${text}">${xml(escapeText(title))}</text>`
    );
  });
}

/** Through its points, rounded. */
export function curve(points: Float64Array): string {
  const at = (index: number): string =>
    `${round(points[2 * index] ?? 0)} ${round(points[2 * index + 1] ?? 0)}`;
  const count = points.length / 2;
  if (count < 2) return '';
  if (count === 2) return `M${at(0)}L${at(1)}`;
  let path = `M${at(0)}`;
  for (let index = 1; index < count - 1; index++) {
    const isLast = index === count - 2;
    const [x, y] = [points[2 * index] ?? 0, points[2 * index + 1] ?? 0];
    const [nextX, nextY] = [points[2 * index + 2] ?? 0, points[2 * index + 3] ?? 0];
    path += `Q${at(index)} ${isLast ? at(index + 1) : `${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`}`;
  }
  return path;
}

function cut(text: string, width: number): string {
  const printable = escapeText(text);
  const most = Math.floor((width - 8) / LETTER);
  return printable.length <= most ? printable : `…${printable.slice(1 - Math.max(2, most))}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
