import { type Diagnostic, groupKey, type Severity } from '../../../base/diagnostics/diagnostic.js';
import { escapeText } from '../../../show/report/escape.js';
import { offsetText } from '../../../show/report/text.js';
import type { FindingGroup } from '../../engine/finding-list.js';
import type { ReportFormat } from '../../engine/validator.js';

export interface FindingRow {
  readonly group: FindingGroup;
  readonly index: number;
  /** Index of the finding among the code's findings; null for a row of a code. */
  readonly nth: number | null;
}

/** Maximum number of findings that are shown before the reader opens a code. */
const SHOWN_AT_FIRST = 60;

/**
 * Returns the codes that are open at first: the first code, and further codes up to the maximum number of
 * findings.
 */
export function openAtFirst(groups: readonly FindingGroup[]): string[] {
  const open: string[] = [];
  let rows = 0;
  for (const group of groups) {
    rows += group.matching;
    if (open.length > 0 && rows > SHOWN_AT_FIRST) break;
    open.push(groupKey(group));
  }
  return open;
}

/** Converts between rows and findings in a list of codes, some of which are open. */
export class FindingRows {
  readonly count: number;
  readonly #starts: number[] = [];

  constructor(
    readonly groups: readonly FindingGroup[],
    readonly open: ReadonlySet<string>,
  ) {
    let count = 0;
    for (const group of groups) {
      this.#starts.push(count);
      count += 1 + (this.isOpen(group) ? group.matching : 0);
    }
    this.count = count;
  }

  isOpen(group: FindingGroup): boolean {
    return this.open.has(groupKey(group));
  }

  at(row: number): FindingRow | undefined {
    if (row < 0 || row >= this.count) return undefined;
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= row) low = middle;
      else high = middle;
    }
    const start = this.#starts[low] as number;
    return {
      group: this.groups[low] as FindingGroup,
      index: low,
      nth: row === start ? null : row - start - 1,
    };
  }

  /** Returns the row number of a code, or of a finding of an open code; -1 without such a row. */
  rowOf(index: number, nth: number | null): number {
    const start = this.#starts[index];
    const group = this.groups[index];
    if (start === undefined || group === undefined) return -1;
    if (nth === null) return start;
    return this.isOpen(group) && nth >= 0 && nth < group.matching ? start + 1 + nth : -1;
  }
}

/** Signs of severities, so that readers need not distinguish colours. */
export const SIGNS: Readonly<Record<Severity, string>> = { error: '✗', warning: '▲', info: 'ℹ' };

/** Formats a finding for an issue or a chat. @param address link to the finding */
export function findingMarkdown(
  file: string,
  code: string,
  finding: Diagnostic | null,
  address: string,
): string {
  const name = asCode(file.replace(/^.*[\\/]/, ''));
  const link = `[open it](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  if (finding === null) return `**${plain(code)}** in ${name} (${link})\n`;
  const path = finding.path === '' ? '' : `, ${asCode(finding.path)}`;
  return `**${plain(code)}** (${finding.severity}) in ${name}, at ${offsetText(finding.offset)}${path}: ${plain(finding.message)} (${link})\n`;
}

function asCode(text: string): string {
  const printable = escapeText(text);
  const ticks = '`'.repeat(1 + Math.max(0, ...[...printable.matchAll(/`+/g)].map(([run]) => run.length)));
  const room = printable.startsWith('`') || printable.endsWith('`') ? ' ' : '';
  return `${ticks}${room}${printable}${room}${ticks}`;
}

function plain(text: string): string {
  return escapeText(text).replace(/[\\`*_{}[\]<>#|!~]/g, (sign) => `\\${sign}`);
}

export const REPORTS: readonly {
  readonly format: ReportFormat;
  readonly title: string;
  readonly ending: string;
}[] = [
  { format: 'json', title: 'JSON', ending: '.report.json' },
  { format: 'sarif', title: 'SARIF', ending: '.sarif' },
  { format: 'html', title: 'HTML', ending: '.report.html' },
];
