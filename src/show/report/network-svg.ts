import type { FoldOptions } from '../drawing/fold.js';
import { LayerColours } from '../drawing/layer-colours.js';
import { drawingOf } from '../drawing/network-drawing.js';
import type { Network, NetworkLayer } from '../network/network.js';
import { inkOn } from './block-colours.js';
import { layerFacts } from './network.js';
import { xml } from './stats-treemap.js';

const MARGIN = 16;
const TOP = 56;
const LEAST_WIDTH = 520;
/** What a letter takes on average. */
const LETTER = 6.1;

/**
 * A network as one SVG, which needs no script and nothing from elsewhere: top down, colours by kind, and a `<title>` on
 * each box that tells the rest when it is pointed at. Text is escaped.
 */
export async function networkSvg(network: Network, options: FoldOptions, title: string): Promise<string> {
  const { boxes, links, words, layout } = await drawingOf(network, options);
  const colours = new LayerColours(network, 'kind');
  const width = Math.ceil(Math.max(LEAST_WIDTH, layout.width + 2 * MARGIN));
  const height = Math.ceil(layout.height + TOP + 2 * MARGIN);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      'font-family="ui-sans-serif, system-ui, sans-serif" font-size="11" role="img">',
    `<title>${xml(title)}</title>`,
    '<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">' +
      '<path d="M0 0 8 4 0 8z" fill="#777"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${MARGIN}" y="20" font-size="15" font-weight="600">${xml(title)}</text>`,
    ...legend(colours),
    `<g transform="translate(${MARGIN} ${TOP})">`,
  ];
  links.forEach((link, at) => {
    const route = layout.routes[at] ?? new Float64Array();
    if (route.length < 4) return;
    const dashes = link.isThrough ? ' stroke-dasharray="4 3"' : '';
    const points = Array.from(
      { length: route.length / 2 },
      (_, i) => `${round(route[2 * i])} ${round(route[2 * i + 1])}`,
    );
    lines.push(`<path d="M${points.join('L')}" fill="none" stroke="#777"${dashes} marker-end="url(#end)"/>`);
  });
  boxes.forEach((box, at) => {
    const placed = layout.boxes[at];
    const { title: text = '', below = '' } = words[at] ?? {};
    if (placed === undefined) return;
    const { x, y, width, height } = placed;
    const position = box.layers[0] as number;
    const fill = colours.of(position);
    const layer = network.layers[position] as NetworkLayer;
    const facts = box.isGroup ? [] : layerFacts(network, layer).map((fact) => fact.join(': '));
    const middle = round(x + width / 2);
    lines.push(
      `<g><title>${xml([box.isGroup ? text : layer.name, ...facts].join('\n'), true)}</title>` +
        `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="4" fill="${fill}"/>` +
        `<g fill="${inkOn(fill)}" text-anchor="middle">` +
        `<text x="${middle}" y="${round(y + height / 2 - 3)}" font-weight="600">${xml(cut(text, width))}</text>` +
        `<text x="${middle}" y="${round(y + height / 2 + 11)}">${xml(cut(below, width))}</text></g></g>`,
    );
  });
  return `${[...lines, '</g>', '</svg>'].join('\n')}\n`;
}

function legend({ legend: meanings }: LayerColours): string[] {
  let x = MARGIN;
  return meanings.map(({ colour, title }) => {
    const at = x;
    x += 28 + title.length * LETTER;
    return (
      `<rect x="${round(at)}" y="32" width="12" height="12" fill="${colour}"/>` +
      `<text x="${round(at + 16)}" y="42">${xml(title)}</text>`
    );
  });
}

function cut(text: string, width: number): string {
  const most = Math.max(1, Math.floor((width - 6) / LETTER));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function round(value = 0): string {
  return String(Math.round(value * 10) / 10);
}
