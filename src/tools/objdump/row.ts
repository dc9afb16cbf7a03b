import { joinPath, pathStep } from '../../base/schema/path.js';
import type { FieldTable, MessageTable } from '../../base/schema/table.js';

/** What a row is about. */
export type RowKind =
  /** A field of the header of a framed file. */
  | 'header'
  /** A record that is one row: a number, a string, bytes, a list, or a message that is not looked into. */
  | 'record'
  /** The tag and length of a message; what is in it follows. */
  | 'message'
  /** The tag that begins a group. */
  | 'group'
  /** The tag that ends one. */
  | 'group-end'
  /** Bytes that cannot be read as records; or, of no length, the place where what is open ends too early. */
  | 'broken'
  /** What lies around the message: padding, configuration words, additional information, and what belongs to none of these. */
  | 'section';

/** A varint with more bytes than it needs. */
export const NON_MINIMAL = 1;
/** Bits that readers cut. */
export const CUT_BITS = 2;
/** No field of the message has this number. */
export const UNKNOWN_FIELD = 4;
/** A known field with another wire type: readers skip it. */
export const OTHER_TYPE = 8;
/** A field that holds one value has been there already. Of messages both count together. */
export const REPEATED = 16;
/** Another member of its oneof has been there already, and loses. */
export const OVERWRITES = 32;

/** A mark and what it is called in reports; where validation has a code for it, that. */
export const MARK_NAMES: readonly (readonly [mark: number, name: string])[] = [
  [NON_MINIMAL, 'wire-non-minimal'],
  [CUT_BITS, 'wire-value-truncated'],
  [UNKNOWN_FIELD, 'unknown-field'],
  [OTHER_TYPE, 'wire-type-mismatch'],
  [REPEATED, 'repeated-singular'],
  [OVERWRITES, 'oneof-multiple-members'],
];

/** Something that stops a reader. */
export interface RowProblem {
  /** As validation has it. */
  readonly code: string;
  /** Absolute. Of `wire-truncated`, where the available bytes end. */
  readonly offset: number;
  /** The claim that is not true, for people; may be empty. */
  readonly detail: string;
}

/** One line of an object dump. A walk reuses one: copy it to keep it. */
export class Row {
  /** What the row is about. */
  kind: RowKind = 'record';
  /** The bytes that this row accounts for, tag included. No byte of a file belongs to two rows. */
  offset = 0;
  /** How many bytes that are. */
  length = 0;
  /** Messages and groups around it. */
  depth = 0;
  /** 0 where there is no tag. */
  number = 0;
  /** 0 to 5. */
  wireType = 0;
  /** Undefined for what the schema does not have. */
  field: FieldTable | undefined = undefined;
  /** Of the message around it; undefined where that is not known. */
  holder: MessageTable | undefined = undefined;
  /** Bytes of the tag, and of the length after it where there is one. */
  headLength = 0;
  /** Bytes of the payload, as its length says; of numbers, those of the value. */
  claimed = 0;
  /** The halves of a number, signed. */
  lo = 0;
  /** The high half. */
  hi = 0;
  /** A sum of marks. */
  marks = 0;
  /** What stops a reader here; mostly empty. */
  problems: readonly RowProblem[] = NONE;
  /** The place of a repeated field's record among those of its kind; -1 where the row is about a message around it. */
  index = -1;
  /** How deep the message is that `path` begins with. */
  pathDepth = 0;
  /** Of `header` and `section` rows: its name, its value in digits, and what is to be said about it. */
  name = '';
  /** The value of a header field, in digits. */
  value = '';
  /** What is to be said about the value; mostly empty. */
  remark = '';
  /** Of a header field: whether it was held against something, and agrees. */
  isRight = false;
  /** The row's first bytes, in `bytes` from `start` on: as many as are to be had without reading on for them. */
  bytes: Uint8Array = NO_BYTES;
  /** Position of the row's first byte in `bytes`. */
  start = 0;
  /** How many bytes are to be had from `start` on. */
  shown = 0;

  constructor(private readonly pathOf: (depth: number) => string = () => '') {}

  /** Makes it the row of a walk's next record, of which nothing else is known yet. @param offset absolute */
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
    this.problems = NONE;
    this.index = -1;
    this.pathDepth = depth;
    this.shown = 0;
  }

  /** Path of the record, or of the message that is broken, as reports have it. To be asked before the next row. */
  path(): string {
    const around = this.pathOf(this.pathDepth);
    if (this.index < 0) return around;
    const { field, number, index } = this;
    return joinPath(around, pathStep(field, number, index));
  }
}

export const NONE: readonly RowProblem[] = [];
export const NO_BYTES = new Uint8Array(0);
