import type { Severity } from '../../base/diagnostics/diagnostic.js';
import { fingerprintOf, hashText } from '../../base/diagnostics/fingerprint.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { escapeText, printableJson } from './escape.js';
import { findingText, repositoryPath } from './place.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { predictionProblems } from './runtime-text.js';

const SEVERITY = { error: 'critical', warning: 'minor', info: 'info' } as const satisfies Record<
  Severity,
  string
>;

/** An issue of GitLab's code quality report. */
interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/**
 * Makes a reporter of GitLab's code quality report: one list of all findings, which is written file by file.
 */
export function gitlabReporter(failOn: FailOn = 'error'): Reporter {
  let first = true;
  return {
    begin: () => '[',
    file(file) {
      let text = '';
      for (const issue of issuesOf(file, failOn)) {
        text += `${first ? '' : ','}\n  ${printableJson(issue)}`;
        first = false;
      }
      return text;
    },
    end: () => (first ? ']\n' : '\n]\n'),
  };
}

function* issuesOf(file: ReportedFile, failOn: FailOn): Generator<Issue> {
  const path = repositoryPath(file.path);
  const location = { path, lines: { begin: 1 } };
  if (file.error !== null) {
    const { code, message } = file.error;
    yield {
      description: escapeText(message),
      check_name: code,
      fingerprint: hashText(`${path}\0${code}`),
      severity: 'blocker',
      location,
    };
  }
  const seen = new Map<string, number>();
  const predictions = predictionProblems(file, failOn).map((problem) => ({ ...problem, count: 1 }));
  for (const diagnostic of [...file.diagnostics, ...predictions]) {
    // The fingerprint includes the file and a number, because GitLab shows only the first finding with a
    // fingerprint.
    const name = fingerprintOf(diagnostic);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    yield {
      description: findingText(diagnostic),
      check_name: diagnostic.code,
      fingerprint: hashText(`${path}\0${name}\0${nth}`),
      severity: SEVERITY[diagnostic.severity],
      location,
    };
  }
}
