/** One object of a source as a listing names it. */
export interface Listed {
  readonly uri: string;
  /** Changes when the content does: S3's ETag; of a file its size, number and times. */
  readonly etag: string;
  readonly size: number;
}

/** A part of a listing. */
export interface ListedPage {
  readonly objects: readonly Listed[];
  /** Entries that cannot be taken, with the reason. */
  readonly skipped: readonly string[];
  /** Where to go on after this page; undefined where the source cannot. */
  readonly next?: string;
}

/** The source cannot be listed: it is not there, or answers against its protocol. */
export class ListingError extends Error {
  override readonly name = 'ListingError';
}

/** No object of the source can be read: the run has to wait. */
export class UnusableSource extends Error {
  override readonly name: string = 'UnusableSource';
}

/** What a run is of, as it is kept with the run. Credentials are never part of it. */
export interface SourceSettings {
  readonly kind: 's3' | 'folder' | 'list' | 'module';
  /** `s3://bucket/prefix`, a folder as `file://`, the name of a list, or the address that a module lists. */
  readonly uri: string;
  readonly endpoint?: string;
  readonly region?: string;
  /** Buckets in the path rather than in the name of the host. */
  readonly pathStyle?: boolean;
  /** Patterns over names of objects that are taken (default: models of a bucket, and everything of other sources). */
  readonly include?: readonly string[];
  /** Whether what `.gitignore` names in a folder is left out (default: true). */
  readonly gitignore?: boolean;
}
