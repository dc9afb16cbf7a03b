import type { Catalogue } from '../../base/diagnostics/catalogue.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { withInfosFolded } from './fold.js';
import { humanReporter } from './human.js';
import { jsonReporter, type Tool } from './json.js';
import type { Palette } from './palette.js';
import type { Reporter } from './reporter.js';

/**
 * The formats of a validation's report. All are written file by file and hold no more than sums, but for
 * `markdown` (the first hundred files with findings) and `sarif` (the first thousand that cannot be read).
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
/** A format of a validation's report. */
export type Format = (typeof FORMATS)[number];

/** What reports are made with. */
export interface ReportOptions {
  /** What the report names as its maker: `TOOL`, or a program of yours. */
  readonly tool: Tool;
  /** Where texts of codes come from: `CATALOGUE`. */
  readonly catalogue: Catalogue;
  /** From which findings on a run fails, as far as reports say so. */
  readonly failOn: FailOn;
  /** For `human`: where it goes, and how much of it. */
  readonly palette: Palette;
  /** For `human`: columns of the terminal, of which 80 to 120 are used (default: 100). */
  readonly width?: number | undefined;
  /** For `human`: whether valid files are left out, and of others a line is printed. */
  readonly quiet: boolean;
  /** Lists findings of severity info one by one, in every format; `json` and `ndjson` always do. */
  readonly verbose?: boolean;
}

/** Formats that list each finding: of severity info, one for each code of a file. `human` and `markdown` fold all. */
const LISTS: ReadonlySet<Format> = new Set(['sarif', 'junit', 'gitlab', 'csv', 'html', 'lines']);

/** A reporter of a format. Those that few runs need, and their libraries, are loaded when one does. */
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
      return (await import('./ndjson.js')).ndjsonReporter();
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
