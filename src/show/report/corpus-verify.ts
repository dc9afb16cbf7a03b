import type { Difference, ExpectedFinding } from '../../attack/corpus/expectation.js';
import type { FileReport } from '../../check/validate/file-report.js';
import { escapeText, printableJson } from './escape.js';
import { jsonFileReport, jsonText, type Tool } from './json.js';
import type { Palette } from './palette.js';
import { counted, offsetText } from './text.js';

/**
 * Status of a file in a corpus: `expected` (the report equals the stored report), `different`, `no-report`,
 * `no-file` (a report without a file), `shared` (two files would have the same report), `broken-report`,
 * `unreadable`; and `written` after a command that writes reports.
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
  /** Path of the file; for a report without a file, path of the report. */
  readonly path: string;
  /** Path of the stored report, which may not exist. */
  readonly report: string;
  readonly status: VerifyStatus;
  /** Explanation of a status other than `expected` and `different`. */
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

/** Describes the status of one file for people; empty for the status `expected`. */
export function verifyText(file: VerifiedFile, palette: Palette): string {
  if (file.status === 'expected') return '';
  const title = file.status === 'written' ? palette.green(TITLES.written) : palette.red(TITLES[file.status]);
  const message = file.message === null ? '' : `: ${escapeText(file.message)}`;
  const lines = file.differences.map((difference) => `  ${differenceText(difference)}\n`);
  return `${title} ${palette.bold(escapeText(file.path))}${message}\n${lines.join('')}`;
}

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

export function verifyJson(tool: Tool, files: readonly VerifiedFile[]): string {
  return jsonText(tool, { files });
}

/**
 * Formats an expected report: the `files[]` entry without `path` and without the number of read bytes, which
 * depend on the file's location and the way of reading.
 */
export function expectationText(report: FileReport): string {
  const { bytes, runtime: _, ...rest } = { runtime: undefined, ...jsonFileReport(report) };
  const { verdict, error, container, ...findings } = rest;
  return `${JSON.stringify({ verdict, error, container, bytes: { size: bytes.size }, ...findings }, null, 2)}\n`;
}
