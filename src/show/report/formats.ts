import type { Catalogue } from '../../base/diagnostics/catalogue.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { withInfosFolded } from './fold.js';
import { humanReporter } from './human.js';
import { jsonReporter, ndjsonReporter, type Tool } from './json.js';
import type { Palette } from './palette.js';
import type { Reporter } from './reporter.js';

/**
 * The formats of a validation report. All are written file by file and keep only sums, except `markdown` (the
 * first hundred files with findings) and `sarif` (the first thousand unreadable files).
 */
export const FORMATS = [
  'human',
  'json',
  'ndjson',
  'sarif',
  'junit',
  'github',
  'gitlab',
  'markdown',
  'csv',
  'html',
  'lines',
] as const;
/** A format of a validation report. */
export type Format = (typeof FORMATS)[number];

/** Options of a report. */
export interface ReportOptions {
  /** The tool that the report names as its author: `TOOL`, or your own program. */
  readonly tool: Tool;
  /** Source of the texts of codes: `CATALOGUE`. */
  readonly catalogue: Catalogue;
  /** The least severity with which a run fails, for formats that state it. */
  readonly failOn: FailOn;
  /** For `human`: colours of the output. */
  readonly palette: Palette;
  /** For `human`: width of the terminal in columns, of which 80 to 120 are used (default: 100). */
  readonly width?: number | undefined;
  /** For `human`: true to omit valid files, and to print one line for each of the others. */
  readonly quiet: boolean;
  /** Lists findings of severity info individually, in every format; `json` and `ndjson` always do. */
  readonly verbose?: boolean;
}

/**
 * Formats that list each finding, but only one for each code of severity info in a file. `human` and
 * `markdown` fold all findings.
 */
const LISTS: ReadonlySet<Format> = new Set(['sarif', 'junit', 'gitlab', 'csv', 'html', 'lines']);

/** Makes a reporter for a format. Rarely used formats and their libraries are loaded on demand. */
export async function reporterOf(format: Format, options: ReportOptions): Promise<Reporter> {
  const reporter = await newReporter(format, options);
  if (options.verbose === true || options.failOn === 'info' || !LISTS.has(format)) return reporter;
  return { ...reporter, file: (file, excerpt) => reporter.file(withInfosFolded(file), excerpt) };
}

async function newReporter(format: Format, options: ReportOptions): Promise<Reporter> {
  const { tool, catalogue, failOn, palette, width, quiet, verbose = false } = options;
  switch (format) {
    case 'human':
      return humanReporter({
        palette,
        catalogue,
        failOn,
        quiet,
        verbose,
        ...(width === undefined ? {} : { width }),
      });
    case 'json':
      return jsonReporter(tool);
    case 'ndjson':
      return ndjsonReporter();
    case 'sarif':
      return (await import('./sarif.js')).sarifReporter(tool, catalogue, failOn);
    case 'junit':
      return (await import('./junit.js')).junitReporter(failOn);
    case 'github':
      return (await import('./github.js')).githubReporter(failOn);
    case 'gitlab':
      return (await import('./gitlab.js')).gitlabReporter(failOn);
    case 'markdown':
      return (await import('./markdown.js')).markdownReporter(failOn);
    case 'csv':
      return (await import('./csv.js')).csvReporter(failOn);
    case 'html':
      return (await import('./html.js')).htmlReporter();
    case 'lines':
      return (await import('./lines.js')).linesReporter(failOn);
  }
}
