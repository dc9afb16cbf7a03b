import type { BlobComparison } from './blob-hashes.js';

/** A count of things, and the bytes they take. */
export interface Share {
  /** What is counted: `enable_lcu`. */
  readonly name: string;
  /** How many. */
  readonly count: number;
  /** Bytes of their records. */
  readonly bytes: number;
}

/** A message type. `own` of all types, with what is unknown and unreadable, are the message's bytes. */
export interface TypeRow {
  /** As the schema names it: `ProtoMDLAction`. */
  readonly type: string;
  /** Messages, as records: one that comes in two parts counts twice. */
  readonly count: number;
  /** Bytes of its fields, without those of the messages in them. */
  readonly own: number;
  /** Bytes with the messages in them; of those within others of the same type the outermost only. */
  readonly total: number;
  /** Unknown fields in it. */
  readonly unknown: {
    /** How many. */
    readonly count: number;
    /** Bytes of their records. */
    readonly bytes: number;
  };
  /** Bytes in it that are no records. */
  readonly unreadable: number;
}

/** A field of a message type. */
export interface FieldRow {
  /** `ProtoMDLAction.enable_lcu`. */
  readonly field: string;
  /** As the schema has it. */
  readonly number: number;
  /** What its records are made of. */
  readonly kind: 'message' | 'number' | 'string' | 'bytes';
  /** Records; a packed list is one. */
  readonly count: number;
  /** All bytes of its records, but of a message only tag and length. */
  readonly own: number;
  /** All bytes of its records, those of messages in them included. */
  readonly total: number;
}

/** Blobs of one class of size. */
export interface SizeRow {
  /** Least and largest size of the class, in bytes. */
  readonly from: number;
  /** Largest size of the class, in bytes. */
  readonly to: number;
  /** Blobs. */
  readonly count: number;
  /** Bytes of their contents. */
  readonly bytes: number;
}

/** Blobs of one kind: of an action (`write_data_ccw`), or `mapping`. */
export interface BlobRow {
  /** The action they are in, or `mapping`. */
  readonly name: string;
  /** How many. */
  readonly count: number;
  /** Of their contents, without tags and lengths. */
  readonly bytes: number;
  /** Empty classes are left out. */
  readonly sizes: readonly SizeRow[];
}

/** A context, or a preliminary configuration. */
export interface ContextRow {
  /** A context, or a preliminary configuration. */
  readonly kind: 'context' | 'preliminary';
  /** Schema names with indices. */
  readonly path: string;
  /** As the compiler calls it; may be empty. */
  readonly name: string;
  /** Absolute offset of its record; `bytes` are all of it. */
  readonly offset: number;
  /** Bytes of its record, tag included. */
  readonly bytes: number;
  /** How many it has. */
  readonly operations: number;
  /** By kind, most bytes first. */
  readonly actions: readonly Share[];
  /** Of operations. */
  readonly triggers: readonly Share[];
  /** Inputs and outputs of it. */
  readonly edgeLayers: {
    /** How many. */
    readonly count: number;
    /** Bytes of their records. */
    readonly bytes: number;
  };
  /** Expected order of triggers. */
  readonly triggerOrder: {
    /** Entries. */
    readonly count: number;
    /** Bytes of their records. */
    readonly bytes: number;
  };
  /** By kind. */
  readonly blobs: readonly BlobRow[];
  /** What it writes of the words after the message: bytes of its pointers, those that others point to as well included. */
  readonly words: {
    /** Writes. */
    readonly count: number;
    /** Bytes they point to. */
    readonly bytes: number;
  };
}

/** A network group. */
export interface GroupRow {
  /** `network_groups[0]`. */
  readonly path: string;
  /** As the compiler calls it; may be empty. */
  readonly name: string;
  /** Absolute offset of its record. */
  readonly offset: number;
  /** Bytes of its record, tag included. */
  readonly bytes: number;
  /** In file order, preliminary configurations included. */
  readonly contexts: readonly ContextRow[];
}

/** What points to words after the message: a context through one of its channels, or a resource. */
export interface WordOwner {
  /** What points to them. */
  readonly kind: 'context' | 'preliminary' | 'resource';
  /** Path of the context or resource. */
  readonly path: string;
  /** Of a resource; otherwise empty. */
  readonly name: string;
  /** Of the configuration; null of a resource. */
  readonly channel: number | null;
  /** How often it points there. */
  readonly writes: number;
  /** All that it points to. */
  readonly bytes: number;
  /** Those of them that are there, and that nothing before it points to. */
  readonly own: number;
  /** Absolute, of the first of its own bytes; -1 where it has none. */
  readonly offset: number;
}

/** The configuration words after the message. */
export interface WordsRow {
  /** As far as they are there. */
  readonly bytes: number;
  /** Those that something points to: what the owners have. The rest is fill between them. */
  readonly claimed: number;
  /** Of all owners together. */
  readonly writes: number;
  /** In the order of the message. */
  readonly owners: readonly WordOwner[];
  /** Whether there are more owners or stretches than are told apart. */
  readonly isCut: boolean;
}

/** What is broken, and where. */
export interface WireFault {
  /** As validation has it. */
  readonly code: string;
  /** Absolute. */
  readonly offset: number;
  /** The message in which it was noticed. */
  readonly path: string;
  /** What is wrong, in a line. */
  readonly message: string;
}

/** What a file's bytes are, in classes that do not overlap. */
export interface FileStats {
  /** Bytes of the file. */
  readonly size: number;
  /** What is around the message. */
  readonly container: {
    /** What the file is. */
    readonly framing: 'bare' | 'framed';
    /** Container version; null of a bare message. */
    readonly version: number | null;
  };
  /** Parts of the file: of a framed one its header, message, padding, configuration words, … They add up to `size`. */
  readonly sections: readonly {
    /** `header`, `message`, `padding`, `ccws`, `additional-info` or `trailing`. */
    readonly name: string;
    /** Those that are there. */
    readonly bytes: number;
  }[];
  /** What the message is made of. They add up to its section. */
  readonly classes: readonly {
    /** What the bytes are. */
    readonly name: ByteClass;
    /** How many. */
    readonly bytes: number;
  }[];
  /** Message types, those with most bytes of their own first. */
  readonly types: readonly TypeRow[];
  /** Fields, those with most bytes of their own first. */
  readonly fields: readonly FieldRow[];
  /** All network groups. */
  readonly groupCount: number;
  /** With preliminary configurations. */
  readonly contextCount: number;
  /** At most 256, with at most 4,096 contexts in all. */
  readonly groups: readonly GroupRow[];
  /** Of the whole file, by kind, actions with tag and length. */
  readonly actions: readonly Share[];
  /** Of the whole file, by kind, with tag and length. */
  readonly triggers: readonly Share[];
  /** Of the whole file, by kind. */
  readonly blobs: readonly BlobRow[];
  /** What the words after the message are for; null where there are none. */
  readonly words: WordsRow | null;
  /** Undefined where blobs were not read. */
  readonly duplicates: BlobComparison | null;
  /** What cannot be read; at most 20 of them. */
  readonly problems: readonly WireFault[];
  /** All places that cannot be read. */
  readonly problemCount: number;
}

/** What a byte of a message is. */
export type ByteClass =
  | 'tags and lengths'
  | 'numbers'
  | 'strings'
  | 'blobs'
  | 'unknown fields'
  | 'unreadable';
