import { BAD_TYPE, CUT, OVERFLOW, TOO_DEEP, type WireProblem, ZERO_FIELD } from '../../base/wire/problem.js';

/** A breakage: the rest of the enclosing message is missing from the text. */
export interface Breakage {
  readonly problem: WireProblem | typeof NOT_UTF8;
  readonly offset: number;
  readonly path: string;
}

/** A string that is not valid UTF-8: it is printed, but a parser refuses it. */
export const NOT_UTF8 = -1;

/** Content of a file that text cannot express, or that is lost when the text is assembled again. */
export interface DumpProblem {
  /** The code that `validate` would report. */
  readonly code: string;
  /** Absolute offset. */
  readonly offset: number;
  /** Path of the message in which the problem was found. */
  readonly path: string;
  /** Description in one line. */
  readonly message: string;
}

export function dumpProblem({ problem, offset, path }: Breakage): DumpProblem {
  const [code, message] = WORDS.get(problem) ?? ['wire-invalid-type', 'cannot be read'];
  return { code, offset, path, message };
}

const WORDS: ReadonlyMap<number, readonly [string, string]> = new Map([
  [CUT, ['wire-truncated', 'a record runs past the end of the message that holds it; the rest is not shown']],
  [OVERFLOW, ['wire-varint-overflow', 'a varint is too long; the rest of its message is not shown']],
  [ZERO_FIELD, ['wire-invalid-tag', 'a tag with field number 0; the rest of its message is not shown']],
  [BAD_TYPE, ['wire-invalid-type', 'a tag with an invalid wire type; the rest of its message is not shown']],
  [TOO_DEEP, ['message-nesting-too-deep', 'more than 100 levels; deeper levels are not shown']],
  [NOT_UTF8, ['string-not-utf8', 'a string that is not UTF-8; its bytes are shown']],
]);
