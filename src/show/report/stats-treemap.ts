import type { HierarchyRectangularNode } from 'd3-hierarchy';
import type { Block } from '../../tools/stats/block.js';
import { CLASS_COLOURS, CLASS_TITLES, inkOn } from './block-colours.js';
import { escapeText } from './escape.js';
import { LETTER_WIDTH, legendSvg, openSvg, round, xml } from './svg.js';
import { byteSizeText, bytesText, grouped } from './text.js';

const WIDTH = 1200;
const HEIGHT = 760;
/** Space above the map for its title and legend. */
const TOP = 56;
/** Height of the title of a block with parts. */
const TITLE_HEIGHT = 15;
/**
 * Minimum width and height of a block. A smaller block is not drawn, and the enclosing block covers its area.
 */
const LEAST_SIDE = 0.6;
const MAX_BLOCKS = 20_000;

/**
 * Draws a treemap as one SVG: areas stand for numbers of bytes, and colours for kinds. Each block has a
 * `<title>` with its path, bytes and count, which a browser shows on hover. Text is escaped.
 */
export async function treemapSvg(root: Block, subtitle: string): Promise<string> {
  const { placeBlocks, hasTitle } = await import('./treemap-layout.js');
  const placed = placeBlocks(root, { width: WIDTH, height: HEIGHT - TOP, titleHeight: TITLE_HEIGHT });
  const blocks = placed
    .descendants()
    .filter(({ x0, x1, y0, y1 }) => x1 - x0 >= LEAST_SIDE && y1 - y0 >= LEAST_SIDE)
    .slice(0, MAX_BLOCKS);
  const lines = [
    ...openSvg(WIDTH, HEIGHT, `${root.name}: ${bytesText(root.bytes)}`),
    `<text x="4" y="18" font-size="15" font-weight="600">${xml(cut(root.name, 700, 8))}</text>`,
    `<text x="${WIDTH - 4}" y="18" text-anchor="end" fill="#555">${xml(subtitle)}</text>`,
    ...legendSvg(
      CLASS_TITLES.map(([of, title]) => ({ colour: CLASS_COLOURS[of], title })),
      4,
    ),
    `<g transform="translate(0 ${TOP})" stroke="#ffffff" stroke-width="0.5">`,
    ...blocks.map((node) => blockSvg(node, root.bytes, hasTitle(node))),
    '</g>',
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

function blockSvg(node: HierarchyRectangularNode<Block>, whole: number, isTitled: boolean): string {
  const { x0, x1, y0, y1, data, depth } = node;
  const [width, height] = [x1 - x0, y1 - y0];
  const isLeaf = node.children === undefined;
  const path = node
    .ancestors()
    .reverse()
    .slice(1)
    .map(({ data: { name } }) => name)
    .join(' / ');
  const share = `${((data.bytes / Math.max(1, whole)) * 100).toFixed(2)} %`;
  const number = data.count === undefined ? '' : `, ${grouped(data.count)} of them`;
  const hover = `${path === '' ? data.name : path}\n${bytesText(data.bytes)}, ${share}${number}`;
  const fill = isLeaf
    ? CLASS_COLOURS[data.class]
    : mixed(CLASS_COLOURS[data.class], Math.max(0.25, 0.7 - depth * 0.1));
  const label = labelOf(data, width, isLeaf ? height : isTitled ? TITLE_HEIGHT : 0);
  const text =
    label === ''
      ? ''
      : `<text x="${round(x0 + 3)}" y="${round(y0 + 11)}" fill="${inkOn(fill)}" stroke="none">${xml(label)}</text>`;
  return (
    `<g><title>${xml(hover, true)}</title>` +
    `<rect x="${round(x0)}" y="${round(y0)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>${text}</g>`
  );
}

function labelOf({ name, bytes }: Block, width: number, height: number): string {
  if (height < 13 || width < 24) return '';
  const long = `${name} (${byteSizeText(bytes)})`;
  return cut(long.length * LETTER_WIDTH < width - 6 ? long : name, width - 6, LETTER_WIDTH);
}

function cut(text: string, width: number, letter: number): string {
  const printable = escapeText(text);
  const most = Math.floor(width / letter);
  if (printable.length <= most) return printable;
  return most < 4 ? '' : `${[...printable].slice(0, most - 1).join('')}…`;
}

/** Mixes a colour with white; `share` is the share of the colour. */
function mixed(colour: string, share: number): string {
  const part = (at: number): string => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(255 - (255 - value) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}
