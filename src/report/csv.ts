import { stringify } from 'csv-stringify/sync';
import { escapeText } from './escape.js';
import type { ReportedFile, Reporter } from './reporter.js';

const COLUMNS = ['file', 'verdict', 'severity', 'code', 'offset', 'length', 'count', 'path', 'message'];

type Cell = string | number;

/**
 * A table for spreadsheets: a row for each finding that is listed, and one for each file without any. Text is
 * escaped like everywhere, and what a spreadsheet would take for a formula has a quotation mark before it.
 */
export function csvReporter(): Reporter {
  return {
    begin: () => rows([COLUMNS]),
    file: (file) => rows(rowsOf(file)),
    end: () => '',
  };
}

function rows(cells: readonly (readonly Cell[])[]): string {
  return stringify(cells as Cell[][], { escape_formulas: true });
}

function rowsOf(file: ReportedFile): Cell[][] {
  const { verdict, error, diagnostics } = file;
  const path = escapeText(file.path);
  if (error !== null) return [[path, verdict, '', error.code, '', '', '', '', escapeText(error.message)]];
  if (diagnostics.length === 0) return [[path, verdict, '', '', '', '', '', '', '']];
  return diagnostics.map((diagnostic) => [
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
