/**
 * Problems of bytes at the wire level. Missing bytes are one of these problems: a reader of windows requests
 * the next window, and a reader of the whole message reports a truncation.
 */
export const OK = 0;
/** The bytes end inside the varint, tag, fixed value or payload. */
export const CUT = 1;
/**
 * A varint of more than ten bytes, a tag or length of more than 32 bits, or a length greater than 2^31 - 1.
 */
export const OVERFLOW = 2;
/** Field number 0. */
export const ZERO_FIELD = 3;
/** Wire type 6 or 7, or a group end without an open group. */
export const BAD_TYPE = 4;
/** Groups that are nested more deeply than the limit. */
export const TOO_DEEP = 5;

/** Reason why a record cannot be read; `OK` is 0. */
export type WireProblem =
  | typeof OK
  | typeof CUT
  | typeof OVERFLOW
  | typeof ZERO_FIELD
  | typeof BAD_TYPE
  | typeof TOO_DEEP;

export const WIRE_PROBLEMS: Readonly<
  Record<Exclude<WireProblem, 0>, readonly [code: string, message: string]>
> = {
  [CUT]: ['wire-truncated', 'the bytes end inside a record'],
  [OVERFLOW]: ['wire-varint-overflow', 'a varint, tag or length is longer than any value needs'],
  [ZERO_FIELD]: ['wire-invalid-tag', 'a tag has field number 0'],
  [BAD_TYPE]: ['wire-invalid-type', 'a tag has a wire type that does not exist, or ends no open group'],
  [TOO_DEEP]: ['message-nesting-too-deep', 'more than 100 levels of messages and groups below the root'],
};

export function codeOf(problem: WireProblem): string {
  return WIRE_PROBLEMS[problem as Exclude<WireProblem, 0>][0];
}
