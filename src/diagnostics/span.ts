/**
 * A stretch of a file: half-open, absolute (a container header counts), in bytes. The span of a record
 * covers its tag too.
 */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** What a related place adds to a finding: where, and why it matters. */
export interface Related extends Span {
  readonly path: string;
  readonly message: string;
}
