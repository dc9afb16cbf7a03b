import type { FileReport } from '../../check/validate/file-report.js';
import { jsonFileReport } from './json.js';

/** The text of an expected report: the `files[]` entry without what depends on where the file lies and how it was read. */
export function expectationText(report: FileReport): string {
  const { bytes, runtime: _, ...rest } = { runtime: undefined, ...jsonFileReport(report) };
  const { verdict, error, container, ...findings } = rest;
  return `${JSON.stringify({ verdict, error, container, bytes: { size: bytes.size }, ...findings }, null, 2)}\n`;
}
