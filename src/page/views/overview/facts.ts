import type { CoreOpGlance, GraphNodeSummary, ModelGlance } from '../../../read/model/summary.js';
import {
  architectureText,
  clusterNumbers,
  extensionText,
  framingWords,
  isObvious,
  nodeText,
} from '../../../show/report/summary-text.js';
import { bytesText, counted, grouped } from '../../../show/report/text.js';
import { shownText } from '../../text/shown-text.js';

/** A labelled fact. The text is safe to show. */
export type Fact = readonly [label: string, text: string];

/** Maximum number of names of a list that are shown. */
const MOST_NAMES = 20;
const MOST_CHARACTERS = 120;

/**
 * Returns facts about a file as a whole.
 * @param lookalike format of a file that is not a model
 */
export function factsOf(
  { size, container, header, features, externalResources, problems }: ModelGlance,
  lookalike: string | null = null,
): Fact[] {
  const facts: Fact[] = [
    ['size', bytesText(size)],
    ['framing', framingWords(container, lookalike)],
  ];
  for (const { name, value } of container.fields) {
    if (!isObvious(name, value)) facts.push([name, String(value)]);
  }
  if (header === null) facts.push(['header', problems.length === 0 ? 'none' : 'cannot be read']);
  else {
    facts.push(['device', architectureText(header.hwArch)]);
    facts.push([
      'tool chain',
      header.sdkVersion === '' ? 'not stated' : shownText(header.sdkVersion, MOST_CHARACTERS),
    ]);
    facts.push(['created', header.created ?? `${header.timestamp} ms after 1970`]);
    facts.push(['format version', String(header.version)]);
  }
  if (features.included !== null) facts.push(['features', namesText(features.included) || 'none']);
  for (const [label, list] of [
    ['extensions', features.extensions],
    ['optional extensions', features.optionalExtensions],
  ] as const) {
    if (list.length > 0) facts.push([label, namesText(list.map(extensionText))]);
  }
  if (externalResources.length > 0) {
    const names = externalResources.map(({ name, size }) => `${name} (${grouped(BigInt(size))} bytes)`);
    facts.push(['outside the message', namesText(names)]);
  }
  return facts;
}

/** Returns facts about a core operation, without its streams and contexts. */
export function coreOpFacts(op: CoreOpGlance): Fact[] {
  const { streams, networks, internalEdges, sortedOutputs, clusters } = op;
  const inputs = streams.filter(({ direction }) => direction === 'input').length;
  const facts: Fact[] = [];
  if (clusters !== null) facts.push(['clusters', clustersText(clusters)]);
  facts.push(['networks', networks.length === 0 ? 'none named' : namesText(networks)]);
  facts.push([
    'consists of',
    [
      counted(op.contextCount, 'context'),
      counted(inputs, 'input'),
      counted(streams.length - inputs, 'output'),
      counted(op.configurationChannels, 'configuration channel'),
    ].join(', '),
  ]);
  if (op.bottleneckFps > 0) facts.push(['expected', `${op.bottleneckFps.toFixed(1)} frames/s`]);
  const edges = [
    [internalEdges.intermediate, 'between contexts'],
    [internalEdges.ddr, 'through DDR'],
    [internalEdges.cache, 'through caches'],
  ] as const;
  const listed = edges.flatMap(([count, where]) =>
    count > 0 ? [`${counted(count, 'edge layer')} ${where}`] : [],
  );
  if (listed.length > 0) facts.push(['inside', listed.join(', ')]);
  if (sortedOutputs.length > 0) facts.push(['output order', namesText(sortedOutputs)]);
  return facts;
}

/** Describes the nodes of a graph: `nms_op yolo/nms from yolo/conv1`. */
export function graphText(graph: readonly GraphNodeSummary[]): string {
  return namesText(graph.map(nodeText));
}

/** Returns the first names of a list in a form that is safe to show, and the number of other names. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => shownText(name, MOST_CHARACTERS));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` … and ${grouped(more)} more` : ''}`;
}

function clustersText(clusters: number): string {
  const numbers = clusterNumbers(clusters);
  return numbers.length === 0 ? 'none' : numbers.join(', ');
}
