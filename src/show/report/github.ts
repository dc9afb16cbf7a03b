import type { Severity } from '../../base/diagnostics/diagnostic.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { escapeText } from './escape.js';
import { type Folded, foldByCode } from './fold.js';
import { findingText, repositoryPath } from './place.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { predictionProblems } from './runtime-text.js';
import { grouped } from './text.js';
import { Totals, verdictLine } from './totals.js';

/** Commands of GitHub Actions by severity. Infos have separate annotations only if they make the run fail. */
const COMMANDS = { error: 'error', warning: 'warning', info: 'warning' } as const satisfies Record<
  Severity,
  string
>;

/**
 * Makes a reporter of annotations for GitHub Actions. A code has one annotation in each file, because a page
 * shows only ten annotations of a kind. The runner reads annotations from standard output.
 */
export function githubReporter(failOn: FailOn): Reporter {
  const totals = new Totals();
  return {
    begin: () => '',
    file(file) {
      totals.add(file);
      if (file.error !== null) {
        return annotation('error', file, file.error.code, escapeText(file.error.message));
      }
      const { groups } = foldByCode(file);
      const folded = groups.filter(({ severity }) => severity !== 'info' || failOn === 'info');
      const notes = groups.filter((group) => !folded.includes(group)).map(({ code }) => code);
      const predictions = predictionProblems(file, failOn);
      return [
        ...folded.map((group) => annotation(COMMANDS[group.severity], file, group.code, textOf(group))),
        ...predictions.map((problem) =>
          annotation(COMMANDS[problem.severity], file, problem.code, findingText({ ...problem, count: 1 })),
        ),
        // All infos share one annotation, which is omitted if the file has no other annotation.
        ...(notes.length === 0 || folded.length + predictions.length === 0
          ? []
          : [annotation('notice', file, 'info', notes.join(', '))]),
      ].join('');
    },
    end: (cut) => `${verdictLine(totals, failOn, cut)}\n`,
  };
}

function textOf({ shown, more }: Folded): string {
  const others = shown.length - 1 + more;
  return `${findingText(shown[0]!)}${others > 0 ? ` and ${grouped(others)} more` : ''}`;
}

function annotation(command: string, file: ReportedFile, title: string, text: string): string {
  const path = file.path === '-' ? '' : `file=${property(repositoryPath(file.path))},line=1,`;
  return `::${command} ${path}title=${property(title)}::${data(text)}\n`;
}

/** Escapes the characters that would end a message for the runner. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a file name. A printable name is not escaped, so that the page can find the file. */
function property(text: string): string {
  return data(escapeText(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
