import type { Catalogue } from '../../base/diagnostics/catalogue.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { SEVERITIES, type Severity } from '../../base/diagnostics/severity.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { escapeText } from './escape.js';
import { findingText } from './place.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { predictionProblems, RUNTIME_CODE } from './runtime-text.js';
import { grouped } from './text.js';
import { XmlElement } from './xml-element.js';

export interface JunitOptions {
  readonly catalogue: Catalogue;
  /** From which severity on a case fails; errors always do. */
  readonly failOn: FailOn;
  /** Whether a code is switched off for a file: its case is then skipped. */
  readonly isOff?: (path: string, code: string) => boolean;
}

/** A finding of the code that weighs most, and all of them. */
interface Case {
  readonly severity: Severity;
  readonly findings: readonly Diagnostic[];
  readonly total: number;
}

/**
 * JUnit XML: a suite for each file, in it a case for each rule, so that a rule which passes again is seen to.
 * A file that cannot be read is a suite with one case, which is an error. Suites are written as files come;
 * the root element has no sums, which would have to stand in front of them.
 */
export function junitReporter(options: JunitOptions): Reporter {
  return {
    begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="protomdl">\n',
    file: (file) => `${suiteOf(file, options)}\n`,
    end: () => '</testsuites>\n',
  };
}

function suiteOf(file: ReportedFile, options: JunitOptions): string {
  const name = file.path === '-' ? 'standard input' : escapeText(file.path);
  const suite = new XmlElement('testsuite', { name });
  const { error } = file;
  if (error !== null) {
    suite.set({ tests: 1, failures: 0, errors: 1, skipped: 0 });
    const message = escapeText(error.message);
    const readable = new XmlElement('testcase', { classname: name, name: 'readable' });
    suite.add(readable.add(new XmlElement('error', { type: error.code, message })));
    return suite.written('  ');
  }
  const cases = casesOf(file);
  const releases = Object.keys(file.runtime ?? {}).map((release) => `${RUNTIME_CODE}${release}`);
  for (const problem of predictionProblems(file, options.failOn)) {
    const finding = { ...problem, count: 1, related: [] };
    cases.set(problem.code, { severity: problem.severity, findings: [finding], total: 1 });
  }
  const codes = [...new Set([...options.catalogue.keys(), ...cases.keys(), ...releases])];
  const failing = codes.filter((code) => fails(cases.get(code), options.failOn));
  // What is switched off has no findings.
  const isSkipped = (code: string) => options.isOff?.(file.path, code) === true;
  suite.set({
    tests: codes.length,
    failures: failing.length,
    errors: 0,
    skipped: codes.filter(isSkipped).length,
  });
  for (const code of codes) {
    const one = new XmlElement('testcase', { classname: name, name: code });
    suite.add(one);
    const found = cases.get(code);
    if (found === undefined) {
      if (isSkipped(code)) one.add(new XmlElement('skipped'));
      continue;
    }
    const [first] = found.findings;
    const message = first === undefined ? code : escapeText(first.message);
    one.add(
      failing.includes(code)
        ? new XmlElement('failure', { type: found.severity, message }).say(listing(found))
        : new XmlElement('system-out').say(`${found.severity}: ${listing(found)}`),
    );
  }
  return suite.written('  ');
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

function fails(found: Case | undefined, failOn: FailOn): boolean {
  if (found === undefined) return false;
  const threshold = failOn === 'never' || failOn === 'runtime' ? 'error' : failOn;
  return SEVERITIES.indexOf(found.severity) <= SEVERITIES.indexOf(threshold);
}

function listing({ findings, total }: Case): string {
  const lines = findings.map((finding) => findingText(finding));
  if (total > findings.length) lines.push(`… and ${grouped(total - findings.length)} more`);
  return lines.join('\n');
}
