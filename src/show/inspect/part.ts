/**
 * What a reader of a file can point to: the file itself, its header and sections, the message, each
 * record and each element of a packed list. Plain data, which crosses to a page from its worker.
 */
export type PartKind =
  | 'file'
  /** The container's header. Its children are its fields. */
  | 'header'
  | 'header-field'
  /** The message, where the file is framed. In a bare file the file is the message. */
  | 'message'
  /** Another section of the container: padding, external data. */
  | 'section'
  | 'record'
  /** Of a packed list. */
  | 'element'
  /** Bytes that cannot be read as records, after what is broken. */
  | 'unreadable';

/** Something in a file that can be pointed to. The children of a part tile it. */
export interface Part {
  /** What it is. */
  readonly kind: PartKind;
  /** As findings have it: `network_groups[0].contexts[2]`; empty for the message and for all that is no record. */
  readonly path: string;
  /** The path's last step, or the name of what is no record: `contexts[2]`, `#7`, `magic`. */
  readonly label: string;
  /** Open messages around it: 0 for the file. */
  readonly depth: number;
  /** Absolute span of the whole record, tag included. The length is what there is, not what is claimed. */
  readonly offset: number;
  /** Bytes of the record, tag included: those that are there, not those that are claimed. */
  readonly length: number;
  /** Absolute span of the value: after the tag, and after the length of a LEN record. */
  readonly valueOffset: number;
  /** Bytes of the value that are there. */
  readonly valueLength: number;
  /** Field number and wire type of a record; null for anything else. */
  readonly number: number | null;
  /** Wire type of a record, 0 to 5; null of anything else. */
  readonly wireType: number | null;
  /** Of the value, as the schema has it: `ProtoMDLContext`, `uint32`; null for what the schema does not have. */
  readonly type: string | null;
  /** Index of the value's message in the schema's tables; -1 where the value is no known message. */
  readonly table: number;
  /** One line: the value, or what is in it. Not escaped: it may have anything in it that a file can hold. */
  readonly summary: string;
  /** Whether `children` has any. */
  readonly hasChildren: boolean;
  /** Code of the wire-level error that makes it unreadable from some place on; null where there is none. */
  readonly problem: string | null;
}

/** Some of the children of a part, in file order. */
export interface Children {
  /** From the one that was asked for on. */
  readonly parts: readonly Part[];
  /** Children that are known: all of them when `isComplete`. */
  readonly count: number;
  /** False while a long list is still being gone through: ask again. */
  readonly isComplete: boolean;
}

/** What a byte is, which decides its colour. */
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
  /** Tag and value of what the schema does not have. */
  | 'unknown'
  | 'padding'
  | 'section'
  | 'unreadable';

/** Bytes in a row that are the same. */
export interface Run {
  /** Absolute. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  /** What the bytes are. */
  readonly class: ByteClass;
  /** Of the innermost part that the bytes belong to. */
  readonly path: string;
  /** Absolute offset of that part: what `at` would find there. */
  readonly part: number;
}

/** A stretch of the file, and what it is. The runs cover it without gaps, in order. */
export interface Stretch {
  /** Absolute offset of `bytes[0]`. */
  readonly offset: number;
  /** The bytes themselves. */
  readonly bytes: Uint8Array;
  /** What they are, in order and without gaps. */
  readonly runs: readonly Run[];
}
