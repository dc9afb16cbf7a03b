/**
 * Formats networks for programs that draw: Graphviz's DOT, Mermaid, and the JSON of Google's Model Explorer.
 */
import { shapeWords } from '../drawing/box-words.js';
import type { FoldedNetwork } from '../drawing/fold.js';
import { namesOfContexts, shortLayerNames } from '../network/names.js';
import type { Network, NetworkLayer, TensorShape } from '../network/network.js';
import { escapeText, printableJson } from './escape.js';
import { layerFacts } from './network.js';

export interface DrawnNetwork {
  readonly network: Network;
  readonly folded: FoldedNetwork;
}

const layerOf = ({ network, folded }: DrawnNetwork, box: number): NetworkLayer =>
  network.layers[folded.boxes[box]?.layers[0] as number] as NetworkLayer;

const titleOf = ({ network, folded }: DrawnNetwork, box: number): string =>
  shortLayerNames(network)[folded.boxes[box]?.layers[0] as number] as string;

/** Groups boxes by context, if the network has several contexts. Boxes without a context come last. */
function byContext(drawn: DrawnNetwork): [name: string, boxes: number[]][] {
  const { network, folded } = drawn;
  const all = folded.boxes.map((_, at) => at);
  if (network.contexts.length < 2) return [['', all]];
  const of = (at: number) => layerOf(drawn, at).context;
  const groups = namesOfContexts(network).map((name, context): [string, number[]] => [
    name,
    all.filter((at) => of(at) === context),
  ]);
  return [...groups.filter(([, boxes]) => boxes.length > 0), ['', all.filter((at) => of(at) === null)]];
}

export function networkDot(drawn: DrawnNetwork, title: string): string {
  const lines = [
    `digraph ${quoted(title)} {`,
    '  rankdir=TB;',
    '  node [shape=box, style=rounded, fontsize=11];',
  ];
  for (const [at, [name, boxes]] of byContext(drawn).entries()) {
    const indent = name === '' ? '  ' : '    ';
    if (name !== '') lines.push(`  subgraph cluster_${at} {`, `    label=${quoted(name)};`);
    for (const box of boxes) {
      const layer = layerOf(drawn, box);
      const label = [titleOf(drawn, box), below(layer)].filter((text) => text !== '').join('\n');
      const hover = layerFacts(drawn.network, layer).map((fact) => fact.join(': '));
      lines.push(
        `${indent}n${box} [label=${quoted(label)}, tooltip=${quoted([layer.name, ...hover].join('\n'))}];`,
      );
    }
    if (name !== '') lines.push('  }');
  }
  for (const { from, to, shape } of drawn.folded.links) {
    lines.push(`  n${from} -> n${to}${shape === null ? '' : ` [label=${quoted(shapeWords(shape))}]`};`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

/**
 * Quotes a text for DOT. Line breaks are kept; other unprintable characters, and characters with a meaning in
 * DOT, are escaped.
 */
function quoted(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => escapeText(line).replaceAll('\\', '\\\\').replaceAll('"', '\\"'));
  return `"${lines.join('\\n')}"`;
}

/** Returns a line such as `conv 3×3`. */
function below({ kind, kernel, name }: NetworkLayer): string {
  const area = kernel === null ? '' : ` ${kernel.rows}×${kernel.columns}`;
  return kind === name ? area.trim() : `${kind}${area}`;
}

/** Formats Mermaid's flowcharts, which Markdown viewers draw. */
export function networkMermaid(drawn: DrawnNetwork): string {
  const lines = ['flowchart TB'];
  for (const [at, [name, boxes]] of byContext(drawn).entries()) {
    const indent = name === '' ? '  ' : '    ';
    if (name !== '') lines.push(`  subgraph c${at}["${entities(name)}"]`);
    for (const box of boxes) {
      const layer = layerOf(drawn, box);
      const texts = [titleOf(drawn, box), below(layer)].filter((text) => text !== '').map(entities);
      lines.push(`${indent}n${box}["${texts.join('<br/>')}"]`);
    }
    if (name !== '') lines.push('  end');
  }
  for (const { from, to, shape } of drawn.folded.links) {
    lines.push(`  n${from} -->${shape === null ? '' : `|"${shapeWords(shape)}"|`} n${to}`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Escapes characters with a special meaning in Mermaid by numeric entities. Letters, digits and other
 * harmless characters are kept.
 */
function entities(text: string): string {
  return escapeText(text).replace(/[^\p{L}\p{N} _./:,×-]/gu, (each) => `#${each.codePointAt(0)};`);
}

/**
 * Formats a graph collection of Model Explorer (src/ui/src/components/visualizer/common/input_graph.ts of its
 * repository): nodes with their incoming edges, and namespaces for the contexts.
 */
export function modelExplorerJson(drawn: DrawnNetwork, title: string): string {
  const { network, folded } = drawn;
  const incoming = folded.boxes.map((): { from: number; shape: TensorShape | null }[] => []);
  for (const { from, to, shape } of folded.links) incoming[to]?.push({ from, shape });
  const nodes = folded.boxes.map((_, box) => {
    const layer = layerOf(drawn, box);
    const context = layer.context === null ? undefined : namesOfContexts(network)[layer.context];
    return {
      id: String(box),
      label: layer.name,
      // A slash is replaced, because it would divide the namespace.
      namespace: network.contexts.length < 2 ? '' : (context ?? '').replaceAll('/', '_'),
      incomingEdges: (incoming[box] ?? []).map(({ from }, at) => ({
        sourceNodeId: String(from),
        sourceNodeOutputId: '0',
        targetNodeInputId: String(at),
      })),
      attrs: layerFacts(network, layer).map(([key, value]) => ({ key, value })),
      inputsMetadata: (incoming[box] ?? []).map(({ shape }, at) => metadata(String(at), shape)),
      outputsMetadata: [metadata('0', layer.outputs[0] ?? null)],
    };
  });
  return `${printableJson({ label: title, graphs: [{ id: network.names[0] ?? title, nodes }] }, 2)}\n`;
}

function metadata(id: string, shape: TensorShape | null) {
  return { id, attrs: shape === null ? [] : [{ key: 'tensor_shape', value: shapeWords(shape) }] };
}
