import type { Breaking } from '../../tools/diff/breaking.js';
import type { Change } from '../../tools/diff/change.js';
import type { ContextsChange } from '../../tools/diff/contexts.js';
import type { ModelDiff } from '../../tools/diff/diff.js';
import { contextTable, parentOf, sameText } from './diff-contexts.js';
import { type ComparedCosts, costChangeLines, costChangeMarkdown } from './diff-cost.js';
import { CHANGE_MARKS, type ChangesOfPlace, changeText, pathText, placesOf } from './diff-text.js';
import { codeSpan, escapeText, markdownText, nameText } from './escape.js';
import { jsonText, type Tool } from './json.js';
import {
  type ComparedNetworks,
  layerChangeLines,
  layerChangeMarkdown,
  layerChangesJson,
} from './network-changes.js';
import { type Palette, PLAIN } from './palette.js';
import { problemText } from './problem.js';
import { tableBlock } from './table.js';
import { bytesText, grouped } from './text.js';

export const DIFF_FORMATS = ['human', 'json', 'markdown'] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];

interface DiffReport {
  readonly before: string;
  readonly after: string;
  readonly diff: ModelDiff;
  /** Changes that an application would notice; null if not requested. */
  readonly breaking: Breaking | null;
  /**
   * Differences of the networks; null if a file has no compiler's notes, if notes are ignored, or if the
   * networks are equal.
   */
  readonly networks: ComparedNetworks | null;
  /** Differences of the costs; null if not requested, or if the costs are equal. */
  readonly costs: ComparedCosts | null;
  readonly ignored: readonly string[];
}

interface DiffTextOptions {
  readonly palette?: Palette;
  readonly summary?: boolean;
  /** Maximum number of listed changes for each place. */
  readonly contextLimit?: number;
}

const DEFAULT_CONTEXT_LIMIT = 20;

/** Formats `diff --format json`: docs/schemas/diff.schema.json. */
export function diffJson(
  tool: Tool,
  { before, after, diff, breaking, networks, costs, ignored }: DiffReport,
): string {
  const { verdict, sizes, counts, isCut, volatileOnly, changes, contexts, problems } = diff;
  return jsonText(tool, {
    before: { path: before, size: sizes.before },
    after: { path: after, size: sizes.after },
    verdict,
    ignored,
    volatileOnly,
    counts,
    changesCapped: isCut,
    changes,
    contexts,
    network: networks && layerChangesJson(networks),
    cost: costs,
    breaking: breaking?.changes ?? null,
    problems: [...problems, ...(breaking?.problems ?? []).map(unreadPart)],
  });
}

/**
 * Returns a problem for an unreadable part of a stream. The problem has no position, because the comparison
 * reports the position.
 */
function unreadPart({ side, message }: { side: 'before' | 'after'; message: string }) {
  return { side, code: 'model-malformed', message, offset: -1, path: '' };
}

/** Formats a comparison for a terminal. Text from files is escaped. */
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
  for (const list of diff.contexts) lines.push('', ...contextLines(list, report.costs, palette));
  if (report.costs !== null) lines.push('', ...costChangeLines(report.costs, report.networks, palette));
  if (report.networks !== null) {
    lines.push('', ...layerChangeLines(report.networks, palette, summary ? 0 : contextLimit));
  }
  lines.push('', ...endLines(report));
  return `${lines.join('\n')}\n`;
}

/** Formats a comparison for comments and pages. */
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
    const { columns, rows } = contextTable(list, report.costs);
    const titles = columns.map(({ title }) => title);
    lines.push(`| ${titles.join(' | ')} |`, `|${titles.map(() => '---').join('|')}|`);
    for (const row of rows) lines.push(`| ${row.map(markdownText).join(' | ')} |`);
  }
  if (report.costs !== null) lines.push(...costChangeMarkdown(report.costs, report.networks));
  if (report.networks !== null) {
    lines.push(...layerChangeMarkdown(report.networks, summary ? 0 : contextLimit));
  }
  return `${lines.join('\n')}\n`;
}

function line(change: Change, { title }: ChangesOfPlace, palette: Palette): string {
  const { kind } = change;
  const path = pathText(change);
  const shown = title !== '' && path.startsWith(`${title}.`) ? path.slice(title.length + 1) : path;
  const mark = CHANGE_MARKS[kind];
  const colour = kind === 'added' ? palette.green : kind === 'removed' ? palette.red : palette.yellow;
  return `${colour(mark)} ${shown}: ${changeText(change)}`;
}

function contextLines(list: ContextsChange, costs: ComparedCosts | null, palette: Palette): string[] {
  const { columns, rows } = contextTable(list, costs);
  return [
    `  ${palette.bold(`contexts of ${escapeText(parentOf(list.before))}`)}: ${sameText(list)}`,
    ...tableBlock(columns, rows, palette, '    '),
  ];
}

const DIFF_VERDICTS: Readonly<Record<ModelDiff['verdict'], string>> = {
  identical: 'identical, byte for byte',
  'same-meaning': 'the same meaning, in different bytes',
  'ignored-only': 'no difference except in ignored parts',
  different: 'different',
};

function endLines({ diff, ignored }: DiffReport): string[] {
  const { verdict, counts, isCut, volatileOnly, sizes, problems } = diff;
  const lines: string[] = [];
  for (const { side, ...fault } of problems) lines.push(escapeText(problemText({ file: side, ...fault })));
  const kinds = Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? [`${grouped(count)} ${kind}`] : [],
  );
  const size =
    sizes.before === sizes.after
      ? bytesText(sizes.before)
      : `${bytesText(sizes.before)} -> ${bytesText(sizes.after)}`;
  const what =
    verdict === 'different'
      ? `${DIFF_VERDICTS[verdict]}: ${isCut ? 'at least ' : ''}${kinds.join(', ')}`
      : DIFF_VERDICTS[verdict];
  lines.push(`${what}; ${size}`);
  if (ignored.length > 0) lines.push(`ignored: ${ignored.map(escapeText).join(', ')}`);
  if (volatileOnly.length > 0) {
    lines.push(
      `only ${volatileOnly.join(', ')} differs, which changes with every compilation (--without ${volatileOnly.join(',')})`,
    );
  }
  return lines;
}
