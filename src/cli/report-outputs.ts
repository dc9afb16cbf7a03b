import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { nearest } from '../check/config/nearest.js';
import { FORMATS, type Format, type ReportOptions, reporterOf } from '../show/report/formats.js';
import type { Excerpt, ReportedFile, Reporter } from '../show/report/reporter.js';
import { type ColorMode, paletteFor } from './color.js';
import { complainUnwritten, type DataOutput, openDataOutput } from './data-output.js';
import { CommandError } from './exit-code.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';

/**
 * A format and the file of its report. Without a file, the report goes to standard output or to the file of
 * `-o`.
 */
export interface FormatChoice {
  readonly format: Format;
  readonly file?: string;
}

/** Parses an option that can be given several times: `sarif`, `sarif=out.sarif`. */
export function formatChoice(text: string, before: readonly FormatChoice[]): FormatChoice[] {
  const [name = ''] = text.split('=', 1);
  const file = text.slice(name.length + 1);
  const format = FORMATS.find((one) => one === name);
  if (format === undefined || (file === '' && text.includes('='))) {
    const meant = format === undefined ? nearest(name, FORMATS) : undefined;
    throw new InvalidArgumentError(
      `It takes ${FORMATS.join(', ')}, or one of them and a file: sarif=out.sarif.${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`,
    );
  }
  return [...before, { format, ...(file === '' || file === '-' ? {} : { file }) }];
}

/**
 * Options that all reports of a run share, without the palette and the width, which depend on the
 * destination.
 */
interface OutputOptions extends Omit<ReportOptions, 'palette' | 'width'> {
  readonly formats: readonly FormatChoice[];
  /** Destination of the report that has no separate file. */
  readonly output: string | undefined;
  readonly color: ColorMode;
}

interface Sink {
  readonly output: DataOutput;
  /** Option that names the destination, and the destination; undefined for standard output. */
  readonly option: string;
  readonly place: string | undefined;
  readonly reporter: Reporter;
  /**
   * Pending writes of a report that lists files in any order; undefined for a report in the order of the
   * files.
   */
  queue: Promise<void> | undefined;
}

export class ReportOutputs {
  private constructor(private readonly sinks: readonly Sink[]) {}

  /**
   * Opens all outputs before the work, so that write errors are reported early.
   * @throws CommandError if a file is an input or cannot be written, or if two reports have the same
   * destination
   */
  static async open(
    options: OutputOptions,
    inputs: readonly CommandInput[],
    host: Host,
  ): Promise<ReportOutputs> {
    const choices = options.formats.length === 0 ? [{ format: 'human' } as const] : options.formats;
    const places = placesOf(choices, options.output);
    const sinks: Sink[] = [];
    try {
      for (const [index, { format, file }] of choices.entries()) {
        const option = file === undefined ? '-o' : `--format ${format}`;
        const place = places[index];
        const output = openDataOutput(place, { inputs, option }, host);
        const palette = paletteFor(options.color, output, host.env);
        const reporter = await reporterOf(format, { ...options, palette, width: output.columns });
        sinks.push({
          output,
          option,
          place,
          reporter,
          queue: reporter.anyOrder ? Promise.resolve() : undefined,
        });
      }
    } catch (error) {
      for (const { output } of sinks) output.discard();
      throw error;
    }
    return new ReportOutputs(sinks);
  }

  /** True if a report goes to a terminal, where a progress bar would disturb the report. */
  get isWatched(): boolean {
    return this.sinks.some(({ output }) => output.isTerminal);
  }

  get needsPictures(): boolean {
    return this.sinks.some(({ reporter }) => reporter.needsPictures === true);
  }

  async begin(): Promise<void> {
    for (const { output, reporter } of this.sinks) await output.write(reporter.begin());
  }

  /** Call this when a file is done. Reports without a fixed order receive the file at once. */
  fileDone(file: ReportedFile): void {
    for (const sink of this.sinks) {
      if (sink.queue === undefined) continue;
      sink.queue = sink.queue.then(() => sink.output.write(sink.reporter.file(file)));
      // Errors are passed to the caller that awaits the queue, and not to this caller.
      sink.queue.catch(() => {});
    }
  }

  /** Writes the next file, in the order of the inputs. Resolves when all earlier reports are written. */
  async file(file: ReportedFile, excerpt?: Excerpt): Promise<void> {
    for (const { output, reporter, queue } of this.sinks) {
      if (queue === undefined) await output.write(reporter.file(file, excerpt));
      else await queue;
    }
  }

  /** @param cut true if some files were not validated */
  async end(cut: boolean): Promise<void> {
    for (const { output, reporter, queue } of this.sinks) {
      await queue;
      await output.write(reporter.end(cut));
    }
  }

  /** Moves the finished files of reports to their names. */
  async finish(): Promise<void> {
    for (const { output } of this.sinks) await output.finish();
  }

  /**
   * Reports that files were not written, because no input could be read. @param reason reason for the first
   * input
   */
  async complainUnwritten(reason: string, host: Host): Promise<void> {
    for (const { option, place } of this.sinks) {
      if (place !== undefined) await complainUnwritten(place, host, { option, reason });
    }
  }

  /** Discards unfinished reports. The old files stay unchanged. */
  discard(): void {
    for (const { output } of this.sinks) output.discard();
  }
}

/** Returns the destination of each report; undefined stands for standard output. */
function placesOf(choices: readonly FormatChoice[], output: string | undefined): (string | undefined)[] {
  const loose = choices.filter(({ file }) => file === undefined);
  if (loose.length > 1) {
    const names = loose.map(({ format }) => format).join(' and ');
    throw new CommandError(
      `${names} cannot go to the same output: name a file, as in --format sarif=out.sarif`,
    );
  }
  if (loose.length === 0 && output !== undefined) {
    throw new CommandError(`-o ${output}: every report already has its own file`);
  }
  const places = choices.map(({ file }) => file ?? (output === '-' ? undefined : output));
  const files = places.filter((place) => place !== undefined).map((place) => resolve(place));
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new CommandError(`two reports cannot go to one file: ${twice}`);
  return places;
}
