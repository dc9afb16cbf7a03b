import type { Endpoint } from 'comlink';
import type { ValidateOptions } from '../../check/validate/file-report.js';

/** Options of a server for the validation of its file. */
export type ServedOptions = Pick<ValidateOptions, 'checksum' | 'runtimes' | 'devices' | 'policy'>;

/** Source of a page's file: picked or dropped, served by `protomdl view`, or read by a program around the page. */
export type Opened = { readonly blob: File } | { readonly url: string } | { readonly hosted: HostedFile };

/** File whose bytes a program around the page reads, such as an editor. */
export interface HostedFile {
  /** Bytes. */
  readonly size: number;
  /** Reads part of the file, which has to be as long as requested. @throws ProtomdlError with a `source-*` code */
  read(offset: number, length: number): Promise<ArrayBuffer>;
}

/** An opened file as it crosses to a worker, which reads a hosted file through the page. */
export type Crossing = Exclude<Opened, { readonly hosted: HostedFile }> | HostedPort;

export interface HostedPort {
  readonly size: number;
  /** The other end of this port reads the file; see `HostedFile.read`. */
  readonly port: Endpoint;
}

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
  /** Options of the server; missing for files that the reader opened. */
  readonly options?: ServedOptions;
  /** Handle that the browser can keep over a reload; null or missing if the browser has none. */
  readonly handle?: Promise<FileHandle | null>;
  /** True for a folder, which has a name and a size and cannot be read. */
  readonly isFolder?: boolean;
}
