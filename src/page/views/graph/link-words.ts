import type { CoreOpGraph, GraphNode } from '../../../show/inspect/graph.js';
import type { GraphLink, LinkEnd, LinkKind } from '../../../show/inspect/graph-link.js';
import { bytesText, counted, grouped } from '../../../show/report/text.js';
import { shownText } from '../../text/shown-text.js';
import { type Bundle, endsOf, HOST } from './bundles.js';

export const KINDS: readonly (readonly [LinkKind, string])[] = [
  ['boundary', 'host'],
  ['intermediate', 'between contexts'],
  ['ddr', 'through DDR'],
  ['cache', 'through a cache'],
  ['unknown', 'unknown'],
];
const TITLES = new Map(KINDS);

const NAMED = 6;
const LONGEST = 80;

export function nodeTitle(node: GraphNode): string {
  const title = shortTitle(node);
  return node.name === '' ? title : `${title} ${shownText(node.name, LONGEST)}`;
}

function shortTitle({ kind, position }: GraphNode): string {
  return kind === 'preliminary' ? 'preliminary' : `context ${position}`;
}

/** Title of a side of a link, by its node. */
export function sideTitle(nodes: readonly GraphNode[], node: number | null): string {
  if (node === HOST) return 'host';
  const at = node === null ? undefined : nodes[node];
  return at === undefined ? 'none' : shortTitle(at);
}

export function nameOf(link: GraphLink): string {
  const end = link.from ?? link.to;
  if (end === null || end.name === '') return '(no name)';
  return shownText(end.name, LONGEST);
}

export function shapeText({ shape }: LinkEnd): string {
  return `${shape.height}×${shape.width}×${shape.features}`;
}

export function bundleLines({ nodes, links }: CoreOpGraph, bundle: Bundle): string[] {
  const { from, to, kind, problem, problemCount } = bundle;
  const all = bundle.links.map((index) => links[index] as GraphLink);
  const shown = all.slice(0, NAMED).map((link) => {
    const end = link.from ?? link.to;
    return `${nameOf(link)}${end === null ? '' : ` ${shapeText(end)}, sys_index ${end.sysIndex}`}`;
  });
  return [
    `${sideTitle(nodes, from)} → ${sideTitle(nodes, to)}`,
    `${counted(all.length, 'link')}, ${TITLES.get(kind)}, ${bytesText(bundle.bytes)} a frame`,
    ...(problem === null
      ? []
      : [`does not fit: ${problem}${problemCount > 1 ? ` (${counted(problemCount, 'link')})` : ''}`]),
    ...shown,
    ...(all.length > NAMED ? [`and ${grouped(all.length - NAMED)} more`] : []),
  ];
}

export function nodeLines(node: GraphNode, bundles: readonly Bundle[], at: number): string[] {
  const count = (of: (bundle: Bundle) => boolean): number =>
    bundles.filter(of).reduce((sum, { links }) => sum + links.length, 0);
  return [
    nodeTitle(node),
    `${counted(node.operations, 'operation')}, ${counted(node.edgeLayers, 'edge layer')}, ${bytesText(node.bytes)}`,
    `${grouped(count(({ to }) => to === at))} in, ${grouped(count(({ from }) => from === at))} out`,
    ...(node.problem === null ? [] : [`cannot be read to its end: ${node.problem}`]),
  ];
}

/** Target of a click: the reader, unless it is not in this file. */
export function placeOf(link: GraphLink): LinkEnd | null {
  return link.to ?? link.from;
}

/** Links in the order of a table: by writer, then by reader. */
export function listedLinks({ links }: CoreOpGraph, onlyProblems: boolean): readonly GraphLink[] {
  const side = (node: number | null): number => node ?? Number.MAX_SAFE_INTEGER;
  return links
    .filter(({ problem }) => !onlyProblems || problem !== null)
    .map((link) => ({ link, ends: endsOf(link) }))
    .sort((a, b) => side(a.ends[0]) - side(b.ends[0]) || side(a.ends[1]) - side(b.ends[1]))
    .map(({ link }) => link);
}
