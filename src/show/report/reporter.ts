import type { FileReport } from '../../check/validate/file-report.js';

/** A validated file with its name in the report. */
export interface ReportedFile extends FileReport {
  /** Path as the user gave it, or as found below the given folder; `-` is standard input. */
  readonly path: string;
  /** Address for reports with links, if it is not a file of this machine. */
  readonly uri?: string;
  /** Pictures for reports that show them. */
  readonly pictures?: readonly ReportPicture[];
}

/** A picture of a file in its report. */
export interface ReportPicture {
  /** Title of the picture. */
  readonly title: string;
  /** A complete `<svg>` element, without scripts and external resources. */
  readonly svg: string;
}

/**
 * Returns bytes of a file for displaying a finding: `length` bytes from `offset`, fewer at the end of the
 * file, `undefined` if they are unavailable (in a stream that has passed them).
 */
export type Excerpt = (offset: number, length: number) => Uint8Array | undefined;

/**
 * A report format. A report is text made in pieces, file by file and in the order of the files, so that ten
 * thousand files need no more memory than one.
 */
export interface Reporter {
  /** Accepts files in any order. */
  readonly anyOrder?: boolean;
  /** True if the report shows `pictures` of files, which take time to make. */
  readonly needsPictures?: boolean;
  /** Returns the text before the first file. */
  begin(): string;
  /** Returns the text of one file. Files come in a fixed order, for any number of workers. */
  file(file: ReportedFile, excerpt?: Excerpt): string;
  /**
   * Returns the text after the last file. Called once, even if there was no file.
   * @param cut true if the run ended before all files were checked
   */
  end(cut?: boolean): string;
}
