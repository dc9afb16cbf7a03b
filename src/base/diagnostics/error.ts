/**
 * The one error class of the library: something the caller cannot recover from (an unreadable source, a
 * misuse, a limit). A problem *inside* a file is a finding, never an exception.
 */
export class ProtomdlError extends Error {
  /** Distinguishes it from other errors where `instanceof` cannot: across copies of this package, and workers. */
  override readonly name = 'ProtomdlError';

  /**
   * @param code stable kebab-case identifier, such as `source-not-found`
   * @param offset absolute byte offset the error belongs to, or -1
   * @param path field path the error belongs to, or `""`
   */
  constructor(
    readonly code: string,
    message: string,
    readonly offset = -1,
    readonly path = '',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True if a thrown value is an error of this library. */
export function isProtomdlError(value: unknown): value is ProtomdlError {
  return value instanceof ProtomdlError;
}
