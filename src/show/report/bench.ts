import {
  type FileMeasurements,
  type Measurement,
  WORKS,
  type Work,
} from '../../tools/measure/measure-file.js';
import type { Tool } from './json.js';
import type { Palette } from './palette.js';
import { bytesText, grouped } from './text.js';

/** The result of a benchmark, which `bench --format json` prints and `--compare` reads. */
export interface BenchReport {
  readonly schemaVersion: 1;
  readonly tool: Tool;
  readonly machine: {
    readonly node: string;
    readonly platform: string;
    readonly processor: string;
    readonly cores: number;
  };
  /** ISO 8601. */
  readonly date: string;
  readonly files: readonly (FileMeasurements & { readonly path: string })[];
}

/** The times of a row in two reports, with their ratio. */
export interface BenchComparison {
  readonly path: string;
  readonly work: Work;
  readonly before: number;
  readonly now: number;
  readonly ratio: number;
  /** True if the middle halves of both measurements overlap, so that the difference may be noise. */
  readonly overlap: boolean;
}

/**
 * Compares the rows that occur in both reports. Files are matched by path; if each report has a single file,
 * these files are matched.
 */
export function compareBench(now: BenchReport, before: BenchReport): readonly BenchComparison[] {
  return now.files.flatMap((file) => {
    const only = now.files.length === 1 && before.files.length === 1;
    const other = before.files.find(({ path }) => only || path === file.path);
    return file.measurements.flatMap((row): BenchComparison[] => {
      const old = other?.measurements.find(({ work }) => work === row.work);
      if (old === undefined) return [];
      const [low, high] = row.milliseconds.quartiles;
      const [oldLow, oldHigh] = old.milliseconds.quartiles;
      const { median } = row.milliseconds;
      return [
        {
          path: file.path,
          work: row.work,
          before: old.milliseconds.median,
          now: median,
          ratio: median / old.milliseconds.median,
          overlap: low <= oldHigh && oldLow <= high,
        },
      ];
    });
  });
}

export function benchJson(report: BenchReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

const COLUMNS = ['work', 'median', 'half of the runs', 'MB/s', 'ns a message'] as const;

function cells({
  work,
  milliseconds,
  megabytesPerSecond,
  nanosecondsPerMessage,
}: Measurement): readonly string[] {
  const [low, high] = milliseconds.quartiles;
  return [
    work,
    `${number(milliseconds.median)} ms`,
    `${number(low)} to ${number(high)}`,
    number(megabytesPerSecond),
    number(nanosecondsPerMessage),
  ];
}

export function benchText(
  report: BenchReport,
  comparisons: readonly BenchComparison[],
  palette: Palette,
): string {
  const { node, processor, cores } = report.machine;
  const lines: string[] = [];
  for (const { path, bytes, messages, measurements, failed } of report.files) {
    lines.push(palette.bold(path), `    ${bytesText(bytes)}, ${grouped(messages)} messages`, '');
    const rows = [COLUMNS, ...measurements.map(cells)];
    const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => (row[i] as string).length)));
    for (const [i, row] of rows.entries()) {
      const text = row.map((cell, k) =>
        k === 0 ? cell.padEnd(widths[k] as number) : cell.padStart(widths[k] as number),
      );
      const line = `    ${text.join('   ')}`;
      lines.push(i === 0 ? palette.dim(line) : line);
    }
    for (const { work, message } of failed)
      lines.push(`    ${work}   ${palette.yellow('failed')}: ${message}`);
    lines.push('');
  }
  for (const { path, work, before, now, ratio, overlap } of comparisons) {
    const change = ratio >= 1 ? `${number(ratio)} times as long` : `${number(1 / ratio)} times as fast`;
    const doubt = overlap ? ' (within the spread)' : '';
    const text = `${work} of ${path}: ${number(before)} ms before, ${number(now)} ms now: ${change}${doubt}`;
    lines.push(overlap ? text : ratio > 1 ? palette.red(text) : palette.green(text));
  }
  if (comparisons.length > 0) lines.push('');
  for (const [work, what] of Object.entries(WORKS)) lines.push(palette.dim(`${work}: ${what}`));
  lines.push(
    palette.dim(`in memory, after a warm-up; Node ${node}, ${processor}, ${cores} cores, ${report.date}`),
  );
  return `${lines.join('\n')}\n`;
}

export function benchMarkdown(report: BenchReport): string {
  const lines: string[] = [];
  for (const { path, bytes, messages, measurements } of report.files) {
    lines.push(`**${path}**: ${bytesText(bytes)}, ${grouped(messages)} messages`, '');
    lines.push(`| ${COLUMNS.join(' | ')} |`, `|---${'|---:'.repeat(COLUMNS.length - 1)}|`);
    for (const row of measurements) lines.push(`| ${cells(row).join(' | ')} |`);
    lines.push('');
  }
  const { node, processor, cores } = report.machine;
  lines.push(`In memory, after a warm-up; Node ${node}, ${processor}, ${cores} cores, ${report.date}.`, '');
  return lines.join('\n');
}

/** Formats a number with three significant digits, without an exponent. */
function number(value: number): string {
  if (value >= 100) return grouped(Math.round(value));
  return value.toPrecision(3);
}
