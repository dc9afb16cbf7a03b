import type { Report } from '../../base/diagnostics/diagnostic.js';
import type { Scanner } from './scanner.js';

/** A record that the plan leaves closed. Offsets are absolute. */
export interface OpaqueRecord {
  readonly path: string;
  /** Start of the record, tag included. */
  readonly offset: number;
  readonly payload: number;
  readonly end: number;
  /** Levels around it. */
  readonly depth: number;
}

/** A string that the plan wants. Offsets are absolute. */
export interface TextRecord {
  readonly entry: number;
  readonly path: string;
  /** The record, tag included. */
  readonly offset: number;
  readonly length: number;
  /** Its first bytes, at most MAX_TEXT, at `[start, end)`; valid during the call only. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Total length in bytes. */
  readonly byteLength: number;
}

/** Callbacks of a scan. Calls come in file order; the scanner's frames are valid during the call. */
export interface ScanHandler {
  /** Takes the wire-level findings. */
  readonly report: Report;
  /**
   * An element ends: one that the plan wants announced, or a suspect one (a kept value, a missing need, a
   * field without its companion, a oneof with several members). `scanner.incomplete` is true if part of the
   * element could not be read: fields that seem missing may be in that part.
   */
  leave(scanner: Scanner): void;
  /** A record to retain ends; `bytes[start, end)` is its payload, valid during the call only. */
  record?(scanner: Scanner, bytes: Uint8Array, start: number, end: number): void;
  /** A string that the plan wants is in the window; it may still turn out not to be UTF-8. */
  text?(scanner: Scanner, record: TextRecord): void;
  /**
   * A number that the plan wants emitted. Its record is that of `spanOf(entry)`, its message the current frame.
   * @param again true if the message had a value before, which this one replaces
   */
  value?(scanner: Scanner, entry: number, value: number, again: boolean): void;
  /**
   * A value in a set was overwritten, or a field appeared whose absence had been counted: the set may contain
   * a value that a parser would not end up with.
   */
  replaced?(set: number): void;
  /**
   * The first bytes of a blob that the plan wants shown: those of `bytes` from `start` on, BLOB_HEAD of them or
   * all `length` that there are (fewer only where the source ends); valid during the call.
   * @returns true if the surrounding element is to be announced
   */
  head?(scanner: Scanner, entry: number, bytes: Uint8Array, start: number, length: number): boolean;
  /** An opaque record was skipped. */
  opaque?(scanner: Scanner, record: OpaqueRecord): void;
  /** A field that the schema does not know. The span covers the record. Without this they are only counted. */
  unknown?(scanner: Scanner, number: number, wireType: number, offset: number, length: number): void;
}
