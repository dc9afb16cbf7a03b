import { escapeText } from './escape.js';
import { codeSpan, markdownText } from './markdown-text.js';
import { type CountedFile, changeSummary, changeTables, notes, statsTables, summary } from './stats.js';

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
