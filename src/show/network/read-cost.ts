import type { FramingMode } from '../../base/container/detect.js';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import { coreOpsOf } from '../../read/model/core-ops.js';
import { type Model, openModel } from '../../read/model/open.js';
import { type ContextTransfers, contextTransfers } from '../../read/model/streams/context-transfers.js';
import { streamRules } from '../../read/model/streams/stream-rules.js';
import type { ContextRow, FileStats } from '../../tools/stats/rows.js';
import { stats } from '../../tools/stats/stats.js';
import { configurationBytes, registerBytes } from '../../tools/stats/words.js';
import { withConfiguration } from './configuration.js';
import type { ContextCost, CoreOpCost, FileCost } from './cost.js';
import type { Network, NetworkLayer } from './network.js';
import { readNetwork } from './read-network.js';

/**
 * Reads the cost of a file. The source is not closed.
 * @throws ProtomdlError `frame-…`, and the codes of the source
 */
export async function costOf(source: Source, framing: FramingMode = 'auto'): Promise<FileCost> {
  const counted = await stats(source, { framing, duplicates: false });
  return costOfCounted(
    source,
    counted,
    await readNetwork(source, { framing, configuration: false }),
    framing,
  );
}

/**
 * Returns the cost of a file from its statistics.
 * @param bare network of the file, with or without bytes of configuration
 */
export async function costOfCounted(
  source: Source,
  counted: FileStats,
  bare: Network,
  framing: FramingMode = 'auto',
): Promise<FileCost> {
  const network = withConfiguration(bare, counted);
  const model = await openModel(source, { framing, partial: true });
  const problems = counted.problems.map(({ code, offset, path }) => `${code} at ${offset} in ${path}`);
  return {
    parts: partsOf(counted),
    coreOps: coreOpCosts(counted, network, readCoreOps(model, problems)),
    problems,
    withoutLayers: network.problem?.message ?? null,
  };
}

function partsOf({ sections, blobs, words, size }: FileStats): FileCost['parts'] {
  const sectionBytes = (wanted: string): number =>
    sections.reduce((sum, { name, bytes }) => (name === wanted ? sum + bytes : sum), 0);
  const inMessage = configurationBytes(blobs);
  const afterMessage = (words?.owners ?? []).reduce(
    (sum, { kind, own }) => (kind === 'resource' ? sum : sum + own),
    0,
  );
  const header = sectionBytes('header');
  const message = sectionBytes('message') - inMessage;
  const configuration = inMessage + afterMessage;
  return { header, message, configuration, rest: size - header - message - configuration };
}

/**
 * Returns the number of bytes after the message by the path of the first context that refers to these bytes.
 */
function wordsByPath({ words }: FileStats): ReadonlyMap<string, number> {
  const byPath = new Map<string, number>();
  for (const { path, own } of words?.owners ?? []) byPath.set(path, (byPath.get(path) ?? 0) + own);
  return byPath;
}

/** Properties of a core operation, read from the lazy views. */
interface ReadCoreOp {
  readonly name: string;
  readonly fps: number;
  readonly latency: number;
  readonly transfers: readonly ContextTransfers[] | null;
}

function readCoreOps({ root }: Model, problems: string[]): ReadonlyMap<string, ReadCoreOp> {
  const found = new Map<string, ReadCoreOp>();
  try {
    const rules = streamRules(root);
    for (const group of root.networkGroups) {
      for (const coreOp of coreOpsOf(group)) {
        const { networkGroupName = '', bottleneckFps = 0, latency = 0 } = coreOp.networkGroupMetadata ?? {};
        found.set(coreOp.path, {
          name: networkGroupName,
          fps: bottleneckFps,
          latency,
          transfers: contextTransfers(coreOp, rules),
        });
      }
    }
  } catch (error) {
    if (!isProtomdlError(error) || error.code.startsWith('source-')) throw error;
    const { code, offset, path } = error;
    const line = `${code} at ${offset} in ${path}`;
    if (!problems.includes(line)) problems.push(line);
  }
  return found;
}

function coreOpCosts(
  counted: FileStats,
  network: Network,
  read: ReadonlyMap<string, ReadCoreOp>,
): CoreOpCost[] {
  const byCoreOp = new Map<string, { readonly name: string; readonly rows: ContextRow[] }>();
  for (const { name, contexts } of counted.groups) {
    for (const row of contexts) {
      const path = row.path.slice(0, Math.max(0, row.path.lastIndexOf('.')));
      const known = byCoreOp.get(path);
      const rows = known?.rows ?? [];
      if (known === undefined) byCoreOp.set(path, { name, rows });
      const before = row.kind === 'preliminary' ? rows.findIndex((one) => one.path === row.path) : -1;
      if (before < 0) rows.push(row);
      else rows[before] = merged(rows[before] as ContextRow, row);
    }
  }
  const known = { noted: layersByPath(network), ownWords: wordsByPath(counted) };
  return [...byCoreOp].map(([path, { name, rows }]) => {
    const own = read.get(path);
    return coreOpCost(path, own?.name || name, rows, own, known);
  });
}

/** Combines the counts of two records of one preliminary configuration. */
function merged(first: ContextRow, other: ContextRow): ContextRow {
  return {
    ...first,
    configurationBytes: first.configurationBytes + other.configurationBytes,
    blobs: [...first.blobs, ...other.blobs],
  };
}

interface KnownContexts {
  readonly noted: ReadonlyMap<string, NotedContext>;
  /** Number of bytes after the message to which no earlier context refers. */
  readonly ownWords: ReadonlyMap<string, number>;
}

function coreOpCost(
  path: string,
  name: string,
  rows: readonly ContextRow[],
  own: ReadCoreOp | undefined,
  known: KnownContexts,
): CoreOpCost {
  const isSingle = rows.filter(({ kind }) => kind === 'context').length <= 1;
  const contexts: ContextCost[] = [];
  let position = 0;
  for (const row of [...rows].sort(byTurn)) {
    const index = row.kind === 'context' ? position++ : null;
    contexts.push(
      contextCost(row, index, isSingle, (index !== null && own?.transfers?.[index]) || null, known),
    );
  }
  const sumOf = (when: ContextCost['loaded']): number =>
    contexts.reduce(
      (sum, { loaded, configurationBytes }) => (loaded === when ? sum + configurationBytes : sum),
      0,
    );
  return {
    path,
    name,
    contexts,
    onceBytes: sumOf('once'),
    batchBytes: sumOf('batch'),
    frame: own?.transfers == null ? null : own.transfers.reduce(added, NO_TRANSFERS),
    expectedFps: positive(own?.fps),
    latencySeconds: positive(own?.latency),
  };
}

/**
 * Compares contexts by the order of execution: the preliminary configuration comes first, regardless of its
 * offset in the file.
 */
function byTurn(a: ContextRow, b: ContextRow): number {
  return Number(a.kind === 'context') - Number(b.kind === 'context') || a.offset - b.offset;
}

function contextCost(
  row: ContextRow,
  index: number | null,
  isSingle: boolean,
  transfers: ContextTransfers | null,
  { noted, ownWords }: KnownContexts,
): ContextCost {
  const { name = row.name, layers = null } = noted.get(row.path) ?? {};
  const figures =
    layers?.flatMap((layer) => (layer.figures === null ? [] : [{ layer, ...layer.figures }])) ?? [];
  const slowest = figures.reduce<(typeof figures)[number] | undefined>(
    (most, one) => (one.cycles > (most?.cycles ?? 0) ? one : most),
    undefined,
  );
  const subclusters = figures.reduce((sum, one) => sum + one.subclusters, 0);
  return {
    path: row.path,
    name,
    index,
    configurationBytes: row.configurationBytes,
    ownBytes: configurationBytes(row.blobs) + (ownWords.get(row.path) ?? 0),
    registerBytes: registerBytes(row.blobs),
    loaded: index === null || isSingle ? 'once' : 'batch',
    transfers,
    layers: layers?.length ?? null,
    cycles: slowest?.cycles ?? null,
    slowest: slowest?.layer.name ?? null,
    utilization:
      subclusters === 0
        ? null
        : figures.reduce((sum, one) => sum + one.utilization * one.subclusters, 0) / subclusters,
    clusters: layers === null ? null : new Set(layers.flatMap((layer) => layer.clusters)).size,
  };
}

interface NotedContext {
  readonly name: string;
  readonly layers: readonly NetworkLayer[];
}

/** Returns the layers of the notes by the path of their context; an empty map without notes. */
function layersByPath({ source, contexts, layers }: Network): ReadonlyMap<string, NotedContext> {
  const byPath = new Map<string, NotedContext>();
  if (source !== 'notes') return byPath;
  const lists = contexts.map((): NetworkLayer[] => []);
  for (const layer of layers) if (layer.context !== null) lists[layer.context]?.push(layer);
  for (const [at, { name, path }] of contexts.entries()) {
    if (path !== null) byPath.set(path, { name, layers: lists[at] ?? [] });
  }
  return byPath;
}

const NO_TRANSFERS: ContextTransfers = {
  fromHost: 0,
  toHost: 0,
  fromContexts: 0,
  toContexts: 0,
  ddr: 0,
  cache: 0,
};

function added(a: ContextTransfers, b: ContextTransfers): ContextTransfers {
  return {
    fromHost: a.fromHost + b.fromHost,
    toHost: a.toHost + b.toHost,
    fromContexts: a.fromContexts + b.fromContexts,
    toContexts: a.toContexts + b.toContexts,
    ddr: a.ddr + b.ddr,
    cache: a.cache + b.cache,
  };
}

/** Returns the number; null for a missing or invalid number. */
function positive(value: number | undefined): number | null {
  return value !== undefined && value > 0 && Number.isFinite(value) ? value : null;
}
