import type { BlobComparison } from './blob-hashes.js';

/** A number of counted items with their size. */
export interface Share {
  /** Name of the items: `enable_lcu`. */
  readonly name: string;
  /** Number of items. */
  readonly count: number;
  /** Size of the items' records in bytes. */
  readonly bytes: number;
}

/**
 * A message type. The `own` bytes of all types, together with unknown and unreadable bytes, add up to the
 * message's size.
 */
export interface TypeRow {
  /** Name in the schema: `ProtoMDLAction`. */
  readonly type: string;
  /** Number of records: a message in two parts counts twice. */
  readonly count: number;
  /** Size of the type's fields without nested messages. */
  readonly own: number;
  /** Size with nested messages; among nested messages of the same type, only the outermost counts. */
  readonly total: number;
  /** Unknown fields in messages of the type. */
  readonly unknown: {
    /** Number of fields. */
    readonly count: number;
    /** Size of the fields' records in bytes. */
    readonly bytes: number;
  };
  /** Number of bytes outside of records, in messages of the type. */
  readonly unreadable: number;
}

/** A field of a message type. */
export interface FieldRow {
  /** Name of the field: `ProtoMDLAction.enable_lcu`. */
  readonly field: string;
  /** Field number in the schema. */
  readonly number: number;
  /** Content of the field's records. */
  readonly kind: 'message' | 'number' | 'string' | 'bytes';
  /** Number of records; a packed list is one record. */
  readonly count: number;
  /** Size of the field's records; for a message only tag and length. */
  readonly own: number;
  /** Size of the field's records, nested messages included. */
  readonly total: number;
}

/** Blobs of one size class. */
export interface SizeRow {
  /** Smallest size of the class, in bytes. */
  readonly from: number;
  /** Largest size of the class, in bytes. */
  readonly to: number;
  /** Number of blobs. */
  readonly count: number;
  /** Size of the blobs' contents in bytes. */
  readonly bytes: number;
}

/** Blobs of one kind: of an action (`write_data_ccw`), or `mapping`. */
export interface BlobRow {
  /** The kind of action with these blobs, or `mapping`. */
  readonly name: string;
  /** Number of blobs. */
  readonly count: number;
  /** Size of the blobs' contents, without tags and lengths. */
  readonly bytes: number;
  /** Blobs by size class, without empty classes. */
  readonly sizes: readonly SizeRow[];
}

/** A context, or a preliminary configuration. */
export interface ContextRow {
  /** A context, or a preliminary configuration. */
  readonly kind: 'context' | 'preliminary';
  /** Schema names with indices. */
  readonly path: string;
  /** The compiler's name; may be empty. */
  readonly name: string;
  /** Absolute offset of the context's record; `bytes` is the size of the whole record. */
  readonly offset: number;
  /** Size of the record in bytes, tag included. */
  readonly bytes: number;
  /** Number of operations. */
  readonly operations: number;
  /** Actions by kind, with the most bytes first. */
  readonly actions: readonly Share[];
  /** Triggers of the context's operations. */
  readonly triggers: readonly Share[];
  /** Inputs and outputs of the context. */
  readonly edgeLayers: {
    /** Number of edge layers. */
    readonly count: number;
    /** Size of the edge layers' records in bytes. */
    readonly bytes: number;
  };
  /** Expected order of triggers. */
  readonly triggerOrder: {
    /** Number of entries. */
    readonly count: number;
    /** Size of the entries' records in bytes. */
    readonly bytes: number;
  };
  /** Blobs by kind. */
  readonly blobs: readonly BlobRow[];
  /**
   * Size of the configuration words that it writes: `write_data_ccw` in the message, and `words` after the
   * message.
   */
  readonly configurationBytes: number;
  /** Writes of words after the message, including words that other contexts point to as well. */
  readonly words: {
    /** Number of writes. */
    readonly count: number;
    /** Number of bytes that the writes point to. */
    readonly bytes: number;
  };
}

/** A network group. */
export interface GroupRow {
  /** `network_groups[0]`. */
  readonly path: string;
  /** The compiler's name; may be empty. */
  readonly name: string;
  /** Absolute offset of the group's record. */
  readonly offset: number;
  /** Size of the group's record in bytes, tag included. */
  readonly bytes: number;
  /** Contexts in file order, preliminary configurations included. */
  readonly contexts: readonly ContextRow[];
}

/** An owner of words after the message: a context through one of its channels, or a resource. */
export interface WordOwner {
  /** Kind of the owner. */
  readonly kind: 'context' | 'preliminary' | 'resource';
  /** Path of the context or resource. */
  readonly path: string;
  /** Name of a resource; otherwise empty. */
  readonly name: string;
  /** Configuration channel; null for a resource. */
  readonly channel: number | null;
  /** Number of pointers. */
  readonly writes: number;
  /** Number of bytes that the owner points to. */
  readonly bytes: number;
  /** Number of existing bytes that no earlier owner points to. */
  readonly own: number;
  /** Absolute offset of the first of the owner's own bytes; -1 without own bytes. */
  readonly offset: number;
}

/** The configuration words after the message. */
export interface WordsRow {
  /** Number of existing bytes. */
  readonly bytes: number;
  /** Number of bytes with an owner. The remaining bytes are fill. */
  readonly claimed: number;
  /** Number of writes of all owners. */
  readonly writes: number;
  /** Owners in the order of the message. */
  readonly owners: readonly WordOwner[];
  /** True if the owners or stretches exceed the limit. */
  readonly isCut: boolean;
}

/** A breakage and its position. */
export interface WireFault {
  /** The code that validation uses. */
  readonly code: string;
  /** Absolute offset. */
  readonly offset: number;
  /** Path of the message in which the breakage was found. */
  readonly path: string;
  /** Description in one line. */
  readonly message: string;
}

/** The bytes of a file, divided into classes that do not overlap. */
export interface FileStats {
  /** Size of the file in bytes. */
  readonly size: number;
  /** Container of the message. */
  readonly container: {
    /** Framing of the file. */
    readonly framing: 'bare' | 'framed';
    /** Container version; null for a bare message. */
    readonly version: number | null;
  };
  /**
   * Parts of the file: for a framed file its header, message, padding, configuration words, … They add up to
   * `size`.
   */
  readonly sections: readonly {
    /** `header`, `message`, `padding`, `ccws`, `additional-info` or `trailing`. */
    readonly name: string;
    /** Number of existing bytes. */
    readonly bytes: number;
  }[];
  /** Classes of the message's bytes, which add up to the message's section. */
  readonly classes: readonly {
    /** Name of the class. */
    readonly name: StatsByteClass;
    /** Number of bytes. */
    readonly bytes: number;
  }[];
  /** Message types, sorted by the number of their own bytes, largest first. */
  readonly types: readonly TypeRow[];
  /** Fields, sorted by the number of their own bytes, largest first. */
  readonly fields: readonly FieldRow[];
  /** Number of all network groups. */
  readonly groupCount: number;
  /** Number of contexts, preliminary configurations included. */
  readonly contextCount: number;
  /** The first network groups: at most 256, with at most 4,096 contexts in all. */
  readonly groups: readonly GroupRow[];
  /** Actions of the whole file by kind, tag and length included. */
  readonly actions: readonly Share[];
  /** Triggers of the whole file by kind, tag and length included. */
  readonly triggers: readonly Share[];
  /** Blobs of the whole file by kind. */
  readonly blobs: readonly BlobRow[];
  /** Owners of the words after the message; null if there are no words. */
  readonly words: WordsRow | null;
  /** Blobs that occur more than once; null if blobs were not read. */
  readonly duplicates: BlobComparison | null;
  /** The first 20 unreadable places. */
  readonly problems: readonly WireFault[];
  /** Number of all unreadable places. */
  readonly problemCount: number;
}

/** Class of a byte in a message. */
export type StatsByteClass =
  | 'tags and lengths'
  | 'numbers'
  | 'strings'
  | 'blobs'
  | 'unknown fields'
  | 'unreadable';
