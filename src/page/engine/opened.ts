import type { Endpoint } from 'comlink';
import type { ValidateOptions } from '../../check/validate/file-report.js';

export type ServedOptions = Pick<ValidateOptions, 'checksum' | 'runtimes' | 'devices' | 'policy'>;

/**
 * Source of a file: picked or dropped by the reader, served by `protomdl view`, or hosted by the program that
 * embeds the page.
 */
export type Opened = { readonly blob: File } | { readonly url: string } | { readonly hosted: HostedFile };

/** A file whose bytes are read by the program that embeds the page, such as an editor. */
export interface HostedFile {
  readonly size: number;
  /**
   * Reads a part of the file; the result must have the requested length.
   * @throws ProtomdlError with a `source-*` code
   */
  read(offset: number, length: number): Promise<ArrayBuffer>;
}

/** An opened file in the form that can be sent to a worker. A worker reads a hosted file through the page. */
export type Crossing = Exclude<Opened, { readonly hosted: HostedFile }> | HostedPort;

export interface HostedPort {
  readonly size: number;
  /** Port to the page, which reads the file (see `HostedFile.read`). */
  readonly port: Endpoint;
}

/** A handle of a file, with the properties that exist in all browsers. */
export interface FileHandle {
  readonly kind: 'file' | 'directory';
  readonly name: string;
  getFile(): Promise<File>;
}

export interface Openable {
  readonly name: string;
  readonly from: Opened;
  /** Options of the server; undefined for files that the reader opened. */
  readonly options?: ServedOptions;
  /**
   * Handle that the browser can keep across a reload; null or undefined if the browser does not have handles.
   */
  readonly handle?: Promise<FileHandle | null>;
  /** True for a folder, whose content cannot be read. */
  readonly isFolder?: boolean;
}
