import type { Source } from '../../base/source/source.js';
import { MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { FIRST_READ, HOP_READ, MIN_HOP, MIN_WINDOW_SIZE, WINDOW_SIZE } from './limits.js';
import { DONE, type Scanner } from './scanner.js';

/**
 * Receives every byte of the source once, in order: for a checksum. The bytes are valid during the call only.
 */
export type Tap = (bytes: Uint8Array) => void;

export interface DriveOptions {
  /**
   * Size of the window in bytes (default WINDOW_SIZE). The window grows for a record that must be whole in a
   * window.
   */
  readonly windowSize?: number | undefined;
  /** Receives all bytes from `tapFrom` on as they are read. With a tap, no bytes are skipped. */
  readonly tap?: Tap;
  readonly tapFrom?: number;
}

const NO_BYTES = new Uint8Array(0);

/** Value in place of the number of bytes, if there was no read. */
export const NO_READ = -1;

/**
 * The window through which a scanner sees a source. The window moves past bytes that the scanner skips. A
 * plain loop with its state in variables makes one small read after each blob. A generator needs a view and a
 * request for each read, which took half as long as the read's system call.
 */
export class Windows {
  #size = WINDOW_SIZE;
  #end = 0;
  #tap: Tap | undefined;
  #buffer: Uint8Array = NO_BYTES;
  /** Buffer for the first read after a blob. */
  #landing: Uint8Array = NO_BYTES;

  // State of the loop. The state is only saved to wait for the source.
  /** Absolute offset of the buffer's first byte, and the number of bytes filled. */
  #base = 0;
  #filled = 0;
  /** Minimum number of bytes to read into the buffer at a time. */
  #chunk = 0;
  /** True if the buffer's content reaches the end. */
  #last = false;
  /** Number of bytes requested by the pending read. */
  #asked = 0;

  /** @param end absolute offset where the message's bytes end at the latest; infinite when not known */
  start(scanner: Scanner, end: number, options: DriveOptions): void {
    const base = options.tapFrom ?? scanner.position;
    this.#size = Math.max(options.windowSize ?? WINDOW_SIZE, MIN_WINDOW_SIZE);
    this.#end = end;
    this.#tap = options.tap;
    this.#base = base;
    this.#filled = 0;
    this.#chunk = Math.min(this.#size, FIRST_READ);
    this.#last = base >= end;
    this.#make(scanner, Math.min(this.#size, Math.max(end - base, 0)) + MAX_HEAD_BYTES);
  }

  release(): void {
    this.#tap = undefined;
    this.#buffer = NO_BYTES;
    this.#landing = NO_BYTES;
  }

  /**
   * Continues while the source answers at once.
   * @param read result of the read that was waited for, or NO_READ
   * @returns a read to wait for; undefined when the scan is over
   */
  run(scanner: Scanner, source: Source, read: number): Promise<number> | undefined {
    const size = this.#size;
    const end = this.#end;
    const tap = this.#tap;
    let buffer = this.#buffer;
    let base = this.#base;
    let filled = this.#filled;
    let chunk = this.#chunk;
    let last = this.#last;
    let asked = this.#asked;
    let keep = scanner.keep;
    let wanted = scanner.wanted + (scanner.position - keep);
    for (;;) {
      if (read >= 0) {
        tap?.(buffer.subarray(filled, filled + read));
        if (base < keep) base += read;
        else filled += read;
        last = read < asked || base + filled >= end;
      }
      if (!last && base < keep) {
        // Only the tap needs these bytes.
        asked = Math.min(keep - base, end - base, buffer.length - MAX_HEAD_BYTES);
      } else if (!last && filled < wanted) {
        const room = buffer.length - MAX_HEAD_BYTES - filled;
        asked = Math.min(Math.max(chunk, wanted - filled), room, end - base - filled);
      } else {
        if (last) {
          // The stream ended within skipped bytes. Only the stream knows the position of its end.
          if (filled === 0) base = Math.min(base, end, source.size ?? base);
          buffer.fill(0, filled, filled + MAX_HEAD_BYTES);
        }
        if (scanner.run(buffer, base, filled, last) === DONE || last) return undefined;
        // The window moves to the first byte that is still needed.
        keep = scanner.keep;
        const behind = keep - base;
        const isHop = tap === undefined && behind - filled >= MIN_HOP;
        chunk = isHop ? this.#landing.length : Math.min(chunk * 4, size);
        if (behind < filled) {
          if (behind > 0) buffer.copyWithin(0, behind, filled);
          filled -= behind;
          base = keep;
        } else {
          base = tap === undefined ? Math.min(keep, end) : base + filled;
          filled = 0;
        }
        last = base + filled >= end;
        wanted = scanner.wanted + (scanner.position - keep);
        if (wanted + MAX_HEAD_BYTES > buffer.length) {
          this.#make(scanner, wanted + 2 * MAX_HEAD_BYTES);
          buffer = this.#buffer;
        }
        read = NO_READ;
        continue;
      }
      const landing = this.#landing;
      const target =
        filled === 0 && asked === landing.length ? landing : buffer.subarray(filled, filled + asked);
      const answer = source.read(base + filled, target);
      if (typeof answer !== 'number') {
        this.#base = base;
        this.#filled = filled;
        this.#chunk = chunk;
        this.#last = last;
        this.#asked = asked;
        return answer;
      }
      read = answer;
    }
  }

  /**
   * Makes a buffer that begins with the bytes of the previous buffer. The accelerator's memory already has
   * these bytes.
   */
  #make({ accelerator }: Scanner, size: number): void {
    const before = this.#buffer;
    if (accelerator === undefined) {
      this.#buffer = new Uint8Array(size);
      this.#buffer.set(before);
    } else {
      this.#buffer = accelerator.window(size);
    }
    this.#landing = this.#buffer.subarray(0, Math.min(HOP_READ, size - MAX_HEAD_BYTES));
  }
}
