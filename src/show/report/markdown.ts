import { SEVERITIES } from '../../base/diagnostics/diagnostic.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { codeSpan, markdownText } from './escape.js';
import { type Folded, foldByCode } from './fold.js';
import { spanText } from './place.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { type PredictionProblem, predictionProblems } from './runtime-text.js';
import { grouped } from './text.js';
import { pageOf } from './tool.js';
import { Totals, verdictLine } from './totals.js';

/**
 * Maximum number of files with findings in the summary, because web pages limit a summary to about a
 * megabyte.
 */
const MAX_FILES = 100;
/** Maximum number of listed codes of one file. */
const MAX_CODES = 30;
/** Maximum number of characters of a message or a path, because a text may be as long as the file. */
const MAX_TEXT = 500;

/**
 * Makes a reporter of a summary in Markdown for the page of a CI job: the verdict, a table of the files, and
 * the findings of files. The verdict is written first, but is known only at the end, so the first hundred
 * files with findings are kept in memory.
 */
export function markdownReporter(failOn: FailOn): Reporter {
  const totals = new Totals();
  const rows: string[] = [];
  const details: string[] = [];
  let left = 0;
  return {
    begin: () => '',
    file(file) {
      totals.add(file);
      const predictions = predictionProblems(file, failOn);
      if (file.error === null && file.diagnostics.length + predictions.length === 0) return '';
      if (rows.length >= MAX_FILES) left++;
      else {
        rows.push(rowOf(file));
        if (file.diagnostics.length + predictions.length > 0) details.push(detailsOf(file, predictions));
      }
      return '';
    },
    end(cut) {
      const lines = ['## protomdl', '', `**${markdownText(verdictLine(totals, failOn, cut))}**`, ''];
      if (rows.length > 0) {
        lines.push('| file | verdict | errors | warnings | info |', '|---|---|--:|--:|--:|', ...rows);
        if (left > 0) lines.push('', `… and ${grouped(left)} more files with findings.`);
        lines.push('');
      }
      return [...lines, ...details].join('\n');
    },
  };
}

function rowOf({ path, verdict, counts, error }: ReportedFile): string {
  const cells = SEVERITIES.map((severity) => (error === null ? grouped(counts[severity]) : ''));
  const said = error === null ? verdict : `${verdict}: ${markdownText(cut(error.message))}`;
  return `| ${nameOf(path)} | ${said} | ${cells.join(' | ')} |`;
}

function detailsOf(file: ReportedFile, predictions: readonly PredictionProblem[]): string {
  const { groups, unlisted } = foldByCode(file);
  const lines = ['<details>', `<summary>${htmlText(file.path)}</summary>`, ''];
  const ordered = SEVERITIES.flatMap((severity) => groups.filter((group) => group.severity === severity));
  for (const group of ordered.slice(0, MAX_CODES)) lines.push(itemOf(group, pageOf(group.code)));
  for (const problem of predictions) {
    const shown = [{ ...problem, count: 1, related: [] }];
    lines.push(itemOf({ code: problem.code, severity: problem.severity, shown, more: 0 }));
  }
  const more = ordered.length - MAX_CODES;
  if (more > 0) lines.push(`- … and ${grouped(more)} more codes`);
  for (const severity of SEVERITIES) {
    if (unlisted[severity] > 0)
      lines.push(`- … and ${grouped(unlisted[severity])} more of severity ${severity}`);
  }
  return [...lines, '', '</details>', ''].join('\n');
}

function itemOf({ code, severity, shown, more }: Folded, page?: string): string {
  const first = shown[0]!;
  const others = shown.length - 1 + more;
  const where = first.path === '' ? '' : `${codeSpan(cut(first.path))} `;
  const rest = others > 0 ? `, and ${grouped(others)} more` : '';
  const text = markdownText(cut(first.message));
  const name = page === undefined ? codeSpan(code) : `[${codeSpan(code)}](${page})`;
  return `- **${severity}** ${name}: ${text} (${where}${spanText(first)}${rest})`;
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : codeSpan(cut(path));
}

/** Formats a path inside of an HTML element, in which Markdown is not interpreted. */
function htmlText(path: string): string {
  return path === '-' ? 'standard input' : markdownText(cut(path)).replace(/\\([\\`*_[\]|~:])/g, '$1');
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
