/**
 * A stretch of a file: half-open, absolute (a container header counts), in bytes. The span of a record
 * covers its tag too.
 */
export interface Span {
  /** Absolute offset of the first byte: a safe integer. */
  readonly offset: number;
  /** Bytes; 0 for a place between two bytes. */
  readonly length: number;
}

/** A related place of a finding, and why it matters. */
export interface Related extends Span {
  /** Schema names, as in a finding's path; `""` is the message or the file. */
  readonly path: string;
  /** Relation of the place to the finding: a phrase of one line. */
  readonly message: string;
}
