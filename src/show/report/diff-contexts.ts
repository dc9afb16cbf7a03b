import type { ContextChange, ContextsChange } from '../../tools/diff/contexts.js';
import type { ContextTally } from '../../tools/diff/tally.js';
import type { Column } from './table.js';
import { counted, grouped } from './text.js';

/** Contexts that are listed. */
const MAX_CONTEXTS = 40;

export const CONTEXT_COLUMNS: readonly Column[] = [
  { title: 'context', align: 'right' },
  { title: 'operations', align: 'right' },
  { title: 'actions', align: 'right' },
  { title: 'edge layers', align: 'right' },
  { title: 'bytes', align: 'right' },
  { title: 'actions that came or went' },
];

/** A row for each context that is not the same, and one for those that are too many to list. */
export function contextRows(list: ContextsChange): string[][] {
  const rows = list.different.slice(0, MAX_CONTEXTS).map(contextRow);
  const more = list.different.length - rows.length;
  if (more > 0) rows.push([`… ${grouped(more)} more`, '', '', '', '', '']);
  return rows;
}

function contextRow({ before, after, counts }: ContextChange): string[] {
  const position =
    before === null
      ? `+ ${after}`
      : after === null
        ? `- ${before}`
        : before === after
          ? `${before}`
          : `${before} -> ${after}`;
  const change = (of: (tally: ContextTally) => number): string => {
    const [was, is] = [counts.before, counts.after].map((tally) => (tally === null ? null : of(tally)));
    if (was == null || is == null) return grouped(was ?? is ?? 0);
    return was === is ? grouped(was) : `${grouped(was)} -> ${grouped(is)}`;
  };
  return [
    position,
    change(({ operations }) => operations),
    change(({ actions }) => actions),
    change(({ edgeLayers }) => edgeLayers),
    change(({ bytes }) => bytes),
    before === null || after === null ? '' : kindsText(counts.before, counts.after),
  ];
}

/** `+3 enable_lcu, -1 write_data`. */
function kindsText(before: ContextTally | null, after: ContextTally | null): string {
  const changes = new Map<string, number>();
  for (const { kind, count } of before?.actionKinds ?? []) changes.set(kind, -count);
  for (const { kind, count } of after?.actionKinds ?? []) changes.set(kind, (changes.get(kind) ?? 0) + count);
  return [...changes]
    .filter(([, change]) => change !== 0)
    .map(([kind, change]) => `${change > 0 ? '+' : '-'}${grouped(Math.abs(change))} ${kind}`)
    .join(', ');
}

/** How many contexts of a list are the same, and how many are not. */
export function sameText({ same, different }: ContextsChange): string {
  return `${grouped(same)} the same, ${counted(different.length, 'other')}`.replace(/no others/, 'none else');
}

/** Path of what a list of contexts belongs to. */
export function parentOf(path: string): string {
  return path.replace(/\.contexts$/, '');
}
