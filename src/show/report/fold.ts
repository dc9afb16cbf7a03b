import { type Diagnostic, groupKey, SEVERITIES, type Severity } from '../../base/diagnostics/diagnostic.js';
import type { FileReport } from '../../check/validate/file-report.js';
import type { ReportedFile } from './reporter.js';

/** The findings of one code in one file. */
export interface Folded {
  readonly code: string;
  readonly severity: Severity;
  /** The listed findings in the order of their offsets; at least one finding. */
  readonly shown: readonly Diagnostic[];
  /** Number of findings that the report does not list. */
  readonly more: number;
}

/**
 * Groups findings by code, in the order of each code's first finding. A capped report may have exact counts
 * only by severity. Its unlisted findings are added to a code if only this code can have them; if several
 * codes can have them, they are added to `unlisted`, so that all numbers are exact.
 */
export function foldByCode(file: ReportedFile): {
  groups: Folded[];
  unlisted: Record<Severity, number>;
} {
  const shown = new Map<string, Diagnostic[]>();
  for (const diagnostic of file.diagnostics) {
    const key = groupKey(diagnostic);
    const group = shown.get(key);
    if (group === undefined) shown.set(key, [diagnostic]);
    else group.push(diagnostic);
  }
  const unlisted = { error: 0, warning: 0, info: 0 };
  if (file.totals !== undefined)
    return { groups: [...shown.values()].map((group) => exact(group, file)), unlisted };
  // The cap is the same for every code and severity, so only codes with the longest lists can have reached
  // it.
  const longest = Math.max(0, ...[...shown.values()].map((group) => group.length));
  const capped = new Map<Severity, Diagnostic[]>();
  for (const severity of SEVERITIES) {
    const groups = [...shown.values()].filter((group) => group[0]!.severity === severity);
    const listed = groups.reduce((sum, group) => sum + group.length, 0);
    unlisted[severity] = Math.max(0, file.counts[severity] - listed);
    const candidates = groups.filter((group) => group.length === longest);
    if (unlisted[severity] > 0 && candidates.length === 1) capped.set(severity, candidates[0]!);
  }
  const groups = [...shown.values()].map((group): Folded => {
    const { code, severity } = group[0]!;
    const more = capped.get(severity) === group ? unlisted[severity] : 0;
    return { code, severity, shown: group, more };
  });
  for (const severity of capped.keys()) unlisted[severity] = 0;
  return { groups, unlisted };
}

function exact(shown: readonly Diagnostic[], { totals = [] }: ReportedFile): Folded {
  const { code, severity } = shown[0]!;
  const total = totals.find((of) => of.code === code && of.severity === severity)?.count ?? shown.length;
  return { code, severity, shown, more: Math.max(0, total - shown.length) };
}

/**
 * Folds findings of severity info: only the first finding of each code is kept, with the number of findings.
 * A file can have thousands of infos, which do not prevent its use.
 */
export function withInfosFolded(file: ReportedFile): ReportedFile {
  const seen = new Map<string, number>();
  const diagnostics: Diagnostic[] = [];
  for (const diagnostic of file.diagnostics) {
    if (diagnostic.severity !== 'info') diagnostics.push(diagnostic);
    else {
      const at = seen.get(diagnostic.code);
      if (at === undefined) seen.set(diagnostic.code, diagnostics.push(diagnostic) - 1);
      else {
        const first = diagnostics[at] as Diagnostic;
        diagnostics[at] = { ...first, count: first.count + diagnostic.count };
      }
    }
  }
  for (const { code, severity, count } of file.totals ?? []) {
    const at = severity === 'info' ? seen.get(code) : undefined;
    const first = at === undefined ? undefined : diagnostics[at];
    if (at !== undefined && first !== undefined && count > first.count) diagnostics[at] = { ...first, count };
  }
  return { ...file, diagnostics };
}

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
