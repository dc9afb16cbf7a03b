import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { ModelGlance, StreamSummary } from '../../../read/model/summary.js';
import { shapeWords } from '../../../show/drawing/box-words.js';
import { short } from '../../../show/drawing/layer-colours.js';
import type { NetworkDrawing } from '../../../show/drawing/network-drawing.js';
import { namesOfContexts } from '../../../show/network/names.js';
import type { Network, NetworkLayer, NetworkTransfer } from '../../../show/network/network.js';
import { bytesText, counted, grouped } from '../../../show/report/text.js';
import { shownText } from '../../text/shown-text.js';

/** Returns facts about a layer: labels and texts, ready to be shown. */
export function layerDetailFacts(
  network: Network,
  layer: NetworkLayer,
): (readonly [label: string, text: string])[] {
  const { kernel, strides, dilation, figures, weights, configurationBytes } = layer;
  const facts: [string, string][] = [['kind', layer.kind + (layer.isPlumbing ? ' (only moves data)' : '')]];
  if (layer.inputs.length > 0) facts.push(['in', layer.inputs.slice(0, 8).map(shapeWords).join(', ')]);
  if (layer.outputs.length > 0) facts.push(['out', layer.outputs.slice(0, 8).map(shapeWords).join(', ')]);
  if (kernel !== null) facts.push(['kernel', shapeWords(kernel)]);
  if (strides !== null && (strides.rows > 1 || strides.columns > 1))
    facts.push(['stride', `${strides.rows}×${strides.columns}`]);
  if (dilation !== null && (dilation.rows > 1 || dilation.columns > 1))
    facts.push(['dilation', `${dilation.rows}×${dilation.columns}`]);
  if (layer.activation !== null) facts.push(['activation', layer.activation]);
  if (weights !== null) facts.push(['weights', grouped(weights)]);
  if (configurationBytes !== null)
    facts.push([
      'configuration',
      layer.kind === 'context'
        ? bytesText(configurationBytes)
        : `about ${bytesText(Math.round(configurationBytes))}, an estimate by weights`,
    ]);
  if (layer.context !== null)
    facts.push(['context', shownText(namesOfContexts(network)[layer.context] ?? String(layer.context), 120)]);
  if (layer.clusters.length > 0) facts.push(['clusters', layer.clusters.join(', ')]);
  if (figures !== null) {
    if (figures.cycles > 0) facts.push(['cycles a frame', grouped(figures.cycles)]);
    if (figures.cycles > 0 && network.clock !== null)
      facts.push(['alone', `at most ${(network.clock / figures.cycles).toFixed(1)} frames/s`]);
    if (figures.utilization > 0) facts.push(['utilisation', percent(figures.utilization)]);
    if (figures.subclusters > 0) facts.push(['subclusters', String(figures.subclusters)]);
  }
  return facts;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** Returns the description of a box in lines; the first line is its name. */
export function boxLines(network: Network, drawing: NetworkDrawing, at: number): string[] {
  const box = drawing.boxes[at];
  if (box === undefined) return [];
  if (box.isGroup) {
    const layers = box.layers.map((position) => network.layers[position] as NetworkLayer);
    const weights = layers.reduce((sum, layer) => sum + (layer.weights ?? 0), 0);
    return [
      shownText(drawing.words[at]?.title ?? '', 200),
      counted(layers.length, 'layer'),
      ...(weights > 0 ? [`${short(weights)} weights`] : []),
      'Enter or a double click unfolds it',
    ];
  }
  const position = box.layers[0] as number;
  const layer = network.layers[position] as NetworkLayer;
  const shape = layer.outputs[0];
  return [
    shownText(layer.name, 200),
    [layer.kind, ...(shape === undefined ? [] : [`out ${shapeWords(shape)}`])].join(', '),
    ...(layer.weights === null ? [] : [`${grouped(layer.weights)} weights`]),
    ...(position === network.slowest ? ['limits the frame rate'] : []),
    ...(layer.originalNames.length === 0 ? [] : [shownText(layer.originalNames.slice(0, 3).join(', '), 200)]),
  ];
}

/** Returns the indexes of the layers whose name, original name or kind contains a text. */
export function layersWith({ layers }: Network, text: string): number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return [...layers.keys()].filter((at) => {
    const { name, kind, originalNames } = layers[at] as NetworkLayer;
    return [name, kind, ...originalNames].some((part) => part.toLowerCase().includes(wanted));
  });
}

/**
 * Returns the streams that feed a layer or receive its output: streams with the name of the layer, or of an
 * adjacent input or output.
 */
export function layerStreams(
  { layers, edges }: Network,
  position: number,
  glance: ModelGlance | null,
): readonly StreamSummary[] {
  const layer = layers[position];
  if (layer === undefined || glance === null) return [];
  const isEnd = (at: number): boolean => ['input', 'output'].includes(layers[at]?.kind ?? '');
  const beside = edges
    .filter(
      ({ from, to }) =>
        (from === position && (isEnd(position) || isEnd(to))) ||
        (to === position && (isEnd(position) || isEnd(from))),
    )
    .map(({ from, to }) => (from === position ? to : from));
  const names = new Set([position, ...beside].map((at) => layers[at]?.name ?? ''));
  const streams = glance.networkGroups.flatMap(({ coreOps }) => coreOps.flatMap((op) => op.streams));
  return streams.filter(({ name, mux }) => names.has(name) || (mux !== null && names.has(mux))).slice(0, 8);
}

/** A transfer between two contexts. */
export interface ListedTransfer extends NetworkTransfer {
  /** Indexes of the contexts. */
  readonly from: number;
  readonly to: number;
  readonly through: string;
  /** Most severe finding about one of the transfer's edge layers; null without findings. */
  readonly finding: Diagnostic | null;
}

const TITLES = { intermediate: 'between contexts', ddr: 'through DDR', cache: 'through a cache' } as const;

/**
 * Returns the transfers between contexts, in the order of their edges.
 * @param findings errors and warnings of the file
 */
export function transfersOf({ layers, edges }: Network, findings: readonly Diagnostic[]): ListedTransfer[] {
  return edges.flatMap(({ from, to, through, transfer }) => {
    if (transfer === null) return [];
    const about = findings.filter(({ offset }) =>
      [transfer.writer, transfer.reader].some(
        (end) => offset >= end.offset && offset < end.offset + end.length,
      ),
    );
    const finding = about.find(({ severity }) => severity === 'error') ?? about[0] ?? null;
    const ends = { from: layers[from]?.context ?? -1, to: layers[to]?.context ?? -1 };
    return [{ ...transfer, ...ends, through: through === null ? '' : TITLES[through], finding }];
  });
}

/** Describes a network in a line: layers, weights, expected frames per second. */
export function networkWords({ layers, edges, framesPerSecond, source }: Network): string {
  if (source === 'contexts')
    return counted(layers.filter(({ kind }) => kind === 'context').length, 'context');
  const weights = layers.reduce((sum, layer) => sum + (layer.weights ?? 0), 0);
  return [
    counted(layers.length, 'layer'),
    counted(edges.length, 'edge'),
    ...(weights > 0 ? [`${short(weights)} weights`] : []),
    ...(framesPerSecond === null ? [] : [`${framesPerSecond.toFixed(1)} frames/s expected by the compiler`]),
  ].join(', ');
}
