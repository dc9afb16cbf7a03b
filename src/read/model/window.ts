import { SMALL_PAYLOAD } from '../outline/load.js';

/**
 * Byte access for views. Positions inside a window stay small integers and the window's offset in the file is
 * stored separately: a field that has ever held a double is slower for all its readers.
 */

/**
 * A stretch of bytes held in memory. The bytes never change, and stay valid after the cache has dropped the
 * window.
 */
export class Window {
  /**
   * @param store provides bytes outside of this window
   * @param bytes a plain Uint8Array
   * @param base absolute offset of `bytes[0]`
   * @param length size of `bytes`; for a PAGED part, size of the payload, whose bytes are elsewhere
   */
  constructor(
    readonly store: Store,
    readonly bytes: Uint8Array,
    readonly base: number,
    readonly length: number = bytes.length,
  ) {}
}

/** Synchronous access to a message's bytes by absolute offset, and asynchronous access to its blobs. */
export interface Store {
  /**
   * End of the available bytes, if a truncated message should be read up to this offset: open messages end at
   * the cut, and other divided records are left out.
   */
  cutAt?: number | undefined;
  /**
   * Maximum number of bytes to decode of a string; longer strings are cut at this limit, and end with `…`.
   */
  maxText?: number | undefined;
  /**
   * Returns bytes `[offset, offset + need)` in one piece, with surrounding bytes that cost nothing extra.
   * @throws ProtomdlError with a `source-*` code
   */
  window(offset: number, need: number): Window;
  /**
   * Fills `target` from `offset` on, even if the source does not answer at once. Rejects with a `source-*`
   * code.
   */
  load(offset: number, target: Uint8Array): Promise<void>;
  /**
   * Returns up to `length` bytes from `offset` on that are available at once; undefined if no bytes are
   * available.
   */
  peek(offset: number, length: number): Uint8Array | undefined;
}

export const NO_BYTES = new Uint8Array(0);

/** The store of windows that contain all bytes of their messages. It is never asked for bytes. */
export const NO_STORE: Store = {
  window: (offset) => new Window(NO_STORE, NO_BYTES, offset),
  load: () => Promise.resolve(),
  peek: () => undefined,
};

/** Value of `Part.end` for a payload that is not completely in memory. */
export const PAGED = -1;

/**
 * The payload of one record, and the payloads that merge into it: a repeated occurrence of a singular message
 * adds its fields to the fields of earlier occurrences, and may lie anywhere.
 */
export class Part {
  // `declare` is used here and in subclasses, because assigning fields costs less than defining and assigning
  // them.
  /** @internal Contains the payload at `[start, end)`, or gives access to it when `end` is PAGED. */
  declare window: Window;
  /** @internal */
  declare start: number;
  /** @internal */
  declare end: number;
  /** @internal Bytes of tag and length before the payload; 0 for a whole message. */
  declare head: number;
  /** @internal */
  declare next: Part | null;

  constructor(window: Window, start: number, end: number, head: number, next: Part | null) {
    this.window = window;
    this.start = start;
    this.end = end;
    this.head = head;
    this.next = next;
  }
}

export function partOffset(part: Part): number {
  return part.window.base + part.start;
}

export function partLength(part: Part): number {
  return part.end === PAGED ? part.window.length : part.end - part.start;
}

/** Brings a small payload into memory; views read larger payloads record by record. */
export function loadSmall(part: Part): void {
  if (part.end !== PAGED) return;
  const { store, base, length } = part.window;
  if (length > SMALL_PAYLOAD) return;
  part.window = length === 0 ? new Window(store, NO_BYTES, base) : store.window(base, length);
  part.start = base - part.window.base;
  part.end = part.start + length;
}
