import type { FileReport } from './file-report.js';

/** The report of a file that could not be read or checked at all. */
export function unreadable(code: string, message: string): FileReport {
  return {
    verdict: 'unreadable',
    error: { code, message },
    container: { framing: 'bare', version: null, checksum: 'none' },
    bytes: { size: 0, read: 0 },
    counts: { error: 0, warning: 0, info: 0 },
    diagnosticsCapped: false,
    diagnostics: [],
  };
}
