import type { Severity } from '../../base/diagnostics/severity.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { escapeText } from './escape.js';
import { type Folded, foldByCode } from './fold.js';
import { findingText, repositoryPath } from './place.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { predictionProblems } from './runtime-text.js';
import { grouped } from './text.js';
import { Totals, verdictLine } from './totals.js';

/** Infos become annotations of their own only where they fail the run. */
const COMMANDS = { error: 'error', warning: 'warning', info: 'warning' } as const satisfies Record<
  Severity,
  string
>;

/**
 * Annotations of GitHub Actions: one for each code in each file, since a page shows ten of a kind only. They
 * have to go to standard output, where the runner looks for them.
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
        // Infos take one line, and none where nothing else was found.
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

/** What the runner takes for the end of a message; everything else of it is as it is. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A name of printable characters stays as it is: the page has to find the file. */
function property(text: string): string {
  return data(escapeText(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
