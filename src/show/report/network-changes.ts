import { shapeWords } from '../drawing/box-words.js';
import type { Network, NetworkLayer } from '../network/network.js';
import { codeSpan, escapeText, markdownText } from './escape.js';
import type { Palette } from './palette.js';
import { counted, grouped } from './text.js';

/**
 * A difference of a layer: the property, and its values in both networks, such as `weights`, 1024, 2048. A
 * value is null if the layer lacks the property.
 */
interface LayerDifference {
  readonly what: string;
  readonly before: string | number | null;
  readonly after: string | number | null;
}

interface ChangedLayer {
  readonly name: string;
  /** Index of the layer in the network before, and in the network after. */
  readonly before: number;
  readonly after: number;
  readonly differences: readonly LayerDifference[];
}

interface NetworkChanges {
  readonly added: readonly number[];
  readonly removed: readonly number[];
  readonly changed: readonly ChangedLayer[];
}

export interface ComparedNetworks {
  readonly before: Network;
  readonly after: Network;
  readonly changes: NetworkChanges;
}

/**
 * Compares two networks layer by layer, matching layers by name. Ids and positions in the file are not
 * compared.
 */
export function networkChanges(before: Network, after: Network): NetworkChanges {
  const old = byName(before);
  const now = byName(after);
  const sources = { before: sourcesOf(before), after: sourcesOf(after) };
  const added = [...now].flatMap(([key, at]) => (old.has(key) ? [] : [at]));
  const removed = [...old].flatMap(([key, at]) => (now.has(key) ? [] : [at]));
  const changed = [...now].flatMap(([key, at]): ChangedLayer[] => {
    const was = old.get(key);
    if (was === undefined) return [];
    const layer = after.layers[at] as NetworkLayer;
    const one = factsOf(before.layers[was] as NetworkLayer, sources.before[was]);
    const other = factsOf(layer, sources.after[at]);
    const differences = differencesOf(one, other);
    return differences.length === 0 ? [] : [{ name: layer.name, before: was, after: at, differences }];
  });
  return { added, removed, changed };
}

/** Returns the index of each layer by name. Layers with equal names are matched in order. */
function byName({ layers }: Network): Map<string, number> {
  const seen = new Map<string, number>();
  const positions = new Map<string, number>();
  for (const [at, { name }] of layers.entries()) {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    // The key is unique, because a name cannot contain a line break followed by a number.
    positions.set(`${name}\n${count}`, at);
  }
  return positions;
}

function sourcesOf({ layers, edges }: Network): string[][] {
  const sources: string[][] = layers.map(() => []);
  for (const { from, to } of edges) sources[to]?.push(layers[from]?.name ?? '');
  return sources.map((names) => names.sort());
}

type LayerFacts = ReadonlyMap<string, string | number | null>;

function factsOf(layer: NetworkLayer, sources: readonly string[] = []): LayerFacts {
  const { kernel, strides } = layer;
  return new Map<string, string | number | null>([
    ['kind', layer.kind],
    ['in', layer.inputs.map(shapeWords).join(', ')],
    ['out', layer.outputs.map(shapeWords).join(', ')],
    ['kernel', kernel && shapeWords(kernel)],
    ['strides', strides && shapeWords(strides)],
    ['activation', layer.activation],
    ['weights', layer.weights],
    ['cycles', layer.figures?.cycles ?? null],
    ['context', layer.context],
    ['clusters', layer.clusters.join(', ')],
    ['reads from', sources.join(', ')],
  ]);
}

function differencesOf(before: LayerFacts, after: LayerFacts): LayerDifference[] {
  return [...after].flatMap(([what, value]) => {
    const [was, is] = [before.get(what) ?? null, value].map((side) => (side === '' ? null : side));
    return was === is ? [] : [{ what, before: was ?? null, after: is ?? null }];
  });
}

/** Formats differences, such as `weights 1,024 → 2,048; kernel none → 3×3×16`; not escaped. */
export function differencesText(differences: readonly LayerDifference[]): string {
  return differences
    .map(({ what, before, after }) => `${what} ${sideText(before)} → ${sideText(after)}`)
    .join('; ');
}

function sideText(side: string | number | null): string {
  if (side === null) return 'none';
  return typeof side === 'number' ? grouped(side) : side;
}

/** Formats the numbers of changed layers, such as `2 layers added, 0 removed, 5 changed`. */
export function layerCountsText({ added, removed, changed }: NetworkChanges): string {
  if (added.length + removed.length + changed.length === 0) return 'the layers are the same';
  const counts = `${grouped(removed.length)} removed, ${grouped(changed.length)} changed`;
  return `${counted(added.length, 'layer')} added, ${counts}`;
}

/** Formats lines for a terminal, escaped. */
export function layerChangeLines(compared: ComparedNetworks, palette: Palette, limit: number): string[] {
  const marks = { changed: palette.yellow('~'), added: palette.green('+'), removed: palette.red('-') };
  const rows = rowsOf(compared);
  const lines = rows.slice(0, limit).map(({ kind, name, text }) => {
    return `    ${marks[kind]} ${escapeText(name)}: ${escapeText(text)}`;
  });
  const more = rows.length - limit;
  if (more > 0 && limit > 0) lines.push(`    ${palette.dim(`… and ${grouped(more)} more`)}`);
  return [
    `  ${palette.bold("layers, from the compiler's notes")}: ${layerCountsText(compared.changes)}`,
    ...lines,
  ];
}

export function layerChangeMarkdown(compared: ComparedNetworks, limit: number): string[] {
  const rows = rowsOf(compared);
  const lines = ['', `**Layers, from the compiler's notes**: ${layerCountsText(compared.changes)}`];
  if (rows.length === 0 || limit === 0) return lines;
  lines.push('', '| | layer | what |', '|---|---|---|');
  for (const { kind, name, text } of rows.slice(0, limit)) {
    lines.push(`| ${kind} | ${codeSpan(name)} | ${markdownText(text)} |`);
  }
  const more = rows.length - limit;
  if (more > 0) lines.push('', `… and ${grouped(more)} more`);
  return lines;
}

interface ChangeRow {
  readonly kind: 'changed' | 'added' | 'removed';
  readonly name: string;
  readonly text: string;
}

function rowsOf({ before, after, changes }: ComparedNetworks): ChangeRow[] {
  const whole = (kind: 'added' | 'removed', { layers }: Network, at: number): ChangeRow => {
    const layer = layers[at] as NetworkLayer;
    const weights = layer.weights === null ? '' : `, ${grouped(layer.weights)} weights`;
    return { kind, name: layer.name, text: `${layer.kind}${weights}` };
  };
  return [
    ...changes.removed.map((at) => whole('removed', before, at)),
    ...changes.added.map((at) => whole('added', after, at)),
    ...changes.changed.map(({ name, differences }): ChangeRow => {
      return { kind: 'changed', name, text: differencesText(differences) };
    }),
  ];
}

/** Makes the part of `diff --format json` about layers. */
export function layerChangesJson({ before, after, changes }: ComparedNetworks) {
  const whole = ({ layers }: Network, at: number) => {
    const { name, kind, weights } = layers[at] as NetworkLayer;
    return { position: at, name, kind, weights };
  };
  return {
    layers: { before: before.layers.length, after: after.layers.length },
    added: changes.added.map((at) => whole(after, at)),
    removed: changes.removed.map((at) => whole(before, at)),
    changed: changes.changed,
  };
}
