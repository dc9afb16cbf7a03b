import { CATALOGUE } from '../../check/rules/index.js';
import { cappedReport, withInfosFolded } from '../../show/report/fold.js';
import { htmlReporter } from '../../show/report/html.js';
import { jsonReporter } from '../../show/report/json.js';
import type { ReportedFile, Reporter } from '../../show/report/reporter.js';
import { sarifReporter } from '../../show/report/sarif.js';
import { TOOL } from '../../show/report/tool.js';
import type { ReportFormat } from './validator.js';

/** Default number of findings that the command lists for each code. */
const LISTED_PER_CODE = 20;

/**
 * Returns the text that `protomdl validate --format` writes for a file. JSON includes the verdicts of the
 * releases, because the page shows them; SARIF contains only findings.
 */
export function writtenReport(file: ReportedFile, format: ReportFormat): string {
  const reporter = reporterOf(format);
  const { runtime, ...rest } = file;
  const asked = format === 'sarif' || runtime === undefined ? rest : { ...rest, runtime };
  const listed = { ...asked, ...cappedReport(asked, LISTED_PER_CODE) };
  const shown = format === 'json' ? listed : withInfosFolded(listed);
  return `${reporter.begin()}${reporter.file(shown)}${reporter.end()}`;
}

function reporterOf(format: ReportFormat): Reporter {
  switch (format) {
    case 'json':
      return jsonReporter(TOOL);
    case 'sarif':
      return sarifReporter(TOOL, CATALOGUE);
    case 'html':
      return htmlReporter();
  }
}
