import { ProtomdlError } from '../../base/diagnostics/error.js';
import { requireAll, type Source } from '../../base/source/source.js';
import type { Outline } from '../outline/outline.js';
import { type Store, Window } from './window.js';

/** The outline of a message whose source is asynchronous or can be read only once. */
export class OutlineStore implements Store {
  declare cutAt?: number | undefined;
  declare maxText?: number | undefined;

  constructor(private readonly outline: Outline) {}

  window(offset: number, need: number): Window {
    const stretch = this.outline.stretch(offset, need);
    if (stretch === undefined) throw new Error(`bytes at offset ${offset} were not kept`); // this would be a bug of this library
    return new Window(this, stretch.bytes, stretch.base);
  }

  async load(offset: number, target: Uint8Array): Promise<void> {
    requireAll(await this.outline.readFile(offset, target), target.length, offset);
  }

  peek(offset: number, length: number): Uint8Array | undefined {
    const stretch = this.outline.stretch(offset, length);
    return stretch?.bytes.subarray(offset - stretch.base, offset - stretch.base + length);
  }
}

/**
 * Size of the first read after a jump. The next record's head is enough for the next jump: with blobs of 13
 * KB, 2 % of the file is read.
 */
const MIN_READ = 256;

/** Maximum size of a read ahead. Twice this size did not speed up dense files. */
const MAX_READ = 32 * 1024;

/** Maximum gap in bytes between sequential reads. Longer gaps are blobs. */
const MAX_GAP = 1024;

/** Number of windows kept, at most 2 MiB: enough to return to the groups and contexts around a position. */
const MAX_WINDOWS = 64;

/**
 * Windows on a random-access source that answers at once: small windows while blobs are skipped, larger
 * windows during sequential reading. Each window begins at the requested byte, so that a request never needs
 * bytes from two windows.
 */
export class PagedStore implements Store {
  declare cutAt?: number | undefined;
  declare maxText?: number | undefined;
  /** Most recently used first. */
  readonly #windows: Window[] = [];
  #nextRead = MIN_READ;
  #lastEnd = -1;

  /** @param end end of the message: nothing after it is read */
  constructor(
    readonly source: Source,
    readonly end: number,
  ) {}

  window(offset: number, need: number): Window {
    const windows = this.#windows;
    for (let i = 0; i < windows.length; i++) {
      const window = windows[i] as Window;
      if (offset < window.base || offset + need > window.base + window.length) continue;
      if (i > 0) {
        windows.splice(i, 1);
        windows.unshift(window);
      }
      return window;
    }
    const window = this.#read(offset, need);
    // A window larger than any read ahead holds one long string, and is too large to keep.
    if (window.length > MAX_READ) return window;
    windows.unshift(window);
    if (windows.length > MAX_WINDOWS) windows.pop();
    return window;
  }

  async load(offset: number, target: Uint8Array): Promise<void> {
    requireAll(await this.source.read(offset, target), target.length, offset);
  }

  peek(offset: number, length: number): Uint8Array {
    const target = new Uint8Array(length);
    this.#readNow(offset, target);
    return target;
  }

  #read(offset: number, need: number): Window {
    // If the last window cut off a record, this read begins shortly before the window's end, so that the gap
    // is negative.
    const gap = offset - this.#lastEnd;
    const goesOn = this.#lastEnd >= 0 && gap <= MAX_GAP && gap >= -MAX_GAP;
    this.#nextRead = goesOn ? Math.min(this.#nextRead * 2, MAX_READ) : MIN_READ;
    const length = Math.max(need, Math.min(this.#nextRead, this.end - offset));
    const bytes = new Uint8Array(length);
    this.#readNow(offset, bytes);
    this.#lastEnd = offset + length;
    return new Window(this, bytes, offset);
  }

  #readNow(offset: number, target: Uint8Array): void {
    const count = this.source.read(offset, target);
    if (typeof count !== 'number') {
      count.catch(() => {}); // the result is no longer needed
      const text = 'a source that answered at once does not any more';
      throw new ProtomdlError('source-not-synchronous', text, offset);
    }
    requireAll(count, target.length, offset);
  }
}
