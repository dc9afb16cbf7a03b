/**
 * The only error class of the library, for errors from which the caller cannot recover (an unreadable source,
 * a misuse, a limit). A problem *inside* a file is a finding, never an exception.
 */
export class ProtomdlError extends Error {
  /**
   * Distinguishes these errors from other errors where `instanceof` cannot: across copies of this package,
   * and across workers.
   */
  override readonly name = 'ProtomdlError';

  /**
   * @param code stable kebab-case identifier, such as `source-not-found`
   * @param offset absolute byte offset of the problem, or -1
   * @param path field path of the problem, or `""`
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
