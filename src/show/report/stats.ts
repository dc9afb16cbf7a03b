import { sizeName } from '../../tools/stats/block.js';
import type { ChangeTable, StatsComparison } from '../../tools/stats/compare.js';
import type { BlobRow, FileStats, Share } from '../../tools/stats/rows.js';
import { registerBytes } from '../../tools/stats/words.js';
import { codeSpan, escapeText, markdownText, nameText } from './escape.js';
import { jsonText, type Tool } from './json.js';
import type { Palette } from './palette.js';
import { faultText } from './problem.js';
import { framingWords } from './summary-text.js';
import { columnsOf, type TableColumn, tableBlock } from './table.js';
import { byteSizeText, bytesText, counted, grouped, offsetText, shareText } from './text.js';

export interface CountedFile {
  readonly path: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly stats: FileStats | null;
  /** Actual type of a file that is not a model: `a PNG picture`. */
  readonly lookalike?: string | undefined;
  /** Comparison with an earlier file, whose statistics are the `before` side. */
  readonly comparison?: StatsComparison;
}

export const STATS_FORMATS = ['human', 'json', 'markdown', 'html', 'svg'] as const;
export type StatsFormat = (typeof STATS_FORMATS)[number];

/** Number of rows in a table without `--all`. */
const SHORT = 12;

/** A table of a report, independent of the output format. */
export interface StatsTable {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Number of omitted rows. */
  readonly more: number;
}

const BYTES = '>bytes | >share';

const tableOf = (title: string, titles: string, rows: StatsTable['rows'], more = 0): StatsTable => ({
  title,
  columns: columnsOf(titles),
  rows,
  more,
});

/**
 * Returns the tables of a file, without empty tables.
 * @param all true for all rows, instead of the first dozen
 */
export function statsTables(stats: FileStats, all: boolean): StatsTable[] {
  const { size } = stats;
  const sized = (bytes: number): [string, string] => [grouped(bytes), shareText(bytes, size)];
  const shares = (rows: readonly Share[]): string[][] =>
    rows.map(({ name, count, bytes }) => [name, grouped(count), ...sized(bytes)]);
  const contexts = stats.groups.flatMap((group) => group.contexts);
  // Only shown contexts are formatted, because a file may have thousands of contexts, with nine texts each.
  const shownContexts = all ? contexts : contexts.slice(0, SHORT);
  const sections = stats.container.framing === 'bare' ? [] : stats.sections;
  const tables: StatsTable[] = [
    tableOf(
      'parts of the file',
      `part | ${BYTES}`,
      sections.map(({ name, bytes }) => [name, ...sized(bytes)]),
    ),
    tableOf(
      'parts of the message',
      ` | ${BYTES}`,
      stats.classes.filter(({ bytes }) => bytes > 0).map(({ name, bytes }) => [name, ...sized(bytes)]),
    ),
    tableOf(
      'network groups',
      `group | name | >contexts | ${BYTES}`,
      stats.groups.map(({ path, name, bytes, contexts: inner }) => [
        path,
        name,
        grouped(inner.filter(({ kind }) => kind === 'context').length),
        ...sized(bytes),
      ]),
      stats.groupCount - stats.groups.length,
    ),
    tableOf(
      'contexts',
      `context | name | >operations | >actions | >edge layers | >configuration | >register writes | ${BYTES}`,
      shownContexts.map((context) => [
        context.path,
        context.name,
        grouped(context.operations),
        grouped(context.actions.reduce((sum, { count }) => sum + count, 0)),
        grouped(context.edgeLayers.count),
        grouped(context.configurationBytes),
        registerBytes(context.blobs) === 0 ? '' : grouped(registerBytes(context.blobs)),
        ...sized(context.bytes),
      ]),
      stats.contextCount - shownContexts.length,
    ),
    tableOf(
      'configuration words after the message',
      `of | >channel | >writes | ${BYTES}`,
      wordRows(stats, sized),
    ),
    tableOf('actions', `kind | >count | ${BYTES}`, shares(stats.actions)),
    tableOf('triggers of operations', `kind | >count | ${BYTES}`, shares(stats.triggers)),
    tableOf(
      'blobs',
      `of | >count | >on average | ${BYTES}`,
      stats.blobs.map(({ name, count, bytes }) => [
        name,
        grouped(count),
        grouped(Math.round(bytes / count)),
        ...sized(bytes),
      ]),
    ),
    tableOf('blobs by size', `size | >count | ${BYTES} | `, histogram(stats.blobs, size)),
    tableOf(
      'message types',
      'type | >count | >own bytes | >share | >with nested messages | >unknown',
      stats.types.map(({ type, count, own, total, unknown }) => [
        type,
        grouped(count),
        ...sized(own),
        grouped(total),
        unknown.count === 0 ? '' : grouped(unknown.bytes),
      ]),
    ),
    tableOf(
      'fields',
      'field | >records | >own bytes | >share | >with nested messages',
      stats.fields.map(({ field, count, own, total }) => [
        field,
        grouped(count),
        ...sized(own),
        grouped(total),
      ]),
    ),
    ...duplicateTables(stats, all),
  ];
  return tables
    .filter(({ rows }) => rows.length > 0)
    .map((table) => {
      const rows = all ? table.rows : table.rows.slice(0, SHORT);
      return { ...table, rows, more: table.more + table.rows.length - rows.length };
    });
}

/** Returns a row for each owner of configuration words, and a last row for words without an owner. */
function wordRows({ words }: FileStats, sized: (bytes: number) => [string, string]): string[][] {
  if (words === null || words.bytes === 0) return [];
  const rows = words.owners.map(({ path, name, channel, writes, own }) => [
    name === '' ? path : `${path} ${name}`,
    channel === null ? '' : String(channel),
    grouped(writes),
    ...sized(own),
  ]);
  const fill = words.bytes - words.claimed;
  return fill === 0 ? rows : [...rows, ['fill', '', '', ...sized(fill)]];
}

function duplicateTables({ duplicates, size }: FileStats, all: boolean): StatsTable[] {
  if (duplicates === null) return [];
  const repeated = `${grouped(duplicates.repeatedBytes)} bytes, ${shareText(duplicates.repeatedBytes, size)}`;
  return [
    tableOf(
      `blobs stored more than once (${repeated})`,
      'first at | path | >bytes | >times | >repeated',
      duplicates.sets
        .slice(0, all ? undefined : SHORT)
        .map(({ offset, path, length, count, repeated: bytes }) => [
          offsetText(offset),
          path,
          grouped(length),
          grouped(count),
          grouped(bytes),
        ]),
    ),
  ];
}

/** Lists all blobs by size class, with a bar for the bytes. */
function histogram(blobs: readonly BlobRow[], size: number): string[][] {
  const classes = new Map<number, { from: number; to: number; count: number; bytes: number }>();
  for (const { sizes } of blobs) {
    for (const { from, to, count, bytes } of sizes) {
      const before = classes.get(to) ?? { from, to, count: 0, bytes: 0 };
      classes.set(to, { from, to, count: before.count + count, bytes: before.bytes + bytes });
    }
  }
  const sorted = [...classes.values()].sort((a, b) => a.to - b.to);
  const most = Math.max(1, ...sorted.map(({ bytes }) => bytes));
  return sorted.map((row) => [
    sizeName(row),
    grouped(row.count),
    grouped(row.bytes),
    shareText(row.bytes, size),
    '#'.repeat(Math.ceil((row.bytes / most) * 24)),
  ]);
}

/** Formats one file for a terminal. Text from files is escaped. */
export function statsText(file: CountedFile, all: boolean, palette: Palette): string {
  const { path, stats, lookalike, comparison } = file;
  if (stats === null) return '';
  const lines = [palette.bold(nameText(path)), `  ${summary(stats, lookalike)}`];
  for (const note of notes(stats)) lines.push(`  ${palette.yellow(escapeText(note))}`);
  const tables = comparison === undefined ? statsTables(stats, all) : changeTables(comparison, all);
  if (comparison !== undefined) lines.push(`  ${changeSummary(comparison)}`);
  for (const { title, columns, rows, more } of tables) {
    const cells = rows.map((row) => row.map(escapeText));
    lines.push('', `  ${palette.bold(title)}`, ...tableBlock(columns, cells, palette, '    '));
    if (more > 0) lines.push(palette.dim(`    … and ${grouped(more)} more`));
  }
  return `${lines.join('\n')}\n`;
}

/** Returns a line such as `framed, version 3, 1,234 bytes: 1 network group, 3 contexts`. */
export function summary(
  { container, size, groupCount, contextCount }: FileStats,
  lookalike?: string,
): string {
  const inside = `${counted(groupCount, 'network group')}, ${counted(contextCount, 'context')} (with preliminary ones)`;
  return `${framingWords(container, lookalike)}, ${bytesText(size)}: ${inside}`;
}

/** Returns remarks that limit the meaning of the numbers. */
export function notes({ problems, problemCount, duplicates }: FileStats): string[] {
  const notes = problems.slice(0, 3).map((problem) => `incomplete: ${faultText(problem)}`);
  if (problemCount > notes.length)
    notes.push(`incomplete: ${grouped(problemCount - notes.length)} more places`);
  if (duplicates === null) notes.push('blobs were not compared: --duplicates reads them');
  else if (duplicates.capped)
    notes.push('only the first 100,000 different blobs were compared with each other');
  return notes;
}

const CHANGE_TITLES: Readonly<Record<ChangeTable, string>> = {
  section: 'parts of the file',
  class: 'parts of the message',
  type: 'message types (own bytes)',
  field: 'fields (own bytes)',
  group: 'network groups',
  context: 'contexts',
  words: 'configuration words after the message',
  action: 'actions',
  trigger: 'triggers of operations',
  blob: 'blobs',
};

/** Formats a number with its sign: `+1,234` or `-5`. */
function signed(value: number): string {
  return value > 0 ? `+${grouped(value)}` : value < 0 ? `-${grouped(-value)}` : '0';
}

function changeSummary({ before, after, changes }: StatsComparison): string {
  if (changes.length === 0) return 'nothing grew or shrank';
  const relative = before === 0 ? '' : `, ${(((after - before) / before) * 100).toFixed(1)} %`;
  return `${byteSizeText(before)} before, ${byteSizeText(after)} after: ${signed(after - before)} bytes${relative}`;
}

function changeTables({ changes }: StatsComparison, all: boolean): StatsTable[] {
  const names = new Set(changes.map(({ table }) => table));
  return [...names].map((table) => {
    const rows = changes.filter((change) => change.table === table);
    const shown = all ? rows : rows.slice(0, SHORT);
    return tableOf(
      CHANGE_TITLES[table],
      ' | >count before | >after | >bytes before | >after | >growth',
      shown.map(({ name, before, after, growth }) => [
        name,
        grouped(before.count),
        grouped(after.count),
        grouped(before.bytes),
        grouped(after.bytes),
        signed(growth),
      ]),
      rows.length - shown.length,
    );
  });
}

/**
 * Formats `stats --format json`: `{ schemaVersion, tool, files: [{ path, error, …FileStats, comparison? }]
 * }`.
 */
export function statsJson(tool: Tool, files: readonly CountedFile[]): string {
  const entries = files.map(({ path, error, stats, comparison }) => ({
    path,
    error,
    ...stats,
    ...(comparison === undefined ? {} : { comparison }),
  }));
  return jsonText(tool, { files: entries });
}

/** Formats one file for a page or a comment on a change. */
export function statsMarkdown({ path, stats, lookalike, comparison }: CountedFile, all: boolean): string {
  if (stats === null) return '';
  const lines = [
    `## ${codeSpan(path === '-' ? '(standard input)' : path)}`,
    '',
    markdownText(summary(stats, lookalike)),
  ];
  for (const note of notes(stats)) lines.push('', `> ${markdownText(note)}`);
  if (comparison !== undefined) lines.push('', markdownText(changeSummary(comparison)));
  const tables = comparison === undefined ? statsTables(stats, all) : changeTables(comparison, all);
  for (const { title, columns, rows, more } of tables) {
    lines.push('', `### ${markdownText(title)}`, '');
    lines.push(`| ${columns.map((column) => markdownText(column.title)).join(' | ')} |`);
    lines.push(`|${columns.map(({ align }) => (align === 'right' ? '---:' : '---')).join('|')}|`);
    for (const row of rows)
      lines.push(`| ${row.map((cell) => markdownText(escapeText(cell))).join(' | ')} |`);
    if (more > 0) lines.push('', `… and ${more} more`);
  }
  return `${lines.join('\n')}\n`;
}
