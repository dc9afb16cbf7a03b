import type { FileReport } from '../../check/validate/file-report.js';

/** What a report is made of: a file's validation and the name it goes by. */
export interface ReportedFile extends FileReport {
  /** As the user named it, or as it was found below what the user named; `-` is standard input. */
  readonly path: string;
  /** Its address for reports that have addresses, where it is no file of this machine. */
  readonly uri?: string;
  /** For reports that have pictures. */
  readonly pictures?: readonly ReportPicture[];
}

/** A picture of a file in its report. */
export interface ReportPicture {
  /** What it shows, for its heading. */
  readonly title: string;
  /** A whole `<svg>` element, which needs no script and nothing from elsewhere. */
  readonly svg: string;
}

/**
 * Bytes of the file a finding is about, for showing: `length` bytes from `offset`, fewer at the end of the
 * file, `undefined` when they cannot be had (a stream that has gone by).
 */
export type Excerpt = (offset: number, length: number) => Uint8Array | undefined;

/**
 * One report format. A report is text made in pieces, file by file and in the order of the files, so that
 * ten thousand files need no more memory than one.
 */
export interface Reporter {
  /** Files may come in whatever order they are done. */
  readonly anyOrder?: boolean;
  /** Whether it shows `pictures` of files; making them takes longer than a report without. */
  readonly needsPictures?: boolean;
  /** What comes before the first file. */
  begin(): string;
  /** Text of one file. Files come in a fixed order, whatever the number of workers. */
  file(file: ReportedFile, excerpt?: Excerpt): string;
  /**
   * What comes after the last file. Called once, also when there was no file.
   * @param cut whether the work was ended before all files had been looked at
   */
  end(cut?: boolean): string;
}
