import type { FileReport } from '../../check/validate/file-report.js';

/** A validated file with its name in the report. */
export interface ReportedFile extends FileReport {
  /** Path as the user gave it, or path below the folder that the user gave; `-` is standard input. */
  readonly path: string;
  /** Address of a file that is not on this machine, for reports with links. */
  readonly uri?: string;
  /** Pictures of the file, for reports that show pictures. */
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
 * Returns bytes of a file for the display of a finding: `length` bytes from `offset` on, or fewer at the end
 * of the file; `undefined` if a stream no longer has the bytes.
 */
export type Excerpt = (offset: number, length: number) => Uint8Array | undefined;

/**
 * A report format. The text of a report is made file by file, so that a report about ten thousand files does
 * not need more memory than a report about one file.
 */
export interface Reporter {
  /** True if the files of the report may have any order. */
  readonly anyOrder?: boolean;
  /**
   * True if the report shows `pictures` of files. Making pictures takes time, so other reports get files
   * without pictures.
   */
  readonly needsPictures?: boolean;
  /** Returns the text before the first file. */
  begin(): string;
  /** Returns the text of one file. The order of the files is fixed, for any number of workers. */
  file(file: ReportedFile, excerpt?: Excerpt): string;
  /**
   * Returns the text after the last file. Called once, even for a report without files.
   * @param cut true if the run ended before all files were checked
   */
  end(cut?: boolean): string;
}
