/**
 * Problems of bytes at the wire level. "Need more bytes" is a result like any other: a reader of windows
 * requests the next one, a reader of the whole message reports a cut.
 */
export const OK = 0;
/** The bytes end inside the varint, tag, fixed value or payload. */
export const CUT = 1;
/** A varint past ten bytes, a tag or length past 32 bits or, for lengths, past 2^31 - 1. */
export const OVERFLOW = 2;
/** Field number 0. */
export const ZERO_FIELD = 3;
/** Wire type 6 or 7, or a group end without an open group. */
export const BAD_TYPE = 4;
/** Groups nested past the limit. */
export const TOO_DEEP = 5;

/** Reason why a record cannot be read; `OK` is 0. */
export type WireProblem =
  | typeof OK
  | typeof CUT
  | typeof OVERFLOW
  | typeof ZERO_FIELD
  | typeof BAD_TYPE
  | typeof TOO_DEEP;
