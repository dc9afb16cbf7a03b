import { RELEASES } from '../../diagnostics/catalogue.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';

import type { Source } from '../../source/source.js';
import type { FileReport } from '../../validate/file-report.js';
import { validate } from '../../validate/validate.js';
import { watchedSource } from './watched-source.js';

/**
 * Findings of one code that a page lists. A file can have millions; whoever scrolls through a hundred thousand wants
 * a command line.
 */
const LISTED_PER_CODE = 100_000;

/** What a page is told of a report; the findings themselves are asked for as they are shown. */
export type Judgement = Omit<FileReport, 'diagnostics'> & {
  /** Findings that are listed. */
  readonly listed: number;
};

/** Validates one file: quickly first, then as a whole. */
export class Judge {
  #diagnostics: readonly Diagnostic[] = [];

  constructor(private readonly open: () => Source) {}

  /** Everything but the checksum, so that blobs are not read. */
  quick(): Promise<Judgement> {
    return this.#judge(this.open(), false);
  }

  /** Everything. @param onProgress bytes read so far, a few times a second */
  whole(onProgress: (read: number) => void): Promise<Judgement> {
    return this.#judge(watchedSource(this.open(), onProgress), true);
  }

  async #judge(source: Source, checksum: boolean): Promise<Judgement> {
    try {
      const report = await validate(source, { checksum, maxPerCode: LISTED_PER_CODE, runtimes: RELEASES });
      const { diagnostics, ...rest } = report;
      this.#diagnostics = diagnostics;
      return { ...rest, listed: diagnostics.length };
    } finally {
      await source.close();
    }
  }

  /** Findings in file order, those of one code where it is given. */
  findings(from: number, to: number, code: string | null): readonly Diagnostic[] {
    const wanted =
      code === null ? this.#diagnostics : this.#diagnostics.filter((finding) => finding.code === code);
    return wanted.slice(from, to);
  }
}
