import type { FileReport } from '../../check/validate/file-report.js';
import { jsonFileReport } from './json.js';

/**
 * Formats an expected report: the `files[]` entry without the parts that depend on the file's location and
 * the way of reading.
 */
export function expectationText(report: FileReport): string {
  const { bytes, runtime: _, ...rest } = { runtime: undefined, ...jsonFileReport(report) };
  const { verdict, error, container, ...findings } = rest;
  return `${JSON.stringify({ verdict, error, container, bytes: { size: bytes.size }, ...findings }, null, 2)}\n`;
}
