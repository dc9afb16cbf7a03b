import type { ContextRow, FileStats } from '../../tools/stats/rows.js';
import type { Network, NetworkContext, NetworkLayer } from './network.js';

/**
 * Adds the configuration bytes of each context and, as an estimate, of each layer. The file determines
 * exactly the bytes that a context writes, but not the layers that the bytes configure. The bytes are divided
 * by weights, which determine most of the configuration: an 8-bit network of 3.50 million weights has 3.46 MB
 * of configuration.
 */
export function withConfiguration(network: Network, { groups }: Pick<FileStats, 'groups'>): Network {
  const rows = groups.flatMap((group) => group.contexts);
  const found = network.source === 'contexts' ? byTheirPlaces(network, rows) : inOneCoreOp(network, rows);
  const ahead = preliminaryOf(found[0], rows);
  const written = found.map((row) => (row === undefined ? null : row.configurationBytes));
  const contexts = network.contexts.map((context, at): NetworkContext => {
    const row = found[at];
    if (row === undefined) return context;
    // The object is built without spread, because adding a property after a spread takes V8 3 µs.
    const { name, group, index } = context;
    return {
      name,
      group,
      index,
      path: row.path,
      configurationBytes: before(written, at, ahead),
      writtenBytes: written[at] ?? 0,
    };
  });
  return {
    ...network,
    contexts,
    layers: divided(network.layers, contexts, network.source === 'contexts'),
    configurationBytes: allBytes(found, rows),
  };
}

/**
 * Returns the number of bytes that the core operations of these contexts write, including their preliminary
 * configurations.
 */
function allBytes(found: readonly (ContextRow | undefined)[], rows: readonly ContextRow[]): number | null {
  const coreOps = new Set(found.flatMap((row) => (row === undefined ? [] : [coreOpOf(row.path)])));
  if (coreOps.size === 0) return null;
  return rows.reduce(
    (sum, { path, configurationBytes }) => (coreOps.has(coreOpOf(path)) ? sum + configurationBytes : sum),
    0,
  );
}

/**
 * Returns the number of bytes that configure a context. The actions of a context first let the input in; the
 * later writes configure the next context while this context works. All real files of two contexts confirm
 * this: in a file whose notes have weights only in the second context, the first context writes 904,536 of
 * 1,053,000 bytes. A single context is configured before it begins.
 */
function before(written: readonly (number | null)[], at: number, ahead: number | null): number | null {
  if (at > 0) return written[at - 1] ?? null;
  return written.length === 1 ? (ahead ?? 0) + (written[0] ?? 0) : ahead;
}

/**
 * Returns the number of bytes that the preliminary configuration writes; null without a preliminary
 * configuration.
 */
function preliminaryOf(first: ContextRow | undefined, rows: readonly ContextRow[]): number | null {
  const path = `${coreOpOf(first?.path ?? '')}.preliminary_config`;
  const row = rows.findLast((one) => one.kind === 'preliminary' && one.path === path);
  return row === undefined ? null : row.configurationBytes;
}

/** Matches contexts by the offset of their record, because looking up thousands of paths is slow. */
function byTheirPlaces(
  { contexts, layers }: Network,
  rows: readonly ContextRow[],
): (ContextRow | undefined)[] {
  const byOffset = new Map<number, ContextRow>();
  for (const row of rows) byOffset.set(row.offset, row);
  const found: (ContextRow | undefined)[] = contexts.map(() => undefined);
  for (const { context, offset } of layers) if (context !== null) found[context] = byOffset.get(offset);
  return found;
}

/**
 * Matches each context of the notes with the context of the same number in the first core operation. Further
 * core operations are variants of the same network.
 */
function inOneCoreOp({ contexts }: Network, rows: readonly ContextRow[]): (ContextRow | undefined)[] {
  const coreOps = new Map<string, ContextRow[]>();
  for (const row of rows) {
    if (row.kind !== 'context') continue;
    const coreOp = coreOpOf(row.path);
    coreOps.set(coreOp, [...(coreOps.get(coreOp) ?? []), row]);
  }
  const fitting = [...coreOps.values()].find((list) => list.length === contexts.length) ?? [];
  return contexts.map(
    ({ index }, at) => (contexts.length === 1 ? fitting[0] : fitting[index]) ?? fitting[at],
  );
}

/** Returns `network_groups[0]` for `network_groups[0].contexts[2]`. */
function coreOpOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

function divided(
  layers: readonly NetworkLayer[],
  contexts: readonly NetworkContext[],
  areContexts: boolean,
): NetworkLayer[] {
  const weights = contexts.map(() => 0);
  for (const { context, weights: own } of layers) if (context !== null) weights[context]! += own ?? 0;
  return layers.map((layer) => {
    const { context } = layer;
    const bytes = context === null ? null : (contexts[context]?.configurationBytes ?? null);
    if (context === null || bytes === null) return layer;
    if (areContexts) return { ...layer, configurationBytes: bytes };
    const all = weights[context] as number;
    return all === 0 || layer.weights === null
      ? layer
      : { ...layer, configurationBytes: Math.round((bytes * layer.weights) / all) };
  });
}
