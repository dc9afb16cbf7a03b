import type { FailOn } from '../check/config/vocabulary.js';
import { type FileReport, unreadable, type ValidateOptions } from '../check/validate/file-report.js';
import type { FileOutcome } from '../check/validate/worker-job.js';
import { cappedReport } from '../show/report/fold.js';
import type { ReportedFile } from '../show/report/reporter.js';
import { counted, grouped } from '../show/report/text.js';
import { Totals } from '../show/report/totals.js';
import { complain, reportBug } from './complain.js';
import { excerptsOf } from './excerpts.js';
import { EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { progressOf } from './progress.js';
import type { ReportOutputs } from './report-outputs.js';
import type { RunSettings } from './settings.js';
import { Stopper, type StopReason } from './stopper.js';
import { outcomesOf } from './validate-inputs.js';

interface RunOptions {
  readonly validate: ValidateOptions & { readonly maxPerCode: number };
  readonly jobs: number | undefined;
  readonly failOn: FailOn;
  readonly budgetMs: number | undefined;
  readonly settings: RunSettings;
  /** Receives every report in the order of the inputs, with up to `places` findings per code. */
  readonly baseline?: { readonly places: number; add(path: string, report: FileReport): void };
}

export type RunReports = Pick<
  ReportOutputs,
  'isWatched' | 'needsPictures' | 'begin' | 'fileDone' | 'file' | 'end'
>;

export interface ValidationResult {
  readonly exitCode: ExitCode;
  /** Reason why the run ended before all inputs were validated. */
  readonly stopped: StopReason | undefined;
  /** Reason why the first file could not be read, if no file could be read. */
  readonly unread?: string;
}

/** Number of names in a message about skipped files. */
const MAX_NAMES = 3;

/** Validates inputs and writes their reports. */
export class ValidationRun {
  readonly #totals = new Totals();
  readonly #codes = new Set<ExitCode>();
  #unread = '';
  /**
   * Outcomes that arrived before the outcomes of earlier inputs. The pool limits the number of such outcomes.
   */
  readonly #early = new Map<CommandInput, FileOutcome>();

  constructor(
    private readonly inputs: readonly CommandInput[],
    private readonly options: RunOptions,
    private readonly reports: RunReports,
    private readonly host: Host,
  ) {}

  async run(): Promise<ValidationResult> {
    const { inputs, options, reports, host } = this;
    const stopper = new Stopper(options.budgetMs, host);
    const progress = progressOf(inputs.length, 'files', !reports.isWatched, host);
    const outcomes = this.#outcomes(stopper);
    let done = 0;
    await reports.begin();
    try {
      for (;;) {
        const next = await stopper.orStopped(outcomes.next());
        if (next === undefined || next.done) break;
        await this.#take(inputs[done++]!, next.value);
        await progress.advance();
      }
    } finally {
      progress.stop();
      stopper.dispose();
    }
    const { reason } = stopper;
    if (reason !== undefined) {
      // `return` is not awaited, because a running worker or scan would have to finish first.
      outcomes.return(undefined).catch(() => {});
      await this.#stop(reason, inputs.slice(done));
    }
    await reports.end(reason !== undefined && reason !== 'budget');
    if (this.#totals.unreadable > 0) this.#codes.add(EXIT.unreadable);
    // Findings do not count if they are in a new baseline.
    if (options.baseline === undefined && this.#totals.fails(options.failOn)) this.#codes.add(EXIT.found);
    const { files, unreadable } = this.#totals;
    const unread = files > 0 && unreadable === files ? { unread: this.#unread } : {};
    return { exitCode: heaviestExit(this.#codes), stopped: reason, ...unread };
  }

  #outcomes(stopper: Stopper): AsyncGenerator<FileOutcome> {
    const { validate, jobs, settings, baseline } = this.options;
    const maxPerCode = Math.max(validate.maxPerCode, baseline?.places ?? 0);
    return outcomesOf(this.inputs, { ...validate, maxPerCode }, jobs, this.host, {
      policyOf: ({ path }) => settings.policyOf(path),
      onOutcome: (input, outcome) => {
        if (stopper.reason !== undefined) return;
        this.#early.set(input, outcome);
        this.reports.fileDone(this.#shown(input, outcome.report));
      },
    });
  }

  /** Handles the next outcome in the order of the inputs. */
  async #take(input: CommandInput, { report, bug }: FileOutcome): Promise<void> {
    this.#early.delete(input);
    if (bug !== undefined) {
      this.#codes.add(EXIT.bug);
      await reportBug(this.host, bug, input.path);
    }
    this.options.baseline?.add(input.path, report);
    const file = this.#shown(input, report);
    this.#totals.add(file);
    if (this.#unread === '' && report.error !== null) this.#unread = `${input.path}: ${report.error.message}`;
    const excerpts = input.kind === 'file' ? excerptsOf(input.path) : undefined;
    try {
      await this.reports.file(await this.#withPictures(file, input), excerpts?.excerpt);
    } finally {
      excerpts?.close();
    }
  }

  /**
   * Returns the file with its pictures. A file that can be read only once, or has become unreadable, gets no
   * pictures.
   */
  async #withPictures(file: ReportedFile, input: CommandInput): Promise<ReportedFile> {
    if (!this.reports.needsPictures || input.kind !== 'file' || file.error !== null) return file;
    const { picturesOf } = await import('./report-pictures.js');
    return { ...file, pictures: await picturesOf(input, this.options.validate.framing) };
  }

  #shown({ path }: CommandInput, report: FileReport): ReportedFile {
    const { baseline, validate } = this.options;
    return { path, ...(baseline === undefined ? report : cappedReport(report, validate.maxPerCode)) };
  }

  /**
   * Reports the inputs that were not validated. After a signal, the report has only the completed files.
   * After the time limit, the report also has the other files, as unreadable files, because the report must
   * not look complete.
   */
  async #stop(reason: StopReason, rest: readonly CommandInput[]): Promise<void> {
    const { host, reports, options } = this;
    const missed = rest.filter((input) => !this.#early.has(input));
    const names = missed.slice(0, MAX_NAMES).map(({ path }) => path);
    if (missed.length > MAX_NAMES) names.push('…');
    const left = `${counted(missed.length, 'file')} not checked: ${names.join(', ')}`;
    const limit = `the budget of ${grouped((options.budgetMs ?? 0) / 1000)} s ran out`;
    await complain(host, reason === 'budget' ? `${limit}, ${left}` : `interrupted, ${left}`);
    this.#codes.add(reason === 'budget' ? EXIT.budget : reason);
    for (const input of rest) {
      const early = this.#early.get(input);
      if (early !== undefined) {
        await this.#take(input, early);
      } else if (reason === 'budget') {
        const report = unreadable('budget-exceeded', `not checked: ${limit}`);
        reports.fileDone({ path: input.path, ...report });
        await this.#take(input, { report });
      }
    }
  }
}
