import { type FieldTable, joinPath, type MessageTable, pathStep } from '../../base/schema/table.js';

/** Subject of a row. */
export type RowKind =
  /** A field of the header of a framed file. */
  | 'header'
  /** A record shown as one row: a number, a string, bytes, a list, or a message that is not expanded. */
  | 'record'
  /** The tag and length of a message; its content follows. */
  | 'message'
  /** The tag that begins a group. */
  | 'group'
  /** The tag that ends a group. */
  | 'group-end'
  /**
   * Bytes that cannot be read as records; a row of length 0 marks the place where a message or group ends too
   * early.
   */
  | 'broken'
  /**
   * A section outside of the message: padding, configuration words, additional information, and any remaining
   * bytes.
   */
  | 'section';

/** A varint with more bytes than necessary. */
export const NON_MINIMAL = 1;
/** Bits that readers discard. */
export const CUT_BITS = 2;
/** No field of the message has this number. */
export const UNKNOWN_FIELD = 4;
/** A known field with another wire type: readers skip it. */
export const OTHER_TYPE = 8;
/** A singular field that has already occurred. Readers merge two such messages. */
export const REPEATED = 16;
/** Another member of the field's oneof has already occurred, and is replaced. */
export const OVERWRITES = 32;

/** Each mark with its name in reports: the code of validation, if any. */
export const MARK_NAMES: readonly (readonly [mark: number, name: string])[] = [
  [NON_MINIMAL, 'wire-non-minimal'],
  [CUT_BITS, 'wire-value-truncated'],
  [UNKNOWN_FIELD, 'unknown-field'],
  [OTHER_TYPE, 'wire-type-mismatch'],
  [REPEATED, 'repeated-singular'],
  [OVERWRITES, 'oneof-multiple-members'],
];

/** A problem that stops a reader. */
export interface RowProblem {
  /** The code that validation uses. */
  readonly code: string;
  /** Absolute offset. For `wire-truncated`, the end of the available bytes. */
  readonly offset: number;
  /** Description of the wrong length; may be empty. */
  readonly detail: string;
}

/** One line of an object dump. A walk reuses the object: copy it to keep it. */
export class Row {
  /** Subject of the row. */
  kind: RowKind = 'record';
  /** Offset of the bytes that this row covers, tag included. No byte of a file belongs to two rows. */
  offset = 0;
  /** Number of bytes covered. */
  length = 0;
  /** Number of enclosing messages and groups. */
  depth = 0;
  /** Field number; 0 without a tag. */
  number = 0;
  /** Wire type, 0 to 5. */
  wireType = 0;
  /** Undefined for a field that the schema does not have. */
  field: FieldTable | undefined = undefined;
  /** Type of the enclosing message; undefined if unknown. */
  holder: MessageTable | undefined = undefined;
  /** Size of the tag, and of the length after it, if any. */
  headLength = 0;
  /** Size of the payload as claimed by its length; for numbers, size of the value. */
  claimed = 0;
  /** The low half of a number, signed. */
  lo = 0;
  /** The high half of a number, signed. */
  hi = 0;
  /** Sum of the marks of the record. */
  marks = 0;
  /** Problems that stop a reader at this row; usually empty. */
  problems: readonly RowProblem[] = NO_PROBLEMS;
  /** Index of a repeated field's record; -1 if the row describes the enclosing message. */
  index = -1;
  /** The message or group that `path` begins with. */
  around:
    | {
        /** Path, as in reports. */
        readonly path: string;
      }
    | undefined = undefined;
  /** Name, for `header` and `section` rows. */
  name = '';
  /** The value of a header field, in digits. */
  value = '';
  /** Remark about the value; usually empty. */
  remark = '';
  /** For a header field: true if it was verified. */
  isRight = false;
  /** The row's first bytes, in `bytes` from `start` on: only bytes that are already loaded. */
  bytes: Uint8Array = NO_BYTES;
  /** Position of the row's first byte in `bytes`. */
  start = 0;
  /** Number of bytes available from `start` on. */
  shown = 0;

  /** Resets the row for the next record of a walk. @param offset absolute */
  begin(kind: RowKind, offset: number, depth: number, holder: MessageTable | undefined): void {
    this.kind = kind;
    this.offset = offset;
    this.depth = depth;
    this.field = undefined;
    this.holder = holder;
    this.number = 0;
    this.wireType = 0;
    this.headLength = 0;
    this.claimed = 0;
    this.marks = 0;
    this.problems = NO_PROBLEMS;
    this.index = -1;
    this.shown = 0;
  }

  /** Returns the path of the record, or of the broken message, as in reports. */
  path(): string {
    const { field, number, index } = this;
    const around = this.around?.path ?? '';
    if (index < 0) return around;
    return joinPath(around, pathStep(field, number, index));
  }
}

export const NO_PROBLEMS: readonly RowProblem[] = [];
export const NO_BYTES = new Uint8Array(0);
