import type {
  Breaking,
  Change,
  ContextChange,
  ContextsChange,
  ContextTally,
  ModelDiff,
} from '../diff/index.js';
import { changeText, pathText } from './diff-text.js';
import { escapeText, printableJson } from './escape.js';
import { JSON_SCHEMA_VERSION, type Tool } from './json.js';
import { codeSpan, markdownText } from './markdown-text.js';
import { type Palette, PLAIN } from './palette.js';
import { type Column, tableLines } from './table.js';
import { bytesText, counted, grouped, offsetText } from './text.js';

export const DIFF_FORMATS = ['human', 'json', 'markdown'] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];

/** What is to be said of two files. */
export interface DiffReport {
  readonly before: string;
  readonly after: string;
  readonly diff: ModelDiff;
  /** Null where it was not asked for. */
  readonly breaking: Breaking | null;
  /** What was passed over. */
  readonly ignored: readonly string[];
}

export interface DiffTextOptions {
  readonly palette?: Palette;
  /** Nothing but what has changed in all. */
  readonly summary?: boolean;
  /** Changes that are shown of each place: a context, or what is around them. */
  readonly contextLimit?: number;
}

const DEFAULT_CONTEXT_LIMIT = 20;
/** Contexts that are listed. */
const MAX_CONTEXTS = 40;

/** `diff --format json`: docs/schemas/diff.schema.json. */
export function diffJson(tool: Tool, { before, after, diff, breaking, ignored }: DiffReport): string {
  const { verdict, sizes, counts, isCut, volatileOnly, changes, contexts, problems } = diff;
  const report = {
    schemaVersion: JSON_SCHEMA_VERSION,
    tool: { ...tool },
    before: { path: before, size: sizes.before },
    after: { path: after, size: sizes.after },
    verdict,
    ignored,
    volatileOnly,
    counts,
    changesCapped: isCut,
    changes,
    contexts,
    breaking: breaking?.changes ?? null,
    problems: [...problems, ...(breaking?.problems ?? []).map(unreadPart)],
  };
  return `${printableJson(report, 2)}\n`;
}

/** What the reader of streams could not read has no place of its own: the comparison says where it is. */
function unreadPart({ side, message }: { side: 'before' | 'after'; message: string }) {
  return { side, code: 'model-malformed', message, offset: -1, path: '' };
}

/** For reading in a terminal. Text from files is escaped. */
export function diffText(report: DiffReport, options: DiffTextOptions = {}): string {
  const { palette = PLAIN, summary = false, contextLimit = DEFAULT_CONTEXT_LIMIT } = options;
  const { diff, breaking } = report;
  const lines = [`${palette.bold(nameText(report.before))} -> ${palette.bold(nameText(report.after))}`];
  if (breaking !== null) {
    for (const { code, message, group } of breaking.changes) {
      const where = group === null ? '' : `${escapeText(group)}: `;
      lines.push(`  ${palette.red('breaking')} ${where}${escapeText(message)} ${palette.dim(`[${code}]`)}`);
    }
    if (breaking.changes.length === 0 && diff.verdict !== 'identical') {
      lines.push('  nothing that an application would notice');
    }
  }
  if (!summary) {
    for (const place of placesOf(diff.changes)) {
      if (place.title !== '') lines.push('', `  ${palette.bold(escapeText(place.title))}`);
      else if (lines.length > 1) lines.push('');
      for (const change of place.changes.slice(0, contextLimit))
        lines.push(`    ${line(change, place, palette)}`);
      const more = place.changes.length - contextLimit;
      if (more > 0) lines.push(`    ${palette.dim(`… and ${grouped(more)} more`)}`);
    }
  }
  for (const list of diff.contexts) lines.push('', ...contextLines(list, palette));
  lines.push('', ...endLines(report));
  return `${lines.join('\n')}\n`;
}

/** For comments and pages. */
export function diffMarkdown(report: DiffReport, options: Omit<DiffTextOptions, 'palette'> = {}): string {
  const { summary = false, contextLimit = DEFAULT_CONTEXT_LIMIT } = options;
  const { diff, breaking } = report;
  const lines = [
    `### ${markdownText(nameText(report.before))} → ${markdownText(nameText(report.after))}`,
    '',
  ];
  lines.push(...endLines(report).map((text) => `${markdownText(text)}  `));
  if (breaking !== null && breaking.changes.length > 0) {
    lines.push('', '**Breaking**', '');
    for (const { code, message, group } of breaking.changes) {
      const where = group === null ? '' : `${codeSpan(group)}: `;
      lines.push(`- ${where}${markdownText(message)} (${codeSpan(code)})`);
    }
  }
  if (!summary) {
    for (const { title, changes } of placesOf(diff.changes)) {
      lines.push('', title === '' ? '**File**' : `**${markdownText(title)}**`, '');
      lines.push('| | where | what |', '|---|---|---|');
      for (const change of changes.slice(0, contextLimit)) {
        const cells = [change.kind, codeSpan(pathText(change)), markdownText(changeText(change))];
        lines.push(`| ${cells.join(' | ')} |`);
      }
      const more = changes.length - contextLimit;
      if (more > 0) lines.push('', `… and ${grouped(more)} more`);
    }
  }
  for (const list of diff.contexts) {
    lines.push('', `**Contexts of ${markdownText(parentOf(list.before))}**: ${sameText(list)}`, '');
    const [titles = [], ...rows] = contextRows(list);
    lines.push(`| ${titles.join(' | ')} |`, `|${titles.map(() => '---').join('|')}|`);
    for (const row of rows) lines.push(`| ${row.map(markdownText).join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

interface Placed {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** Changes by the context that they are in, or by what is around it, in the order in which they were found. */
function placesOf(changes: readonly Change[]): Placed[] {
  const places = new Map<string, Change[]>();
  for (const change of changes) {
    const path = (change.before ?? change.after)?.path ?? '';
    const title = PLACE.exec(path)?.[0] ?? '';
    const list = places.get(title);
    if (list === undefined) places.set(title, [change]);
    else list.push(change);
  }
  return [...places].map(([title, list]) => ({ title, changes: list }));
}

/** The innermost context or preliminary configuration, otherwise the network group. */
const PLACE =
  /^.*\.(?:contexts\[\d+\]|preliminary_config)(?=\.)|^network_groups\[\d+\](?:\.(?:ops|partial_network_groups)\[\d+\])*(?=\.)/;

const MARKS: Readonly<Record<Change['kind'], string>> = {
  changed: '~',
  switched: '~',
  added: '+',
  removed: '-',
  moved: '>',
  swapped: '<>',
  broken: '!',
};

function line(change: Change, { title }: Placed, palette: Palette): string {
  const { kind } = change;
  const path = pathText(change);
  const shown = title !== '' && path.startsWith(`${title}.`) ? path.slice(title.length + 1) : path;
  const mark = MARKS[kind];
  const colour = kind === 'added' ? palette.green : kind === 'removed' ? palette.red : palette.yellow;
  return `${colour(mark)} ${shown}: ${changeText(change)}`;
}

const COLUMNS: readonly Column[] = [
  { title: 'context', align: 'right' },
  { title: 'operations', align: 'right' },
  { title: 'actions', align: 'right' },
  { title: 'edge layers', align: 'right' },
  { title: 'bytes', align: 'right' },
  { title: 'actions that came or went' },
];

function contextLines(list: ContextsChange, palette: Palette): string[] {
  const [, ...rows] = contextRows(list);
  const [titles = '', ...lines] = tableLines(COLUMNS, rows);
  return [
    `  ${palette.bold(`contexts of ${escapeText(parentOf(list.before))}`)}: ${sameText(list)}`,
    `    ${palette.dim(titles)}`,
    ...lines.map((text) => `    ${text}`),
  ];
}

function contextRows(list: ContextsChange): string[][] {
  const rows = list.different.slice(0, MAX_CONTEXTS).map(contextRow);
  const more = list.different.length - rows.length;
  if (more > 0) rows.push([`… ${grouped(more)} more`, '', '', '', '', '']);
  return [COLUMNS.map(({ title }) => title), ...rows];
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

function sameText({ same, different }: ContextsChange): string {
  return `${grouped(same)} the same, ${counted(different.length, 'other')}`.replace(/no others/, 'none else');
}

function parentOf(path: string): string {
  return path.replace(/\.contexts$/, '');
}

const VERDICTS: Readonly<Record<ModelDiff['verdict'], string>> = {
  identical: 'identical, byte for byte',
  'same-meaning': 'the same meaning in other bytes',
  'ignored-only': 'no difference but in what is ignored',
  different: 'different',
};

function endLines({ diff, ignored }: DiffReport): string[] {
  const { verdict, counts, isCut, volatileOnly, sizes, problems } = diff;
  const lines: string[] = [];
  for (const { side, code, message, offset, path } of problems) {
    const where = path === '' ? '' : ` in ${escapeText(path)}`;
    lines.push(`${side}: ${code} at ${offsetText(offset)}${where}: ${message}`);
  }
  const kinds = Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? [`${grouped(count)} ${kind}`] : [],
  );
  const size =
    sizes.before === sizes.after
      ? bytesText(sizes.before)
      : `${bytesText(sizes.before)} -> ${bytesText(sizes.after)}`;
  const what =
    verdict === 'different'
      ? `${VERDICTS[verdict]}: ${isCut ? 'at least ' : ''}${kinds.join(', ')}`
      : VERDICTS[verdict];
  lines.push(`${what}; ${size}`);
  if (ignored.length > 0) lines.push(`ignored: ${ignored.map(escapeText).join(', ')}`);
  if (volatileOnly.length > 0) {
    lines.push(
      `nothing but ${volatileOnly.join(', ')} differs, which every compilation makes anew (--ignore ${volatileOnly.join(',')})`,
    );
  }
  return lines;
}

function nameText(path: string): string {
  return path === '-' ? '(standard input)' : escapeText(path);
}
