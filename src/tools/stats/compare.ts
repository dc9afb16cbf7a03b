import type { FileStats } from './rows.js';

/** What a row is about. */
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

/** A row of either file, or of both, whose bytes or count are not the same. */
export interface Change {
  /** Which table of the statistics the row is in. */
  readonly table: ChangeTable;
  /** What the row is called there. */
  readonly name: string;
  /** Of the first file and of the other; 0 where it has no such row. Bytes are own ones, of types and fields. */
  readonly before: {
    /** How many things it counts. */
    readonly count: number;
    /** The bytes they take. */
    readonly bytes: number;
  };
  /** Of the other file; 0 where it has no such row. */
  readonly after: {
    /** How many things it counts. */
    readonly count: number;
    /** The bytes they take. */
    readonly bytes: number;
  };
  /** What `after` has more. */
  readonly growth: number;
}

/** What grew and what shrank. */
export interface StatsComparison {
  /** Bytes of the first file. */
  readonly before: number;
  /** Bytes of the other. */
  readonly after: number;
  /** By table, in each the largest change first. */
  readonly changes: readonly Change[];
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

/** What grew and what shrank from one file to another. Rows are the same where their names are. */
export function compareStats(before: FileStats, after: FileStats): StatsComparison {
  const changes: Change[] = [];
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
