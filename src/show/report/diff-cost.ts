import type { CoreOpCost, FileCost } from '../network/cost.js';
import { namesOfContexts } from '../network/names.js';
import { contextLabel, runningCoreOps } from './cost.js';
import { codeSpan, escapeText, markdownText } from './escape.js';
import type { ComparedNetworks } from './network-changes.js';
import type { Palette } from './palette.js';
import { columnsOf, tableBlock } from './table.js';
import { counted, grouped } from './text.js';

export interface ComparedCosts {
  readonly before: FileCost;
  readonly after: FileCost;
}

/** Maximum number of listed layers that moved. */
const MAX_MOVED = 10;

export const COST_CHANGE_COLUMNS = columnsOf('cost | >before | >after | >change');

type Row = readonly [label: string, before: string, after: string, change: string];

/** Returns a row for each cost of the core operations, with the values of both builds. */
export function costChangeRows({ before, after }: ComparedCosts): Row[] {
  const [old, now] = [runningCoreOps(before), runningCoreOps(after)];
  return now.flatMap((coreOp, at) => {
    const other = old.find(({ name }) => name === coreOp.name) ?? old[at];
    if (other === undefined) return [];
    const rows = coreOpRows(other, coreOp);
    const isOnly = old.length === 1 && now.length === 1;
    return isOnly ? rows : [[coreOp.name || coreOp.path, '', '', ''] as const, ...rows];
  });
}

function coreOpRows(before: CoreOpCost, after: CoreOpCost): Row[] {
  const bytes = (label: string, of: (coreOp: CoreOpCost) => number | null): Row[] =>
    numberRow(label, of(before), of(after), grouped);
  return [
    ...bytes('contexts', ({ contexts }) => contexts.filter(({ index }) => index !== null).length),
    ...bytes('configuration, once', ({ onceBytes }) => onceBytes),
    ...bytes('configuration, each batch', ({ batchBytes }) => batchBytes),
    ...bytes('frame from the host', ({ frame }) => frame?.fromHost ?? null),
    ...bytes('frame to the host', ({ frame }) => frame?.toHost ?? null),
    ...bytes('frame between contexts', ({ frame }) => frame && frame.fromContexts + frame.toContexts),
    ...bytes('frame through DDR', ({ frame }) => frame?.ddr ?? null),
    ...numberRow('expected frames/s', before.expectedFps, after.expectedFps, (fps) => fps.toFixed(1)),
    ...numberRow('latency, ms', milliseconds(before), milliseconds(after), (ms) =>
      String(Number(ms.toPrecision(3))),
    ),
    ...slowestRows(before, after),
  ];
}

function milliseconds({ latencySeconds }: CoreOpCost): number | null {
  return latencySeconds && latencySeconds * 1000;
}

/** Returns a row with two numbers; an empty row if both numbers are missing. */
function numberRow(
  label: string,
  before: number | null,
  after: number | null,
  text: (value: number) => string,
): Row[] {
  if (!before && !after) return [];
  const texts = [before, after].map((value) => (value === null ? 'not known' : text(value)));
  const change =
    before === null || after === null || before === after
      ? ''
      : before === 0
        ? 'new'
        : `${after > before ? '+' : ''}${(((after - before) / before) * 100).toFixed(1)} %`;
  return [[label, texts[0] as string, texts[1] as string, change]];
}

/** Returns a row for each context with its slowest layer in both builds. */
function slowestRows(before: CoreOpCost, after: CoreOpCost): Row[] {
  const most = Math.max(before.contexts.length, after.contexts.length);
  return Array.from({ length: most }, (_, at): Row[] => {
    const [was, is] = [before.contexts[at], after.contexts[at]];
    if (was?.slowest == null && is?.slowest == null) return [];
    const text = (context: typeof was): string =>
      context?.slowest == null ? 'not known' : `${context.slowest}, ${grouped(context.cycles ?? 0)} cycles`;
    const label = contextLabel(is ?? (was as NonNullable<typeof was>));
    const [change = ''] = numberRow('', was?.cycles ?? null, is?.cycles ?? null, grouped).map(
      (row) => row[3],
    );
    return [[`slowest of ${label}`, text(was), text(is), change]];
  }).flat();
}

/** Describes layers that moved to another context: `conv1: context_0 -> context_1`. */
export function movedLayers({ before, after, changes }: ComparedNetworks): string[] {
  return changes.changed.flatMap((layer) => {
    const [was, is] = [before.layers[layer.before]?.context, after.layers[layer.after]?.context];
    if (was === is) return [];
    const nameOf = (network: typeof before, at: number | null | undefined): string =>
      at == null ? 'no context' : (namesOfContexts(network)[at] ?? String(at));
    return [`${layer.name}: ${nameOf(before, was)} -> ${nameOf(after, is)}`];
  });
}

export function movedTitle(count: number): string {
  return `${counted(count, 'layer')} in other contexts`;
}

/** Returns a sentence for each file whose layers are unknown, with the reason. */
export function withoutLayers(costs: ComparedCosts): string[] {
  return (['before', 'after'] as const).flatMap((side) => {
    const reason = costs[side].withoutLayers;
    return reason === null ? [] : [`no layers ${side}: ${reason}`];
  });
}

/** Formats lines for a terminal, escaped. */
export function costChangeLines(
  costs: ComparedCosts,
  networks: ComparedNetworks | null,
  palette: Palette,
): string[] {
  const rows = costChangeRows(costs).map((row) => row.map(escapeText));
  const moved = networks === null ? [] : movedLayers(networks);
  const lines = rows.length === 0 ? [] : tableBlock(COST_CHANGE_COLUMNS, rows, palette, '  ');
  for (const text of withoutLayers(costs)) lines.push(`  ${escapeText(text)}`);
  if (moved.length > 0) lines.push(`  ${palette.bold(movedTitle(moved.length))}`);
  for (const text of moved.slice(0, MAX_MOVED)) lines.push(`    ${escapeText(text)}`);
  if (moved.length > MAX_MOVED) lines.push(`    … and ${grouped(moved.length - MAX_MOVED)} more`);
  return lines;
}

export function costChangeMarkdown(costs: ComparedCosts, networks: ComparedNetworks | null): string[] {
  const moved = networks === null ? [] : movedLayers(networks);
  const lines = ['', '| cost | before | after | change |', '|---|--:|--:|--:|'];
  for (const row of costChangeRows(costs)) lines.push(`| ${row.map(markdownText).join(' | ')} |`);
  if (moved.length > 0) lines.push('', `**${movedTitle(moved.length)}**`, '');
  for (const text of moved.slice(0, MAX_MOVED)) lines.push(`- ${codeSpan(text)}`);
  if (moved.length > MAX_MOVED) lines.push(`- … and ${grouped(moved.length - MAX_MOVED)} more`);
  return lines;
}

/** Returns the configuration bytes of contexts by their paths, for tables of contexts. */
export function configurationByPath({ coreOps }: FileCost): ReadonlyMap<string, number> {
  return new Map(
    coreOps.flatMap(({ contexts }) =>
      contexts.map(({ path, configurationBytes }) => [path, configurationBytes] as const),
    ),
  );
}
