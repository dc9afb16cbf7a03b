import { type Diagnostic, SEVERITIES, type Severity } from '../../base/diagnostics/diagnostic.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { escapeText } from './escape.js';
import { findingText } from './place.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { predictionProblems } from './runtime-text.js';
import { grouped } from './text.js';
import { XmlElement } from './xml-element.js';

/** All findings of one code, with their highest severity. */
interface Case {
  readonly severity: Severity;
  readonly findings: readonly Diagnostic[];
  readonly total: number;
}

/**
 * Makes a reporter of JUnit XML: a suite for each file, with a case for each code that fails. A file without
 * failures has a single case, which passes and lists the other findings. Suites are written file by file. The
 * root element has no sums, because sums would have to be written before the suites.
 */
export function junitReporter(failOn: FailOn): Reporter {
  return {
    begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="protomdl">\n',
    file: (file) => `${suiteOf(file, failOn).written('  ')}\n`,
    end: () => '</testsuites>\n',
  };
}

function suiteOf(file: ReportedFile, failOn: FailOn): XmlElement {
  const name = file.path === '-' ? 'standard input' : escapeText(file.path);
  const suite = new XmlElement('testsuite', { name });
  const addCase = (title: string, outcome?: XmlElement): void => {
    const one = new XmlElement('testcase', { classname: name, name: title });
    suite.add(outcome === undefined ? one : one.add(outcome));
  };
  const { error } = file;
  if (error !== null) {
    suite.set({ tests: 1, failures: 0, errors: 1, skipped: 0 });
    addCase('readable', new XmlElement('error', { type: error.code, message: escapeText(error.message) }));
    return suite;
  }
  const cases = casesOf(file);
  for (const problem of predictionProblems(file, failOn)) {
    const finding = { ...problem, count: 1, related: [] };
    cases.set(problem.code, { severity: problem.severity, findings: [finding], total: 1 });
  }
  const failing = [...cases].filter(([, found]) => fails(found, failOn));
  suite.set({ tests: Math.max(1, failing.length), failures: failing.length, errors: 0, skipped: 0 });
  for (const [code, found] of failing) {
    const message = escapeText(found.findings[0]?.message ?? code);
    addCase(code, new XmlElement('failure', { type: found.severity, message }).say(listing(found)));
  }
  const others = [...cases].filter(([, found]) => !fails(found, failOn));
  const lines = others.map(([code, found]) => `${found.severity} ${code}: ${listing(found)}`);
  if (failing.length === 0)
    addCase('valid', lines.length === 0 ? undefined : new XmlElement('system-out').say(lines.join('\n')));
  else if (lines.length > 0) suite.add(new XmlElement('system-out').say(lines.join('\n')));
  return suite;
}

function casesOf({ diagnostics, totals = [] }: ReportedFile): Map<string, Case> {
  const cases = new Map<string, Case>();
  for (const severity of SEVERITIES) {
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity !== severity) continue;
      const { code } = diagnostic;
      const before = cases.get(code);
      const findings = [...(before?.findings ?? []), diagnostic];
      const known = totals.reduce((sum, of) => (of.code === code ? sum + of.count : sum), 0);
      cases.set(code, {
        severity: before?.severity ?? severity,
        findings,
        total: Math.max(known, findings.length),
      });
    }
  }
  return cases;
}

function fails(found: Case, failOn: FailOn): boolean {
  const threshold = failOn === 'never' || failOn === 'runtime' ? 'error' : failOn;
  return SEVERITIES.indexOf(found.severity) <= SEVERITIES.indexOf(threshold);
}

function listing({ findings, total }: Case): string {
  const lines = findings.map((finding) => findingText(finding));
  if (total > findings.length) lines.push(`… and ${grouped(total - findings.length)} more`);
  return lines.join('\n');
}
