import type { Catalogue } from '../../base/diagnostics/catalogue.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { withInfosFolded } from './fold.js';
import { humanReporter } from './human.js';
import { jsonReporter, ndjsonReporter, type Tool } from './json.js';
import type { Palette } from './palette.js';
import type { Reporter } from './reporter.js';

/**
 * The formats of a validation report. All formats are written file by file, and keep only sums in memory;
 * `markdown` also keeps the first hundred files with findings, and `sarif` the first thousand unreadable
 * files.
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

/** Options for a validation report. */
export interface ReportOptions {
  /** The tool to name in the report: `TOOL`, or another program. */
  readonly tool: Tool;
  /** Catalogue with the texts of codes: `CATALOGUE`. */
  readonly catalogue: Catalogue;
  /** Lowest severity that makes the run fail. Some formats contain it. */
  readonly failOn: FailOn;
  /** Colours of the output; used by `human`. */
  readonly palette: Palette;
  /** Width of the terminal in columns, limited to 80 to 120 (default 100); used by `human`. */
  readonly width?: number | undefined;
  /** True to omit valid files, and to print one line for each other file; used by `human`. */
  readonly quiet: boolean;
  /** True to list each finding of severity info in every format; `json` and `ndjson` always list them. */
  readonly verbose?: boolean;
}

/**
 * Formats that list each error and warning, and only the first info of each code in a file. `human` and
 * `markdown` fold all findings.
 */
const LISTS: ReadonlySet<Format> = new Set(['sarif', 'junit', 'gitlab', 'csv', 'html', 'lines']);

/** Makes a reporter for a format. Rarely used formats are loaded on first use, with their libraries. */
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
