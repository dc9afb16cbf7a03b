import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import { MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import type { HeldMessage } from '../../read/outline/held-message.js';
import type { TapeWindow } from '../../read/outline/kept-window.js';
import { MAX_OUTLINE_BYTES } from '../../read/outline/outline.js';
import { SparseBytes } from '../../read/outline/sparse.js';

const MAX_READ = 256 * 1024;
/** Size of the first read, and of the first read after a jump: usually only the next head is needed. */
const FIRST_READ = 4096;
const JUMP_READ = 512;

/**
 * The part of a stream that a tape sees, for lines of an endless pipe: an outline would hold everything before
 * the first line, without the blobs, which cannot be read later. Call `fill` before each step of the tape.
 */
export class StreamWindow implements TapeWindow {
  bytes: Uint8Array = new Uint8Array(0);
  base = 0;
  filled = 0;
  safe = 0;
  last = false;
  existing = Number.POSITIVE_INFINITY;
  // The bytes that were read last. The tape may still see older bytes, which are therefore not overwritten.
  #buffer = new Uint8Array(MAX_HEAD_BYTES);
  #at: number;
  #length = 0;
  #isLast = false;
  #ahead = FIRST_READ;

  constructor(
    private readonly source: Source,
    from: number,
    private readonly end: number,
  ) {
    this.#at = from;
    this.show(from);
  }

  /** Only the end of a stream shows its size. */
  get sourceEnd(): number {
    return this.last ? (this.source.size ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  }

  show(offset: number): void {
    const start = Math.min(offset - this.#at, this.#length);
    // Past the bytes that were read, the end of the stream is not known before the next read.
    const isRead = offset - this.#at <= this.#length;
    this.bytes = this.#buffer.subarray(start);
    this.base = offset;
    this.filled = this.#length - start;
    this.last = isRead ? this.#isLast : offset >= this.end;
    this.safe = this.last ? this.filled : Math.max(0, this.filled - MAX_HEAD_BYTES);
    this.existing = this.last ? this.filled : Number.POSITIVE_INFINITY;
  }

  /** Reads until `need` bytes from an offset on are available, or until the end. */
  fill(offset: number, need = MAX_HEAD_BYTES + 1): Promise<void> | undefined {
    const end = this.#at + this.#length;
    return offset + need <= end || (this.#isLast && offset <= end) ? undefined : this.#read(offset, need);
  }

  /**
   * Returns a message of the stream, with its blobs.
   * @throws ProtomdlError `model-too-large`
   */
  async message(offset: number, length: number): Promise<HeldMessage> {
    if (length > MAX_OUTLINE_BYTES) {
      const text = `a line of ${length} bytes; the most of a stream are ${MAX_OUTLINE_BYTES}: name the file`;
      throw new ProtomdlError('model-too-large', text, offset);
    }
    await this.fill(offset, length + MAX_HEAD_BYTES);
    const { size = Number.POSITIVE_INFINITY } = this.source;
    const from = offset - this.#at;
    const isShort = offset + length > size;
    return {
      message: new SparseBytes(this.#buffer),
      from,
      to: from + Math.min(length, size - offset),
      origin: { offsetOf: (position) => position - from + offset },
      entersTail: isShort,
      isShort,
    };
  }

  async #read(offset: number, need: number): Promise<void> {
    const kept = this.#buffer.subarray(Math.min(offset - this.#at, this.#length), this.#length);
    if (kept.length === 0 && offset > this.#at + this.#length) this.#ahead = JUMP_READ;
    const room = Math.max(need, kept.length + this.#ahead);
    this.#buffer = new Uint8Array(room + MAX_HEAD_BYTES);
    this.#buffer.set(kept);
    this.#at = offset;
    this.#length = kept.length;
    const wanted = Math.min(room, this.end - offset) - kept.length;
    const read = wanted > 0 ? await this.source.read(offset + kept.length, this.#target(wanted)) : 0;
    this.#length += read;
    this.#isLast = read < wanted || offset + this.#length >= this.end;
    this.#ahead = Math.min(this.#ahead * 4, MAX_READ);
  }

  #target(wanted: number): Uint8Array {
    return this.#buffer.subarray(this.#length, this.#length + wanted);
  }
}
