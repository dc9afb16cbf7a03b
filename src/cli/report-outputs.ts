import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { nearest } from '../check/config/nearest.js';
import { FORMATS, type Format, type ReportOptions, reporterOf } from '../show/report/formats.js';
import type { Excerpt, ReportedFile, Reporter } from '../show/report/reporter.js';
import { type ColorMode, paletteFor } from './color.js';
import { CommandError } from './command-error.js';
import { complainUnwritten, type DataOutput, openDataOutput } from './data-output.js';
import type { Host } from './host.js';
import type { Input } from './input.js';

/** A format, and the file it goes to; without one, to standard output or where `-o` says. */
export interface FormatChoice {
  readonly format: Format;
  readonly file?: string;
}

/** For an option that can be given several times: `sarif`, `sarif=out.sarif`. */
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

/** What all reports of a run have in common; the palette depends on where each goes. */
export interface OutputOptions extends Omit<ReportOptions, 'palette' | 'width'> {
  readonly formats: readonly FormatChoice[];
  /** Where the report goes that has no file of its own. */
  readonly output: string | undefined;
  readonly color: ColorMode;
}

interface Sink {
  readonly output: DataOutput;
  /** The option that names the place, and the place: undefined is standard output. */
  readonly option: string;
  readonly place: string | undefined;
  readonly reporter: Reporter;
  /** What has been handed over in the order of its coming; undefined for a report in the order of the files. */
  queue: Promise<void> | undefined;
}

/** The reports of a run, each on its way to its file. */
export class ReportOutputs {
  private constructor(private readonly sinks: readonly Sink[]) {}

  /**
   * Opens all outputs first, so that what cannot be written is known before the work.
   * @throws CommandError when a file is an input or cannot be written, or two reports go to one place
   */
  static async open(options: OutputOptions, inputs: readonly Input[], host: Host): Promise<ReportOutputs> {
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

  /** Whether a person is looking at one of the reports: progress would be in the way. */
  get isWatched(): boolean {
    return this.sinks.some(({ output }) => output.isTerminal);
  }

  /** Whether one of the reports shows pictures of files. */
  get needsPictures(): boolean {
    return this.sinks.some(({ reporter }) => reporter.needsPictures === true);
  }

  async begin(): Promise<void> {
    for (const { output, reporter } of this.sinks) await output.write(reporter.begin());
  }

  /** A file is done; reports that do not mind the order have it at once. */
  fileDone(file: ReportedFile): void {
    for (const sink of this.sinks) {
      if (sink.queue === undefined) continue;
      sink.queue = sink.queue.then(() => sink.output.write(sink.reporter.file(file)));
      // The error reaches the caller that waits for the queue, not the one that fills it.
      sink.queue.catch(() => {});
    }
  }

  /** The next file in the order of the inputs. Resolves when everything handed over so far is written. */
  async file(file: ReportedFile, excerpt?: Excerpt): Promise<void> {
    for (const { output, reporter, queue } of this.sinks) {
      if (queue === undefined) await output.write(reporter.file(file, excerpt));
      else await queue;
    }
  }

  /** @param cut whether not all files have been looked at */
  async end(cut: boolean): Promise<void> {
    for (const { output, reporter, queue } of this.sinks) {
      await queue;
      await output.write(reporter.end(cut));
    }
  }

  /** Reports that go to files are there from now on. */
  async finish(): Promise<void> {
    for (const { output } of this.sinks) await output.finish();
  }

  /** Tells which reports are not written because no input could be read. @param reason of the first input */
  async complainUnwritten(reason: string, host: Host): Promise<void> {
    for (const { option, place } of this.sinks) {
      if (place !== undefined) await complainUnwritten(place, host, { option, reason });
    }
  }

  /** Files whose reports are not finished stay as they were. */
  discard(): void {
    for (const { output } of this.sinks) output.discard();
  }
}

/** Where each report goes; undefined is standard output. */
function placesOf(choices: readonly FormatChoice[], output: string | undefined): (string | undefined)[] {
  const loose = choices.filter(({ file }) => file === undefined);
  if (loose.length > 1) {
    const names = loose.map(({ format }) => format).join(' and ');
    throw new CommandError(`${names} cannot go to one place: name a file, as in --format sarif=out.sarif`);
  }
  if (loose.length === 0 && output !== undefined) {
    throw new CommandError(`-o ${output}: every report has a file of its own already`);
  }
  const places = choices.map(({ file }) => file ?? (output === '-' ? undefined : output));
  const files = places.filter((place) => place !== undefined).map((place) => resolve(place));
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new CommandError(`two reports cannot go to one file: ${twice}`);
  return places;
}
