import { ProtomdlError } from '../../base/diagnostics/error.js';

export type TextCode =
  /** The text violates the syntax of its form. */
  | 'text-syntax'
  /** The text has a name that is not a field of the message, or not a value of the enum. */
  | 'text-name-unknown'
  /** A value that the field cannot hold. */
  | 'text-value-invalid'
  /** The text has a singular field twice, or two members of a oneof. */
  | 'text-field-twice'
  /** Bytes that the dump left out. */
  | 'text-bytes-left-out'
  /** The file for a bytes value cannot be read, or differs from the length in the text. */
  | 'text-bytes-file'
  /** `$frame` describes an impossible frame. */
  | 'text-frame-invalid'
  | 'message-nesting-too-deep'
  | 'message-too-large';

/** Reports a fault of the text by throwing. */
export type Fail = (code: TextCode, message: string) => never;

/** A position in a text. Lines and columns (characters) count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/**
 * Makes an error whose message begins with line and column, in the manner of compilers, and ends with the
 * path.
 */
export function textError(code: TextCode, message: string, at: TextPlace, path = ''): ProtomdlError {
  const where = path === '' ? '' : ` (in ${path})`;
  return new ProtomdlError(code, `${at.line}:${at.column}: ${message}${where}`, at.offset, path);
}
