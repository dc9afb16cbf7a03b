/**
 * Kinds of parts: the file itself, its header and sections, the message, each record and each element of a
 * packed list. Plain data, which a worker can send to a page.
 */
export type PartKind =
  | 'file'
  /** The container's header. Its children are its fields. */
  | 'header'
  | 'header-field'
  /** The message of a framed file. In a bare file, the file is the message. */
  | 'message'
  /** Another section of the container: padding, external data. */
  | 'section'
  | 'record'
  /** An element of a packed list. */
  | 'element'
  /** Unreadable bytes after a breakage. */
  | 'unreadable';

/** A part of a file. The children of a part cover it without gaps. */
export interface Part {
  /** Kind of the part. */
  readonly kind: PartKind;
  /**
   * Path as in findings: `network_groups[0].contexts[2]`; empty for the message and for all parts except
   * records.
   */
  readonly path: string;
  /** The path's last step, or the name of another part: `contexts[2]`, `#7`, `magic`. */
  readonly label: string;
  /** Number of enclosing messages: 0 for the file. */
  readonly depth: number;
  /** Absolute span of the whole record, tag included. The length is the existing one, not the claimed one. */
  readonly offset: number;
  /** Number of existing bytes in the record, tag included. */
  readonly length: number;
  /** Absolute span of the value: after the tag, and after the length of a LEN record. */
  readonly valueOffset: number;
  /** Number of existing bytes in the value. */
  readonly valueLength: number;
  /** Field number of a record; null for other parts. */
  readonly number: number | null;
  /** Wire type of a record, 0 to 5; null for other parts. */
  readonly wireType: number | null;
  /** Type of the value in the schema: `ProtoMDLContext`, `uint32`; null if the field is not in the schema. */
  readonly type: string | null;
  /** Index of the value's message in the schema's tables; -1 if the value is not a known message. */
  readonly table: number;
  /** The value or content in one line. Not escaped: it may contain any text of the file. */
  readonly summary: string;
  /** True if the part has children. */
  readonly hasChildren: boolean;
  /** Code of the wire-level error after which the part is unreadable; null if the part has no such error. */
  readonly problem: string | null;
}

/** Some of the children of a part, in file order. */
export interface Children {
  /** From the first requested child on. */
  readonly parts: readonly Part[];
  /** Number of known children: all of them if `isComplete`. */
  readonly count: number;
  /** False while a long list is being read: call again. */
  readonly isComplete: boolean;
}

/** Kind of a byte, which decides its colour. */
export type ByteClass =
  | 'header'
  | 'tag'
  | 'length'
  /** A number: varint or fixed. */
  | 'number'
  | 'text'
  | 'packed'
  /** Bytes fields. */
  | 'blob'
  /** Tag and value of fields that are not in the schema. */
  | 'unknown'
  | 'padding'
  | 'section'
  | 'unreadable';

/** Consecutive bytes of the same kind and part. */
export interface Run {
  /** Absolute offset. */
  readonly offset: number;
  /** Number of bytes. */
  readonly length: number;
  /** Kind of the bytes. */
  readonly class: ByteClass;
  /** Path of the innermost part with the bytes. */
  readonly path: string;
  /** Absolute offset of that part, as `at` returns it. */
  readonly part: number;
}

/** A stretch of the file with its meaning. The runs cover it without gaps, in order. */
export interface Stretch {
  /** Absolute offset of `bytes[0]`. */
  readonly offset: number;
  /** The bytes themselves. */
  readonly bytes: Uint8Array;
  /** Their meaning, in order and without gaps. */
  readonly runs: readonly Run[];
}
