import { codeText } from '../../base/diagnostics/catalogue.js';
import type { CodeTotal } from '../../base/diagnostics/collector.js';
import type { Diagnostic, Severity } from '../../base/diagnostics/diagnostic.js';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import { loadTexts } from '../../base/diagnostics/stored-texts.js';
import type { Source } from '../../base/source/source.js';
import { Yielder } from '../../base/source/yielder.js';
import { CATALOGUE } from '../../check/rules/index.js';
import { type FileReport, namedBy, unreadable } from '../../check/validate/file-report.js';
import { validate } from '../../check/validate/validate.js';
import { type LoadAnswer, loadAnswers } from '../../show/report/load-answer.js';
import type { ReportPicture } from '../../show/report/reporter.js';
import { type RuleSection, ruleSections } from '../../show/report/rules.js';
import { isWithoutWebAssembly } from './errors.js';
import { type FindingFilter, type FindingGroup, FindingList } from './finding-list.js';
import type { ServedOptions } from './opened.js';
import { watchedSource } from './page-source.js';
import { letMessagesIn } from './turn.js';

/** Maximum number of findings for each code in the first list, which is available quickly. */
const FIRST_PER_CODE = 1000;
/** Maximum number of findings for each code in the final list; the command lists more. */
const MOST_PER_CODE = 100_000;
/**
 * Maximum number of findings in the whole list, which take some 150 MB. A longer list gets fewer findings for
 * each code.
 */
const MOST_LISTED = 250_000;

const LEFT_OUT = 'the settings skip the checksum';

/** Report for the page; findings are requested as they are shown. */
export type ShownReport = Omit<FileReport, 'diagnostics'> & {
  readonly listed: number;
  /** Reason why a requested checksum was not verified; null if it was verified or not requested. */
  readonly unverified: string | null;
  /**
   * The reason why each release refuses the file, the alternatives that the release knows, and the remedy, in
   * the words of the command.
   */
  readonly answers: readonly LoadAnswer[];
  /** True if `whole` would list more findings. */
  readonly isPartial: boolean;
};

export interface Explanation {
  readonly code: string;
  readonly summary: string;
  readonly sections: readonly RuleSection[];
}

export type ReportFormat = 'json' | 'sarif' | 'html';

/** Validates one file: first without the checksum, which is fast, then completely. */
export class Validator {
  #report: FileReport | undefined;
  #list = new FindingList([], []);
  /** List of the last selection, from which `page` returns findings, even if a newer list exists. */
  #shown = this.#list;

  /**
   * @param name name of the file, which loaders check
   * @param asked options of the server, for a served file
   */
  constructor(
    private readonly open: () => Source,
    private readonly name = '',
    private readonly asked: ServedOptions = {},
  ) {}

  /**
   * Validates everything except the checksum, so that blobs are not read. @throws ProtomdlError with a
   * `source-*` code
   */
  quick(): Promise<ShownReport> {
    return this.#validate({ checksum: false, maxPerCode: FIRST_PER_CODE });
  }

  /**
   * Validates everything including the checksum, and lists as many findings as a page can show.
   * @param onProgress receives the number of bytes read until now, a few times a second
   * @throws ProtomdlError with a `source-*` code
   */
  async whole(onProgress: (read: number) => void): Promise<ShownReport> {
    const maxPerCode = mostOfEach(this.#report?.totals ?? []);
    try {
      return await this.#validate({ checksum: true, maxPerCode, onProgress });
    } catch (error) {
      if (!isWithoutWebAssembly(error)) throw error;
      const unverified = 'computing the checksum needs WebAssembly, which this page may not use';
      return this.#validate({ checksum: false, maxPerCode, onProgress, unverified });
    }
  }

  async #validate(how: {
    readonly checksum: boolean;
    readonly maxPerCode: number;
    readonly onProgress?: (read: number) => void;
    readonly unverified?: string;
  }): Promise<ShownReport> {
    const { maxPerCode, onProgress } = how;
    const isLeftOut = this.asked.checksum === false;
    const checksum = how.checksum && !isLeftOut;
    const { unverified = isLeftOut ? LEFT_OUT : null } = how;
    let source: Source | undefined;
    try {
      source = new Yielder(letMessagesIn).through(this.open());
      if (onProgress !== undefined) source = watchedSource(source, onProgress);
      const options = { runtimes: 'usual', use: true, ...this.asked, checksum, maxPerCode } as const;
      const report = await validate(source, namedBy(this.name, options));
      this.#report = report;
      this.#list = new FindingList(report.diagnostics, report.totals ?? []);
      return shownReport(report, onProgress === undefined && needsMore(report, isLeftOut), unverified);
    } catch (error) {
      // The report of an unreadable file is the report that the command would write.
      if (isProtomdlError(error)) this.#report = unreadable(error.code, error.message);
      throw error;
    } finally {
      await source?.close();
    }
  }

  /**
   * Selects the findings that `page` returns.
   * @returns the codes of the selected findings; null if a later selection was made before this selection was
   * finished
   */
  async select(filter: FindingFilter): Promise<readonly FindingGroup[] | null> {
    const list = this.#list;
    const turns = new Yielder(letMessagesIn);
    const groups = await list.filter(filter, () => (turns.isDue ? turns.take() : undefined));
    if (groups !== null) this.#shown = list;
    return groups;
  }

  /** Returns selected findings `from` to `to` - 1 of a code, in file order. */
  page(code: string, severity: Severity, from: number, to: number): readonly Diagnostic[] {
    return this.#shown.page(code, severity, from, to);
  }

  /** Returns the first findings, in file order, that begin in a part of the file. */
  within(offset: number, end: number, most: number): readonly Diagnostic[] {
    return this.#list.within(offset, end, most);
  }

  /** Returns the documentation of a code; null if the code is not in the catalogue. */
  async explain(code: string): Promise<Explanation | null> {
    await loadTexts();
    const info = CATALOGUE.get(code);
    return info === undefined
      ? null
      : { code, summary: codeText(info).summary, sections: ruleSections(info) };
  }

  /**
   * Returns the report that the command would write on the last validation.
   * @param path the file's name in the report
   */
  async report(format: ReportFormat, path: string): Promise<string> {
    if (this.#report === undefined) throw new Error('there is nothing to report yet');
    const [{ writtenReport }] = await Promise.all([import('./written-report.js'), loadTexts()]);
    return writtenReport({ path, ...this.#report, pictures: await this.#pictures(format, path) }, format);
  }

  /** Returns the pictures for a report; empty for a file that can no longer be opened. */
  async #pictures(format: ReportFormat, path: string): Promise<readonly ReportPicture[]> {
    if (format !== 'html') return [];
    const { reportPictures } = await import('../../show/report/report-pictures.js');
    let source: Source | undefined;
    try {
      source = this.open();
      return await reportPictures(source, path, { turn: letMessagesIn });
    } catch (error) {
      if (isProtomdlError(error)) return [];
      throw error;
    } finally {
      await source?.close();
    }
  }
}

function shownReport(report: FileReport, isPartial: boolean, unverified: string | null): ShownReport {
  const { diagnostics, ...rest } = report;
  const answers = loadAnswers(report);
  return { ...rest, answers, listed: diagnostics.length, unverified, isPartial };
}

function needsMore({ container, totals = [] }: FileReport, isLeftOut: boolean): boolean {
  return (
    (container.checksum === 'skipped' && !isLeftOut) || totals.some(({ count }) => count > FIRST_PER_CODE)
  );
}

/** Returns the highest limit for each code with which the whole list stays within its limit. */
export function mostOfEach(totals: readonly Pick<CodeTotal, 'count'>[]): number {
  const listed = (most: number): number => totals.reduce((sum, { count }) => sum + Math.min(count, most), 0);
  let most = MOST_PER_CODE;
  while (most > FIRST_PER_CODE && listed(most) > MOST_LISTED) most = Math.floor(most / 2);
  return Math.max(most, FIRST_PER_CODE);
}
