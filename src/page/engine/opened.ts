import type { ValidateOptions } from '../../check/validate/file-report.js';

/** Options of a server for the validation of its file. */
export type ServedOptions = Pick<ValidateOptions, 'checksum' | 'runtimes' | 'devices' | 'policy'>;

/** Source of a page's file: picked or dropped, or served by `protomdl view`. */
export type Opened = { readonly blob: File } | { readonly url: string };

/** A browser's handle of a file, with the fields that all browsers have. */
export interface FileHandle {
  readonly kind: 'file' | 'directory';
  readonly name: string;
  getFile(): Promise<File>;
}

/** File that can be opened. */
export interface Openable {
  readonly name: string;
  readonly from: Opened;
  /** Missing for files of the reader. */
  readonly options?: ServedOptions;
  /** Handle that the browser can keep over a reload; null or missing if the browser has none. */
  readonly handle?: Promise<FileHandle | null>;
  /** True for a folder, which has a name and a size and cannot be read. */
  readonly isFolder?: boolean;
}
