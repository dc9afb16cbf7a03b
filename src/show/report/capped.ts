import { groupKey } from '../../base/diagnostics/diagnostic.js';
import type { FileReport } from '../../check/validate/file-report.js';

/** Returns the report with a lower cap: the first `maxPerCode` findings of each code and severity. */
export function cappedReport(report: FileReport, maxPerCode: number): FileReport {
  const listed = new Map<string, number>();
  const diagnostics = report.diagnostics.filter((diagnostic) => {
    const key = groupKey(diagnostic);
    const nth = (listed.get(key) ?? 0) + 1;
    listed.set(key, nth);
    return nth <= maxPerCode;
  });
  if (diagnostics.length === report.diagnostics.length) return report;
  return { ...report, diagnostics, diagnosticsCapped: true };
}
