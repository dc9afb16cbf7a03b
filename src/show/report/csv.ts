import { stringify } from 'csv-stringify/sync';
import type { FailOn } from '../../check/config/vocabulary.js';
import { escapeText } from './escape.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { predictionProblems } from './runtime-text.js';

const COLUMNS = ['file', 'verdict', 'severity', 'code', 'offset', 'length', 'count', 'path', 'message'];

export type CsvCell = string | number;

/**
 * Makes a reporter of a table for spreadsheets: a row for each listed finding, and a row for each file
 * without findings. Text is escaped as in all reports. A quotation mark is added before a cell that a
 * spreadsheet would treat as a formula.
 */
export function csvReporter(failOn: FailOn = 'error'): Reporter {
  return {
    begin: () => csvRows([COLUMNS]),
    file: (file) => csvRows(rowsOf(file, failOn)),
    end: () => '',
  };
}

export function csvRows(cells: readonly (readonly CsvCell[])[]): string {
  return stringify(cells as CsvCell[][], { escape_formulas: true });
}

function rowsOf(file: ReportedFile, failOn: FailOn): CsvCell[][] {
  const { verdict, error, diagnostics } = file;
  const path = escapeText(file.path);
  if (error !== null) return [[path, verdict, '', error.code, '', '', '', '', escapeText(error.message)]];
  const rows = [
    ...diagnostics,
    ...predictionProblems(file, failOn).map((problem) => ({ ...problem, count: 1 })),
  ];
  if (rows.length === 0) return [[path, verdict, '', '', '', '', '', '', '']];
  return rows.map((diagnostic) => [
    path,
    verdict,
    diagnostic.severity,
    diagnostic.code,
    diagnostic.offset,
    diagnostic.length,
    diagnostic.count,
    escapeText(diagnostic.path),
    escapeText(diagnostic.message),
  ]);
}
