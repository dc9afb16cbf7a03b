import type { FoldedBox } from '../drawing/fold.js';
import type { LayerColours } from '../drawing/layer-colours.js';
import type { NetworkDrawing } from '../drawing/network-drawing.js';
import type { Network, NetworkLayer } from '../network/network.js';
import { inkOn } from './block-colours.js';
import { escapeText } from './escape.js';
import { layerFacts } from './network.js';
import { LETTER_WIDTH, legendRoom, legendSvg, openSvg, round, xml } from './svg.js';

/** CSS colours of a picture for everything except layers. */
export interface PaperColours {
  readonly ground: string;
  readonly text: string;
  readonly line: string;
}

const WHITE_PAPER: PaperColours = { ground: '#ffffff', text: '#1b2128', line: '#7b8794' };

const MARGIN = 16;
/** Space above the drawing for its title and legend. */
const TOP = 56;

/**
 * Draws a network from top to bottom as one SVG. Each box has a `<title>` with details, which a browser shows
 * on hover. Text is escaped.
 */
export function networkSvg(
  network: Network,
  { layout, boxes, links, words, linkWords, clusterWords }: NetworkDrawing,
  colours: LayerColours,
  title: string,
  { ground, text, line }: PaperColours = WHITE_PAPER,
): string {
  const heading = title.length * 8;
  const legend = colours.legend.reduce((sum, meaning) => sum + legendRoom(meaning.title), 0);
  const width = Math.ceil(Math.max(layout.width, legend, heading) + 2 * MARGIN);
  const height = Math.ceil(layout.height + TOP + MARGIN);
  const routes = links.map(({ isThrough }, at) => {
    const dashes = isThrough ? ' stroke-dasharray="4 3"' : '';
    return `<path d="${curve(layout.routes[at] as Float64Array)}"${dashes} marker-end="url(#head)"/>`;
  });
  const frames = layout.clusters.map(
    ({ x, y, width, height }, at) =>
      `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="6"/>` +
      `<text x="${round(x + 3)}" y="${round(y - 4)}" fill="${text}" stroke="none" font-weight="600">` +
      `${xml(escapeText(clusterWords[at]?.title ?? ''))}</text>`,
  );
  const labels = linkWords.flatMap((words, at) => {
    const points = layout.routes[at] as Float64Array;
    if (words === '' || points.length < 4) return [];
    const [x, y] = layout.middles[at] as readonly [number, number];
    return [`<text x="${round(x)}" y="${round(y + 4)}">${xml(escapeText(words))}</text>`];
  });
  const shapes = boxes.map((box, at) => {
    const { x, y, width, height } = layout.boxes[at] as (typeof layout.boxes)[number];
    const { title, below } = words[at] as (typeof words)[number];
    const fill = colours.of(box.layers[0] as number);
    const middle = round(x + width / 2);
    const frame = box.isGroup ? ' stroke-dasharray="4 2"' : '';
    return (
      `<g fill="${inkOn(fill)}"><title>${xml(hover(network, box, title), true)}</title>` +
      `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="4" fill="${fill}" ` +
      `stroke="${line}"${frame}/>` +
      `<text x="${middle}" y="${round(y + 17)}" font-weight="600">${xml(cut(title, width))}</text>` +
      `<text x="${middle}" y="${round(y + 32)}">${xml(cut(below, width))}</text></g>`
    );
  });
  return `${[
    ...openSvg(width, height, title, ground),
    '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">' +
      `<path d="M0 0L8 4L0 8z" fill="${line}"/></marker></defs>`,
    `<g fill="${text}">`,
    `<text x="${MARGIN}" y="20" font-size="15" font-weight="600">${xml(title)}</text>`,
    ...legendSvg(colours.legend, MARGIN),
    '</g>',
    `<g transform="translate(${MARGIN} ${TOP})">`,
    `<g fill="none" stroke="${line}" stroke-width="1.2">`,
    ...frames,
    ...routes,
    '</g>',
    '<g text-anchor="middle">',
    ...shapes,
    `<g fill="${text}" font-size="11" paint-order="stroke" stroke="${ground}" stroke-width="4">`,
    ...labels,
    '</g>',
    '</g>',
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

function hover(network: Network, { isGroup, layers }: FoldedBox, title: string): string {
  if (isGroup) return title;
  const layer = network.layers[layers[0] as number] as NetworkLayer;
  return [layer.name, ...layerFacts(network, layer).map((fact) => fact.join(': '))].join('\n');
}

/** Makes a rounded path through the points. */
function curve(points: Float64Array): string {
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

/** Cuts the beginning of a long text, because names differ at their ends. */
function cut(text: string, width: number): string {
  const printable = escapeText(text);
  const most = Math.max(2, Math.floor((width - 8) / LETTER_WIDTH));
  return printable.length <= most ? printable : `…${printable.slice(1 - most)}`;
}
