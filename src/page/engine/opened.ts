/** Where a page's file comes from: picked or dropped, or served by `protomdl view`. */
export type Opened = { readonly blob: File } | { readonly url: string };

/** A browser's handle of a file, as far as all of them have it. */
export interface FileHandle {
  readonly kind: 'file' | 'directory';
  readonly name: string;
  getFile(): Promise<File>;
}

/** A file that can be looked at. */
export interface Openable {
  readonly name: string;
  readonly from: Opened;
  /** What the browser can keep over a reload; null, or missing, where there is no such thing. */
  readonly handle?: Promise<FileHandle | null>;
  /** Whether it is a folder, which has a name and a size and cannot be read. */
  readonly isFolder?: boolean;
}
