/**
 * Kinds of parts: the file itself, its header and sections, the message, each record and each element of a
 * packed list. Plain data, which a worker can send to a page.
 */
export type PartKind =
  | 'file'
  /** The container's header, whose children are the fields of the header. */
  | 'header'
  | 'header-field'
  /** The message of a framed file. In a bare file, the file itself is the message. */
  | 'message'
  /** A section of the container: padding, configuration words, external data. */
  | 'section'
  | 'record'
  /** An element of a packed list. */
  | 'element'
  /** Bytes that cannot be read because of an error before them. */
  | 'unreadable';

/** A part of a file. The children of a part cover the part without gaps. */
export interface Part {
  /** Kind of the part. */
  readonly kind: PartKind;
  /**
   * Path as in findings: `network_groups[0].contexts[2]`; empty for all parts except records and elements.
   */
  readonly path: string;
  /** The last step of the path, or the name of a part without a path: `contexts[2]`, `#7`, `magic`. */
  readonly label: string;
  /** Number of enclosing messages; 0 for the file. */
  readonly depth: number;
  /** Absolute offset of the record, including its tag. */
  readonly offset: number;
  /** Number of existing bytes in the record, including its tag. */
  readonly length: number;
  /** Absolute offset of the value: after the tag, and after the length of a LEN record. */
  readonly valueOffset: number;
  /** Number of existing bytes in the value. */
  readonly valueLength: number;
  /** Field number of a record; null for other parts. */
  readonly number: number | null;
  /** Wire type of a record, 0 to 5; null for other parts. */
  readonly wireType: number | null;
  /**
   * Type of the value in the schema, such as `ProtoMDLContext` or `uint32`; null if the field is not in the
   * schema.
   */
  readonly type: string | null;
  /**
   * Index of the value's message type in the schema's tables; -1 if the value is not a message of the schema.
   */
  readonly table: number;
  /** The value or content in one line. The line is not escaped, and may contain any text of the file. */
  readonly summary: string;
  /** True if the part has children. */
  readonly hasChildren: boolean;
  /** Code of the wire-level error that makes the rest of the part unreadable; null without such an error. */
  readonly problem: string | null;
}

/** Some of the children of a part, in file order. */
export interface Children {
  /** The children, from the first requested index on. */
  readonly parts: readonly Part[];
  /** Number of known children; if `isComplete` is true, of all children. */
  readonly count: number;
  /** False if the list of children has not been read to its end: repeat the request to continue. */
  readonly isComplete: boolean;
}

/** Kind of a byte, which determines its colour in a display. */
export type ByteClass =
  | 'header'
  | 'tag'
  | 'length'
  /** Value of a number: a varint, or a number of fixed size. */
  | 'number'
  | 'text'
  | 'packed'
  /** Content of a bytes field. */
  | 'blob'
  /** Tag and value of a field that is not in the schema. */
  | 'unknown'
  | 'padding'
  | 'section'
  | 'unreadable';

/** Consecutive bytes of one kind in one part. */
export interface MeaningRun {
  /** Absolute offset. */
  readonly offset: number;
  /** Number of bytes. */
  readonly length: number;
  /** Kind of the bytes. */
  readonly class: ByteClass;
  /** Path of the innermost part that contains the bytes. */
  readonly path: string;
  /** Absolute offset of the innermost part that contains the bytes. */
  readonly part: number;
}

/** Bytes of a range of the file, with their kinds and parts. */
export interface ByteMeanings {
  /** Absolute offset of `bytes[0]`. */
  readonly offset: number;
  /** The bytes of the range. */
  readonly bytes: Uint8Array;
  /** Kinds and parts of the bytes; the runs cover the range in order and without gaps. */
  readonly runs: readonly MeaningRun[];
}
