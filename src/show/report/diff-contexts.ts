import type { ContextChange, ContextsChange } from '../../tools/diff/contexts.js';
import type { ContextTally } from '../../tools/diff/tally.js';
import { type ComparedCosts, configurationByPath } from './diff-cost.js';
import { columnsOf, type TableColumn } from './table.js';
import { counted, grouped } from './text.js';

const MAX_CONTEXTS = 40;

const CONTEXT_COLUMNS = columnsOf(
  '>context | >operations | >actions | >edge layers | >configuration | >message bytes | ' +
    'actions that came or went',
);
const CONFIGURATION = 4;

/** Returns a table with a row for each context that differs, and a row for all contexts beyond the limit. */
export function contextTable(
  list: ContextsChange,
  costs: ComparedCosts | null = null,
): { readonly columns: readonly TableColumn[]; readonly rows: string[][] } {
  const configuration = costs && {
    before: configurationByPath(costs.before),
    after: configurationByPath(costs.after),
  };
  const rows = list.different.slice(0, MAX_CONTEXTS).map((change) => {
    const { before, after } = change;
    return contextRow(
      change,
      configuration?.before.get(`${list.before}[${before}]`),
      configuration?.after.get(`${list.after}[${after}]`),
    );
  });
  const more = list.different.length - rows.length;
  if (more > 0) rows.push([`… ${grouped(more)} more`, '', '', '', '', '', '']);
  if (costs !== null) return { columns: CONTEXT_COLUMNS, rows };
  const without = <T>(cells: readonly T[]): T[] => cells.filter((_, at) => at !== CONFIGURATION);
  return { columns: without(CONTEXT_COLUMNS), rows: rows.map(without) };
}

function contextRow(
  { before, after, counts }: ContextChange,
  configurationBefore: number | undefined,
  configurationAfter: number | undefined,
): string[] {
  const position =
    before === null
      ? `+ ${after}`
      : after === null
        ? `- ${before}`
        : before === after
          ? `${before}`
          : `${before} -> ${after}`;
  const between = (was: number | undefined, is: number | undefined): string => {
    if (was === undefined || is === undefined) return grouped(was ?? is ?? 0);
    return was === is ? grouped(was) : `${grouped(was)} -> ${grouped(is)}`;
  };
  const change = (of: (tally: ContextTally) => number): string =>
    between(
      counts.before === null ? undefined : of(counts.before),
      counts.after === null ? undefined : of(counts.after),
    );
  return [
    position,
    change(({ operations }) => operations),
    change(({ actions }) => actions),
    change(({ edgeLayers }) => edgeLayers),
    between(configurationBefore, configurationAfter),
    change(({ bytes }) => bytes),
    before === null || after === null ? '' : kindsText(counts.before, counts.after),
  ];
}

/** Formats changes of kinds: `+3 enable_lcu, -1 write_data`. */
function kindsText(before: ContextTally | null, after: ContextTally | null): string {
  const changes = new Map<string, number>();
  for (const { kind, count } of before?.actionKinds ?? []) changes.set(kind, -count);
  for (const { kind, count } of after?.actionKinds ?? []) changes.set(kind, (changes.get(kind) ?? 0) + count);
  return [...changes]
    .filter(([, change]) => change !== 0)
    .map(([kind, change]) => `${change > 0 ? '+' : '-'}${grouped(Math.abs(change))} ${kind}`)
    .join(', ');
}

/** Formats the numbers of equal and of different contexts in a list. */
export function sameText({ same, different }: ContextsChange): string {
  return `${grouped(same)} the same, ${counted(different.length, 'other')}`.replace(/no others/, 'none else');
}

/** Returns the path of the core operation that contains a list of contexts. */
export function parentOf(path: string): string {
  return path.replace(/\.contexts$/, '');
}
