import type { Report } from '../../base/diagnostics/diagnostic.js';
import type { Scanner } from './scanner.js';

/** A record that the plan does not open. Offsets are absolute. */
export interface OpaqueRecord {
  readonly path: string;
  /** Start of the record, tag included. */
  readonly offset: number;
  readonly payload: number;
  readonly end: number;
  /** Number of levels around the record. */
  readonly depth: number;
}

/** A string that the plan requests. Offsets are absolute. */
export interface TextRecord {
  readonly entry: number;
  readonly path: string;
  /** The record, tag included. */
  readonly offset: number;
  readonly length: number;
  /** First bytes of the string, at most MAX_TEXT, at `[start, end)`; valid during the call only. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly byteLength: number;
}

/** Callbacks of a scan. Calls come in file order; the scanner's frames are valid during the call. */
export interface ScanHandler {
  /** Receives the wire-level findings. */
  readonly report: Report;
  /**
   * Called at the end of an element, if the plan announces it or it is suspect (a kept value, a missing
   * required field, a field without its companion, a oneof with several members). `scanner.incomplete` is
   * true if part of the element could not be read: fields that seem missing may be in that part.
   */
  leave(scanner: Scanner): void;
  /**
   * Called at the end of a retained record; `bytes[start, end)` is its payload, valid during the call only.
   */
  record?(scanner: Scanner, bytes: Uint8Array, start: number, end: number): void;
  /** Receives a string that the plan requests, before the whole string is checked for UTF-8. */
  text?(scanner: Scanner, record: TextRecord): void;
  /**
   * Receives a number that the plan emits. `spanOf(entry)` is the number's record, and the current frame is
   * the message.
   * @param again true if the message had a value before, which the new value replaces
   */
  value?(scanner: Scanner, entry: number, value: number, again: boolean): void;
  /**
   * Called if a value in a set was overwritten, or if a field appeared after its absence had been counted:
   * the set may then contain a value that is not in a parser's result.
   */
  replaced?(set: number): void;
  /**
   * Receives the first bytes of a blob that the plan requests, in `bytes` from `start` on: BLOB_HEAD bytes,
   * or all of a blob whose `length` is smaller (fewer only at the end of the source). The bytes are valid
   * during the call.
   * @returns true to announce the surrounding element
   */
  head?(scanner: Scanner, entry: number, bytes: Uint8Array, start: number, length: number): boolean;
  /** Called after an opaque record was skipped. */
  opaque?(scanner: Scanner, record: OpaqueRecord): void;
  /**
   * Receives the span of a record whose field the schema does not know. Without this callback, such fields
   * are only counted.
   */
  unknown?(scanner: Scanner, number: number, wireType: number, offset: number, length: number): void;
}
