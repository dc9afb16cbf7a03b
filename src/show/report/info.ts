import type { CoreOpSummary, ModelSummary, NetworkGroupSummary } from '../../read/model/summary.js';
import type { FileCost } from '../network/cost.js';
import type { Network } from '../network/network.js';
import {
  CONTEXT_COST_COLUMNS,
  contextCostRows,
  costFacts,
  costJson,
  idleText,
  partsText,
  runningCoreOps,
  TRAFFIC_COLUMNS,
  trafficRows,
} from './cost.js';
import { escapeText, nameText } from './escape.js';
import {
  DECODER_COLUMNS,
  decoderRows,
  frameLines,
  postProcessingLines,
  STREAM_COLUMNS,
  streamRows,
} from './info-streams.js';
import { jsonText, type Tool } from './json.js';
import { type Palette, PLAIN } from './palette.js';
import {
  architectureText,
  clusterNumbers,
  cutText,
  extensionText,
  framingWords,
  isObvious,
  nodeText,
} from './summary-text.js';
import { columnsOf, type TableColumn, tableLines } from './table.js';
import { bytesText, counted, grouped, shareText, wrap } from './text.js';

/** Formats `info --format json`: `{ schemaVersion, tool, files: [{ path, error, ...ModelSummary }] }`. */
export function infoJson(
  tool: Tool,
  files: readonly {
    path: string;
    error: { code: string; message: string } | null;
    summary: ModelSummary | null;
    network?: Network | null;
    cost?: FileCost | null;
  }[],
  rates: readonly number[] = [],
): string {
  const entries = files.map(({ path, error, summary, network = null, cost = null }) => {
    const members =
      summary === null
        ? {}
        : {
            ...summary,
            network: network && networkSummary(network),
            cost: cost && costJson(cost, rates),
          };
    return { path, error, ...members };
  });
  return jsonText(tool, { files: entries });
}

/** Summarises a network in a few numbers; `protomdl network` prints all layers. */
function networkSummary(network: Network) {
  const { source, problem, names, compiler, framesPerSecond, layers, edges, contexts, slowest } = network;
  return {
    source,
    problem,
    names,
    compiler,
    framesPerSecond,
    layers: layers.length,
    edges: edges.length,
    contexts: contexts.length,
    weights: layers.reduce((sum, layer) => sum + (layer.weights ?? 0), 0),
    slowest: slowest === null ? null : (layers[slowest]?.name ?? null),
  };
}

/**
 * Formats one file for a terminal. Text from files is escaped.
 * @param lookalike actual type of a file that is not a model
 */
export function infoText(
  path: string,
  summary: ModelSummary,
  palette: Palette = PLAIN,
  width = 100,
  lookalike: string | null = null,
): string {
  const writer = new InfoWriter(palette, Math.min(120, Math.max(80, width)), lookalike);
  return `${writer.write(path, summary).join('\n')}\n`;
}

export function costText(cost: FileCost, rates: readonly number[], palette: Palette, width = 100): string {
  const writer = new InfoWriter(palette, Math.min(120, Math.max(80, width)), null);
  return `${writer.writeCost(cost, rates).join('\n')}\n`;
}

const LABEL_WIDTH = 15;
/** Maximum number of listed contexts, because a model can have a thousand. */
const MAX_CONTEXTS = 20;

const CONTEXT_COLUMNS = columnsOf('>context | >operations | >actions | >edge layers | >message bytes');

class InfoWriter {
  private readonly lines: string[] = [];

  constructor(
    private readonly palette: Palette,
    private readonly width: number,
    private readonly lookalike: string | null,
  ) {}

  write(path: string, summary: ModelSummary): string[] {
    const { palette } = this;
    this.lines.push(palette.bold(nameText(path)));
    for (const problem of summary.problems)
      this.lines.push(`  ${palette.yellow(`incomplete: ${escapeText(problem)}`)}`);
    this.file(summary);
    for (const group of summary.networkGroups) this.group(group);
    if (summary.networkGroupCount === 0) this.heading('no network groups');
    const more = summary.networkGroupCount - summary.networkGroups.length;
    if (more > 0) this.heading(`… and ${counted(more, 'network group')} not shown`);
    this.bytes(summary);
    return this.lines;
  }

  writeCost(cost: FileCost, rates: readonly number[]): string[] {
    const running = runningCoreOps(cost);
    for (const coreOp of running) {
      const { name, path } = coreOp;
      const isOnly = running.filter((one) => one.name === name).length === 1;
      const title = name === '' || !isOnly ? `${name === '' ? '' : `${name}, `}${path}` : name;
      this.heading(`cost of ${escapeText(title)}`);
      this.table(CONTEXT_COST_COLUMNS, contextCostRows(coreOp));
      this.lines.push('');
      for (const [label, text] of costFacts(coreOp)) this.labelled(label, text);
      this.table(TRAFFIC_COLUMNS, trafficRows(coreOp, rates));
    }
    this.heading('cost of the file');
    this.labelled('bytes', partsText(cost));
    const idle = idleText(cost);
    if (idle !== null) this.labelled('', idle);
    if (cost.withoutLayers !== null) this.labelled('no layers', cost.withoutLayers);
    for (const problem of cost.problems) this.labelled('incomplete', problem);
    return this.lines;
  }

  private file({ container, size, header, features, externalResources, problems }: ModelSummary): void {
    this.labelled('file', `${framingWords(container, this.lookalike)}, ${bytesText(size)}`);
    const cut = cutText(container, size);
    if (cut !== null) this.labelled('', cut);
    for (const { name, value } of container.fields) {
      if (!isObvious(name, value)) this.labelled(`  ${name}`, String(value), 26);
    }
    if (header === null) {
      this.labelled('header', problems.length === 0 ? 'none' : 'cannot be read');
    } else {
      this.labelled('device', architectureText(header.hwArch));
      this.labelled('tool chain', header.sdkVersion === '' ? 'not said' : header.sdkVersion);
      this.labelled('created', header.created ?? `${header.timestamp} ms after 1970`);
      this.labelled('format version', String(header.version));
    }
    if (features.included !== null) this.labelled('features', listed(features.included));
    this.extensions('extensions', features.extensions);
    this.extensions('optional', features.optionalExtensions);
    if (externalResources.length > 0) {
      this.labelled(
        'outside',
        externalResources.map(({ name, size }) => `${name} (${grouped(BigInt(size))} bytes)`).join(', '),
      );
    }
  }

  private extensions(label: string, extensions: ModelSummary['features']['extensions']): void {
    if (extensions.length > 0) {
      this.labelled(label, extensions.map(extensionText).join(', '));
    }
  }

  private group(group: NetworkGroupSummary): void {
    const { coreOps, coreOpCount, graph, unknownFields } = group;
    this.heading(`network group ${group.name === '' ? '(unnamed)' : escapeText(group.name)}`);
    if (unknownFields.length > 0) {
      this.labelled('newer layout', `fields ${unknownFields.join(', ')} are not in the schema and not shown`);
    }
    if (graph.length > 0) this.labelled('graph', graph.map(nodeText).join('; '));
    this.streams(group);
    for (const [i, op] of coreOps.entries()) {
      if (i > 0) this.lines.push('');
      // If the group itself is the only core operation, the core operation has no heading.
      if (coreOpCount > 1 || op.path.includes('.')) this.labelled('core operation', placeText(op));
      this.coreOp(op);
    }
    const more = coreOpCount - coreOps.length;
    if (more > 0) this.labelled('', `… and ${counted(more, 'core operation')} not shown`);
  }

  private streams(group: NetworkGroupSummary): void {
    const { coreOps, outputs, postProcessing, streamRemarks } = group;
    for (const remark of streamRemarks) {
      this.lines.push(`    ${this.palette.yellow(escapeText(remark))}`);
    }
    this.table(
      STREAM_COLUMNS,
      streamRows(
        group,
        coreOps.some(({ contextCount }) => contextCount > 1),
      ),
    );
    for (const output of outputs) {
      const isMade = postProcessing.some((node) => node.output === output.name);
      if (!isMade) for (const line of frameLines(output)) this.labelled('boxes', `${output.name}: ${line}`);
    }
    for (const node of postProcessing) {
      this.lines.push('');
      const output = outputs.find(({ name }) => name === node.output);
      for (const [i, line] of postProcessingLines(node, output).entries()) {
        this.labelled(i === 0 ? 'on the host' : '', line);
      }
      this.table(DECODER_COLUMNS, decoderRows(node.decoders));
    }
    if (this.lines.at(-1) !== '') this.lines.push('');
  }

  private coreOp(op: CoreOpSummary): void {
    const { streams, contexts, networks, internalEdges } = op;
    const inputs = streams.filter(({ direction }) => direction === 'input').length;
    const parts = [
      counted(networks.length, 'network'),
      counted(op.contextCount, 'context'),
      counted(inputs, 'input'),
      counted(streams.length - inputs, 'output'),
      counted(op.configurationChannels, 'configuration channel'),
    ];
    if (op.bottleneckFps > 0) parts.push(`${op.bottleneckFps.toFixed(1)} frames/s expected`);
    this.labelled('', parts.join(', '));
    if (networks.length > 0) this.labelled('networks', networks.join(', '));
    if (internalEdges.intermediate > 0)
      this.labelled('between', `${counted(internalEdges.intermediate, 'edge layer')} between contexts`);
    if (internalEdges.ddr > 0) this.labelled('through DDR', counted(internalEdges.ddr, 'edge layer'));
    if (internalEdges.cache > 0) this.labelled('through caches', counted(internalEdges.cache, 'edge layer'));
    if (op.sortedOutputs.length > 0) this.labelled('output order', op.sortedOutputs.join(', '));
    if (op.actions.length > 0) {
      this.labelled('actions', op.actions.map(({ kind, count }) => `${grouped(count)} ${kind}`).join(', '));
    }
    this.table(
      CONTEXT_COLUMNS,
      contexts
        .slice(0, MAX_CONTEXTS)
        .map(({ operations, actions, edgeLayers, bytes }, index) =>
          [index, operations, actions, edgeLayers, bytes].map((n) => grouped(n)),
        ),
    );
    if (op.contextCount > MAX_CONTEXTS) {
      this.lines.push(`    … and ${grouped(op.contextCount - MAX_CONTEXTS)} more contexts`);
    }
  }

  private bytes({ bytes, size }: ModelSummary): void {
    if (bytes.length === 0) return;
    this.heading('bytes');
    const columns = columnsOf(' | >bytes | >share');
    this.table(
      columns,
      bytes.map((share) => [share.kind, grouped(share.bytes), shareText(share.bytes, size)]),
    );
  }

  private heading(text: string): void {
    this.lines.push('', `  ${this.palette.bold(text)}`);
  }

  private labelled(label: string, text: string, labelWidth = LABEL_WIDTH): void {
    const lines = wrap(escapeText(text), this.width - 4 - labelWidth);
    lines.forEach((line, index) => {
      this.lines.push(`    ${this.palette.dim((index === 0 ? label : '').padEnd(labelWidth))}${line}`);
    });
  }

  private table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): void {
    if (rows.length === 0) return;
    if (this.lines.at(-1) !== '') this.lines.push('');
    const [titles, ...lines] = tableLines(
      columns,
      rows.map((row) => row.map(escapeText)),
    );
    if (titles!.trim() !== '') this.lines.push(`    ${this.palette.dim(titles!)}`);
    for (const line of lines) this.lines.push(`    ${line}`);
  }
}

/** Formats the path and the clusters of a core operation: `….network_group, for clusters 0, 1, 4, 5`. */
function placeText({ path, clusters }: CoreOpSummary): string {
  if (clusters === null) return path;
  const numbers = clusterNumbers(clusters);
  return `${path}, for ${numbers.length === 0 ? 'no cluster' : `clusters ${numbers.join(', ')}`}`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
