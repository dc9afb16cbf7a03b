import { cappedReport } from '../../report/capped.js';
import { fileHtml } from '../../report/file-html.js';
import { jsonReporter } from '../../report/json.js';
import { sarifReporter } from '../../report/sarif.js';
import { TOOL } from '../../report/tool.js';
import { CATALOGUE } from '../../rules/index.js';
import type { FileReport } from '../../validate/file-report.js';
import type { ReportFormat } from './judge.js';

/** What the command lists of each code unless it is told otherwise. */
const LISTED_PER_CODE = 20;

/** The text that `protomdl validate --format` writes of a file; the page asks more than the command does unasked. */
export function writtenReport(report: FileReport, format: ReportFormat, path: string, picture = ''): string {
  if (format === 'html') return fileHtml(report, path, picture);
  const { runtime: _, architecture: __, ...asked } = cappedReport(report, LISTED_PER_CODE);
  const reporter = format === 'json' ? jsonReporter(TOOL) : sarifReporter(TOOL, CATALOGUE);
  return `${reporter.begin()}${reporter.file({ ...asked, path })}${reporter.end()}`;
}
