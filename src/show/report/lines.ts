import type { FailOn } from '../../check/config/vocabulary.js';
import { escapeText } from './escape.js';
import { problemText } from './problem.js';
import type { Reporter } from './reporter.js';
import { predictionProblems } from './runtime-text.js';

/**
 * Writes a line for each listed finding, in the form of all commands. Problem matchers of editors and CI
 * pipelines can read the lines, as can `grep` and `wc`. Files without findings have no lines.
 */
export function linesReporter(failOn: FailOn): Reporter {
  return {
    begin: () => '',
    file(file) {
      const { path, error, diagnostics } = file;
      const faults = error === null ? [...diagnostics, ...predictionProblems(file, failOn)] : [error];
      return faults.map((fault) => `${escapeText(problemText({ file: path, ...fault }))}\n`).join('');
    },
    end: () => '',
  };
}
