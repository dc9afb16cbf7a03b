import type { Difference, ExpectedFinding } from '../../attack/corpus/expectation.js';
import { escapeText, printableJson } from './escape.js';
import { jsonText, type Tool } from './json.js';
import type { Palette } from './palette.js';
import { counted, offsetText } from './text.js';

/**
 * What became of a file of a corpus: `expected` (its report is what lies beside it), `different`, `no-report`,
 * `no-file` (a report without a file), `shared` (two files would have one report), `broken-report`, `unreadable`;
 * and where reports are written, `written`.
 */
export type VerifyStatus =
  | 'expected'
  | 'different'
  | 'no-report'
  | 'no-file'
  | 'shared'
  | 'broken-report'
  | 'unreadable'
  | 'written';

export interface VerifiedFile {
  /** The file; of a report without one, the report. */
  readonly path: string;
  /** Where its expected report lies, or should. */
  readonly report: string;
  readonly status: VerifyStatus;
  /** What is to be said about a status other than `expected` and `different`. */
  readonly message: string | null;
  readonly differences: readonly Difference[];
}

const TITLES: Readonly<Record<VerifyStatus, string>> = {
  expected: 'ok',
  different: 'differs',
  'no-report': 'no report',
  'no-file': 'no file',
  shared: 'shared report',
  'broken-report': 'broken report',
  unreadable: 'unreadable',
  written: 'written',
};

/** One file for reading; nothing of one that is as expected. */
export function verifyText(file: VerifiedFile, palette: Palette): string {
  if (file.status === 'expected') return '';
  const title = file.status === 'written' ? palette.green(TITLES.written) : palette.red(TITLES[file.status]);
  const message = file.message === null ? '' : `: ${escapeText(file.message)}`;
  const lines = file.differences.map((difference) => `  ${differenceText(difference)}\n`);
  return `${title} ${palette.bold(escapeText(file.path))}${message}\n${lines.join('')}`;
}

/** How many files are what. */
export function verifySummary(files: readonly VerifiedFile[]): string {
  const counts = (Object.keys(TITLES) as VerifyStatus[]).flatMap((status) => {
    const count = files.filter((file) => file.status === status).length;
    return count === 0 ? [] : [`${count} ${SUMMARIES[status]}`];
  });
  return `${counted(files.length, 'file')}: ${counts.join(', ')}\n`;
}

const SUMMARIES: Readonly<Record<VerifyStatus, string>> = {
  expected: 'as expected',
  different: 'different',
  'no-report': 'without a report',
  'no-file': 'report without a file',
  shared: 'that share a report',
  'broken-report': 'with a broken report',
  unreadable: 'unreadable',
  written: 'written anew',
};

function differenceText(difference: Difference): string {
  if (difference.change === 'state') {
    return `${difference.key}: ${valueText(difference.expected)} expected, is ${valueText(difference.actual)}`;
  }
  const finding = findingText(difference.finding);
  if (difference.change !== 'changed') return `${difference.change.padEnd(7)}  ${finding}`;
  const keys = difference.keys.map(
    ({ key, expected, actual }) =>
      `\n             ${key}: ${valueText(expected)} expected, is ${valueText(actual)}`,
  );
  return `changed  ${finding}${keys.join('')}`;
}

function findingText({ severity, code, offset, path }: ExpectedFinding): string {
  return escapeText(`${severity} ${code} at ${offsetText(offset)}${path === '' ? '' : ` ${path}`}`);
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? escapeText(value) : printableJson(value);
}

/** `corpus verify --format json`. */
export function verifyJson(tool: Tool, files: readonly VerifiedFile[]): string {
  return jsonText(tool, { files });
}
