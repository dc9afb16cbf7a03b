import type { FileStats } from './rows.js';

/** Table of the statistics that a row belongs to. */
export type ChangeTable =
  | 'section'
  | 'class'
  | 'type'
  | 'field'
  | 'group'
  | 'context'
  | 'words'
  | 'action'
  | 'trigger'
  | 'blob';

/** A row of one or both files whose size or count differs. */
export interface StatsChange {
  /** Table of the row. */
  readonly table: ChangeTable;
  /** Name of the row in its table. */
  readonly name: string;
  /**
   * Values in the first file; 0 if the file has no such row. Sizes of types and fields are their own bytes.
   */
  readonly before: {
    /** Number of counted items. */
    readonly count: number;
    /** Size of the items in bytes. */
    readonly bytes: number;
  };
  /** Values in the second file; 0 if the file has no such row. */
  readonly after: {
    /** Number of counted items. */
    readonly count: number;
    /** Size of the items in bytes. */
    readonly bytes: number;
  };
  /** Size of `after` minus the size of `before`, in bytes; negative if the row shrank. */
  readonly growth: number;
}

/** Growth and shrinkage between two files. */
export interface StatsComparison {
  /** Size of the first file in bytes. */
  readonly before: number;
  /** Size of the second file in bytes. */
  readonly after: number;
  /** By table, with the largest change of each table first. */
  readonly changes: readonly StatsChange[];
}

const TABLES: readonly ChangeTable[] = [
  'section',
  'class',
  'type',
  'field',
  'group',
  'context',
  'words',
  'action',
  'trigger',
  'blob',
];

/** Finds the rows that grew or shrank between two files. Rows are matched by name. */
export function compareStats(before: FileStats, after: FileStats): StatsComparison {
  const changes: StatsChange[] = [];
  const [old, next] = [rowsOf(before), rowsOf(after)];
  for (const key of new Set([...old.keys(), ...next.keys()])) {
    const a = old.get(key) ?? NOTHING;
    const b = next.get(key) ?? NOTHING;
    if (a.count === b.count && a.bytes === b.bytes) continue;
    const at = key.indexOf(' ');
    changes.push({
      table: key.slice(0, at) as ChangeTable,
      name: key.slice(at + 1),
      before: a,
      after: b,
      growth: b.bytes - a.bytes,
    });
  }
  changes.sort(
    (a, b) =>
      TABLES.indexOf(a.table) - TABLES.indexOf(b.table) ||
      Math.abs(b.growth) - Math.abs(a.growth) ||
      (a.name < b.name ? -1 : 1),
  );
  return { before: before.size, after: after.size, changes };
}

interface Amount {
  readonly count: number;
  readonly bytes: number;
}

const NOTHING: Amount = { count: 0, bytes: 0 };

function rowsOf(stats: FileStats): Map<string, Amount> {
  const rows = new Map<string, Amount>();
  const add = (table: ChangeTable, name: string, bytes: number, count = 1): void => {
    rows.set(`${table} ${name}`, { count, bytes });
  };
  for (const { name, bytes } of stats.sections) add('section', name, bytes);
  for (const { name, bytes } of stats.classes) add('class', name, bytes);
  for (const { type, own, count } of stats.types) add('type', type, own, count);
  for (const { field, own, count } of stats.fields) add('field', field, own, count);
  for (const { path, bytes, contexts } of stats.groups) {
    add('group', path, bytes);
    for (const context of contexts) add('context', context.path, context.bytes);
  }
  for (const { path, name, channel, own, writes } of stats.words?.owners ?? []) {
    add('words', channel === null ? `resource ${name}` : `${path} channel ${channel}`, own, writes);
  }
  for (const { name, bytes, count } of stats.actions) add('action', name, bytes, count);
  for (const { name, bytes, count } of stats.triggers) add('trigger', name, bytes, count);
  for (const { name, bytes, count } of stats.blobs) add('blob', name, bytes, count);
  return rows;
}
