import { ProtomdlError } from '../../base/diagnostics/error.js';

/** What is wrong with a text that is to be assembled. */
export type TextCode =
  /** It is not in the form that it is read in. */
  | 'text-syntax'
  /** The message has no field, or the enum no value, of this name. */
  | 'text-name-unknown'
  /** A value that the field cannot hold. */
  | 'text-value-invalid'
  /** A field that has one value is given twice, or two members of a oneof are. */
  | 'text-field-twice'
  /** Bytes that the dump left out. */
  | 'text-bytes-left-out'
  /** A file with bytes that cannot be had, or is not what the text says. */
  | 'text-bytes-file'
  /** `$frame` says what no frame can be. */
  | 'text-frame-invalid'
  | 'message-nesting-too-deep'
  | 'message-too-large';

/** Says what is wrong with a text: throws. */
export type Fail = (code: TextCode, message: string) => never;

/** Where in a text something stands. Lines and columns (characters) count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  /** In bytes. */
  readonly offset: number;
}

/** The message begins with line and column, as compilers have it, and ends with the path. */
export function textError(code: TextCode, message: string, at: TextPlace, path = ''): ProtomdlError {
  const where = path === '' ? '' : ` (in ${path})`;
  return new ProtomdlError(code, `${at.line}:${at.column}: ${message}${where}`, at.offset, path);
}
