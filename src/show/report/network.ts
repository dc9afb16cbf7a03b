import { shapeWords } from '../drawing/box-words.js';
import { short } from '../drawing/layer-colours.js';
import { namesOfContexts } from '../network/names.js';
import type { Network, NetworkLayer, TensorShape } from '../network/network.js';
import { escapeText, nameText } from './escape.js';
import { jsonText, type Tool } from './json.js';
import type { Palette } from './palette.js';
import { columnsOf, tableBlock } from './table.js';
import { bytesText, counted, grouped } from './text.js';

export const NETWORK_FORMATS = ['human', 'json', 'dot', 'mermaid', 'svg', 'onnx', 'model-explorer'] as const;
export type NetworkFormat = (typeof NETWORK_FORMATS)[number];

export interface ReadFile {
  readonly path: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly network: Network | null;
}

const COLUMNS = columnsOf(
  'layer | kind | in | out | kernel | >weights | context | >configuration | >share | >cycles',
);

/** Maximum number of listed layers. Real networks have up to 256 layers; a hostile file can have 16,384. */
const MAX_LISTED = 1000;

/**
 * Formats one network for a terminal: properties of the network, followed by a line for each layer. Text from
 * files is escaped.
 */
export function networkText(path: string, network: Network, palette: Palette, plumbing: boolean): string {
  const shown = network.layers.filter((layer) => plumbing || !layer.isPlumbing);
  const lines = [palette.bold(nameText(path))];
  for (const line of networkFacts(network)) lines.push(`  ${escapeText(line)}`);
  for (const remark of network.remarks) lines.push(`  ${palette.yellow(escapeText(remark))}`);
  if (shown.length === 0) return `${lines.join('\n')}\n`;
  const total = network.configurationBytes ?? 0;
  const rows = shown.slice(0, MAX_LISTED).map((layer) => layerRow(network, layer, total).map(escapeText));
  lines.push('', ...tableBlock(COLUMNS, rows, palette, '    '));
  if (shown.length > MAX_LISTED) {
    const text = `${counted(shown.length - MAX_LISTED, 'layer')} not listed: --format json has all of them`;
    lines.push(palette.dim(`    … and ${text}`));
  }
  const hidden = network.layers.length - shown.length;
  if (hidden > 0) {
    const text = `${counted(hidden, 'layer')} that only move${hidden === 1 ? 's' : ''} data: --plumbing shows them`;
    lines.push(palette.dim(`    … and ${text}`));
  }
  return `${lines.join('\n')}\n`;
}

/** Describes a network in a few lines; not escaped. */
function networkFacts(network: Network): string[] {
  const { source, problem, names, layers, edges, contexts, compiler, framesPerSecond, slowest } = network;
  const facts: string[] = [];
  if (names.length > 0) facts.push(`${names.length === 1 ? 'network' : 'networks'} ${names.join(', ')}`);
  const amounts = [
    // In a network without notes, the nodes are contexts, inputs and outputs, not layers.
    counted(layers.length, source === 'notes' ? 'layer' : 'node'),
    counted(edges.length, 'edge'),
    counted(contexts.length, 'context'),
  ];
  const weights = layers.reduce((sum, layer) => sum + (layer.weights ?? 0), 0);
  if (weights > 0) amounts.push(`${grouped(weights)} weights`);
  facts.push(amounts.join(', '));
  if (framesPerSecond !== null) {
    const limit = slowest === null ? undefined : layers[slowest];
    const by =
      limit === undefined
        ? ''
        : `; ${limit.name} is the slowest (${grouped(limit.figures?.cycles ?? 0)} cycles)`;
    facts.push(`the compiler expects ${framesPerSecond.toFixed(1)} frames per second${by}`);
  }
  const bytes = network.configurationBytes ?? 0;
  if (bytes > 0) {
    facts.push(
      `configuration ${bytesText(bytes)}; shares of layers are estimates, which divide it by weights`,
    );
  }
  if (compiler !== '') facts.push(`noted by compiler ${compiler}`);
  if (problem !== null) facts.push(`contexts only: ${problem.message} [${problem.code}]`);
  return facts;
}

/** Formats the properties of the network in a few lines under a title, for the report about a file. */
export function notedNetworkText(network: Network, palette: Palette): string {
  const lines = networkFacts(network).map((line) => `    ${escapeText(line)}`);
  const more = palette.dim('    protomdl network shows its layers');
  return `\n  ${palette.bold("network, from the compiler's notes")}\n${[...lines, more].join('\n')}\n`;
}

function layerRow(network: Network, layer: NetworkLayer, total: number): string[] {
  const { name, kind, inputs, outputs, kernel, weights, context, configurationBytes, figures } = layer;
  return [
    name,
    kind,
    shapesText(inputs),
    shapesText(outputs),
    kernel === null ? '' : `${kernel.rows}×${kernel.columns}`,
    weights === null ? '' : grouped(weights),
    context === null ? '' : (namesOfContexts(network)[context] ?? ''),
    configurationBytes === null ? '' : grouped(configurationBytes),
    configurationBytes === null || total === 0 ? '' : `${((configurationBytes / total) * 100).toFixed(1)} %`,
    figures === null || figures.cycles === 0 ? '' : grouped(figures.cycles),
  ];
}

/** Formats shapes: `40×40×64`, `2 of 40×40×64`. */
function shapesText(shapes: readonly TensorShape[]): string {
  const [only] = shapes;
  if (shapes.length === 1 && only !== undefined) return shapeWords(only);
  const counts = new Map<string, number>();
  for (let i = 0; i < shapes.length; ) {
    const shape = shapes[i] as TensorShape;
    const from = i;
    // Consecutive equal shapes share one object and are formatted once, because a context of a hostile file
    // has 16,384 equal shapes.
    while (shapes[i] === shape) i++;
    const words = shapeWords(shape);
    counts.set(words, (counts.get(words) ?? 0) + i - from);
  }
  const texts = [...counts].map(([text, count]) => (count === 1 ? text : `${count} of ${text}`));
  return texts.length <= 3 ? texts.join(', ') : `${texts.slice(0, 3).join(', ')}, …`;
}

/** Returns the properties of a layer, not escaped; a picture shows each property in a line. */
export function layerFacts(network: Network, layer: NetworkLayer): [key: string, value: string][] {
  const { kind, inputs, outputs, kernel, strides, weights, activation, context, clusters, figures } = layer;
  const facts: [string, string][] = [['kind', kind]];
  if (inputs.length > 0) facts.push(['in', shapesText(inputs)]);
  if (outputs.length > 0) facts.push(['out', shapesText(outputs)]);
  if (kernel !== null) facts.push(['kernel', `${kernel.rows}×${kernel.columns}`]);
  if (strides !== null) facts.push(['strides', `${strides.rows}×${strides.columns}`]);
  if (activation !== null) facts.push(['activation', activation]);
  if (weights !== null) facts.push(['weights', short(weights)]);
  if (context !== null) facts.push(['context', namesOfContexts(network)[context] ?? String(context)]);
  if (clusters.length > 0) facts.push(['clusters', clusters.join(', ')]);
  if (figures !== null && figures.cycles > 0) facts.push(['cycles', grouped(figures.cycles)]);
  if (layer.configurationBytes !== null) {
    facts.push(['configuration (estimate)', `${grouped(layer.configurationBytes)} bytes`]);
  }
  if (layer.originalNames.length > 0) facts.push(['original names', layer.originalNames.join(', ')]);
  return facts;
}

/** Formats `network --format json`: `{ schemaVersion, tool, files: [{ path, error, …Network }] }`. */
export function networkJson(tool: Tool, files: readonly ReadFile[]): string {
  const entries = files.map(({ path, error, network }) => ({ path, error, ...network }));
  return jsonText(tool, { files: entries });
}
