export interface Listed {
  readonly uri: string;
  /** Identifies the content: S3's ETag; for a file its size, inode number and times. */
  readonly etag: string;
  readonly size: number;
}

export interface ListedPage {
  readonly objects: readonly Listed[];
  /** Entries that cannot be listed, with the reason. */
  readonly skipped: readonly string[];
  /**
   * Position after this page, from which a later listing can continue; undefined if the source does not
   * support this.
   */
  readonly next?: string;
}

/** The source cannot be listed: it does not exist, or violates its protocol. */
export class ListingError extends Error {
  override readonly name = 'ListingError';
}

/** No object of the source can be read, so the run is held. */
export class UnusableSource extends Error {
  override readonly name: string = 'UnusableSource';
}

/** Source of a run, as stored with the run. Credentials are never included. */
export interface SourceSettings {
  readonly kind: 's3' | 'folder' | 'list' | 'module';
  /** `s3://bucket/prefix`, a folder as `file://`, the name of a list, or the URL that a module lists. */
  readonly uri: string;
  readonly endpoint?: string;
  readonly region?: string;
  /** True if buckets are in the path rather than in the host name. */
  readonly pathStyle?: boolean;
  /** Patterns that select objects by name (default: models in a bucket, and all objects of other sources). */
  readonly include?: readonly string[];
  /**
   * Manifest of an S3 Inventory to list by, or the folder with the inventories, of which the latest is used.
   */
  readonly inventory?: string;
  /** True if the objects come from a bucket's notifications instead of a listing. */
  readonly events?: true;
  /** True if files that `.gitignore` names in a folder are excluded (default: true). */
  readonly gitignore?: boolean;
}
