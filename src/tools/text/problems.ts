import { BAD_TYPE, CUT, OVERFLOW, TOO_DEEP, ZERO_FIELD } from '../../base/wire/problem.js';
import { type Breakage, NOT_UTF8 } from './breakage.js';

/** Something in a file that could not be made text of, or that text does not bring back. */
export interface DumpProblem {
  /** As `validate` would report it. */
  readonly code: string;
  /** Absolute. */
  readonly offset: number;
  /** Of the message in which it was noticed. */
  readonly path: string;
  /** What is wrong, in a line. */
  readonly message: string;
}

/** A breakage in the words of the catalogue. */
export function problemOf({ problem, offset, path }: Breakage): DumpProblem {
  const [code, message] = WORDS.get(problem) ?? ['wire-invalid-type', 'cannot be read'];
  return { code, offset, path, message };
}

const WORDS: ReadonlyMap<number, readonly [string, string]> = new Map([
  [CUT, ['wire-truncated', 'a record goes on past the end of what holds it; what follows is not shown']],
  [OVERFLOW, ['wire-varint-overflow', 'a varint is too long; what is after it in its message is not shown']],
  [ZERO_FIELD, ['wire-invalid-tag', 'a tag of field 0; what is after it in its message is not shown']],
  [BAD_TYPE, ['wire-invalid-type', 'a tag of no wire type; what is after it in its message is not shown']],
  [TOO_DEEP, ['message-nesting-too-deep', 'more than 100 levels; what is deeper is not shown']],
  [NOT_UTF8, ['string-not-utf8', 'a string that is not UTF-8; it is shown by its bytes']],
]);
