import type { ReusableHasher } from '../../base/container/checksum.js';
import { createHasher } from '../../base/container/hashers.js';
import { COMPACT, type Layout, TEXTPROTO } from './notation.js';
import type { TextBuffer } from './text-buffer.js';

/**
 * Representation of bytes in text: only the length (`elide`), the length and a hash (`hash`), hexadecimal
 * (`hex`), the form's own notation (`base64`), or the name of a file that holds the bytes (`file`).
 */
export type BytesMode = 'elide' | 'hash' | 'hex' | 'base64' | 'file';

/** All representations of bytes. */
export const BYTES_MODES: readonly BytesMode[] = ['elide', 'hash', 'hex', 'base64', 'file'];

/** True if a dump in this mode can be assembled again. */
export function isComplete(mode: BytesMode): boolean {
  return mode === 'base64' || mode === 'hex' || mode === 'file';
}

/** Storage for the bytes of the mode `file`. Equal bytes get the same name. */
export interface BlobStore {
  /** Keeps a blob that is in memory. @returns the blob's name */
  put(bytes: Uint8Array): string;
  /** Begins a blob that arrives in pieces; `end` returns its name. */
  begin(): {
    /** Adds the next bytes. */
    write(chunk: Uint8Array): void;
    /** Ends the blob. Returns its name. */
    end(): string;
  };
}

/**
 * Values up to this size are printed in every mode: a hash with its length would be longer and less useful.
 * The notation stays unambiguous, because omitted bytes are never written as a string.
 */
export const INLINE_BYTES = 32;

/** Writes bytes values in one mode and layout. */
export class BlobPrinter {
  readonly #space: string;

  private constructor(
    readonly mode: BytesMode,
    private readonly layout: Layout,
    private readonly hasher: ReusableHasher | undefined,
    private readonly store: BlobStore | undefined,
  ) {
    this.#space = layout === COMPACT ? '' : ' ';
  }

  /** @throws Error for `file` without a store: a bug in the caller */
  static async open(mode: BytesMode, layout: Layout, store?: BlobStore): Promise<BlobPrinter> {
    if (mode === 'file' && store === undefined) throw new Error('bytes in files need a store');
    return new BlobPrinter(mode, layout, mode === 'hash' ? await createHasher('xxh3') : undefined, store);
  }

  reads(length: number): boolean {
    return this.mode !== 'elide' || length <= INLINE_BYTES;
  }

  value(out: TextBuffer, bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (this.mode === 'base64' || (length <= INLINE_BYTES && this.mode !== 'hex')) {
      if (this.layout === TEXTPROTO) {
        out.octalString(bytes, from, to);
        return;
      }
      out.byte(0x22);
      out.base64(bytes, from, to);
      out.byte(0x22);
    } else if (this.mode === 'hex') {
      this.#hexBegins(out);
      if (this.layout === TEXTPROTO) out.hexEscapes(bytes, from, to);
      else out.hex(bytes, from, to);
      this.#hexEnds(out);
    } else if (this.mode === 'file') {
      this.#file(out, (this.store as BlobStore).put(bytes.subarray(from, to)), length);
    } else {
      this.#leftOut(out, length, this.#hash(bytes.subarray(from, to)));
    }
  }

  /** Writes a blob whose bytes are not read or are missing. */
  withoutBytes(out: TextBuffer, length: number): void {
    this.#leftOut(out, length, undefined);
  }

  /**
   * Writes a blob that arrives in pieces and is longer than `INLINE_BYTES`.
   * @param length called after all pieces have arrived
   * @param flush writes out the content of `out`, so that the buffer does not grow
   */
  async stream(
    out: TextBuffer,
    length: () => number,
    chunks: (take: (chunk: Uint8Array) => void | Promise<void>) => Promise<boolean>,
    flush: () => void | Promise<void>,
  ): Promise<boolean> {
    if (this.mode === 'hash') {
      const hasher = this.hasher as ReusableHasher;
      hasher.init();
      const whole = await chunks((chunk) => void hasher.update(chunk));
      this.#leftOut(out, length(), hasher.digest('hex'));
      return whole;
    }
    if (this.mode === 'elide') {
      const whole = await chunks(() => {});
      this.#leftOut(out, length(), undefined);
      return whole;
    }
    if (this.mode === 'file') {
      const file = (this.store as BlobStore).begin();
      let there = 0;
      const whole = await chunks((chunk) => {
        there += chunk.length;
        file.write(chunk);
      });
      this.#file(out, file.end(), there);
      return whole;
    }
    return this.spelled(out, this.mode === 'hex', chunks, flush);
  }

  /** Writes bytes that arrive in pieces, in hexadecimal or in the form's own notation. */
  async spelled(
    out: TextBuffer,
    isHex: boolean,
    chunks: (take: (chunk: Uint8Array) => void | Promise<void>) => Promise<boolean>,
    flush: () => void | Promise<void>,
  ): Promise<boolean> {
    if (isHex) this.#hexBegins(out);
    else out.byte(0x22);
    const isText = this.layout === TEXTPROTO;
    // Base64 can only be continued at multiples of three bytes.
    const left = new Uint8Array(3);
    let count = 0;
    const whole = await chunks(async (chunk) => {
      for (let at = 0; at < chunk.length; at += PIECE) {
        const to = Math.min(chunk.length, at + PIECE);
        if (isHex) isText ? out.hexEscapes(chunk, at, to) : out.hex(chunk, at, to);
        else if (isText) out.octal(chunk, at, to);
        else {
          let from = at;
          while (count > 0 && count < 3 && from < to) left[count++] = chunk[from++] as number;
          if (count === 3) {
            out.base64(left, 0, 3);
            count = 0;
          }
          const end = from + Math.floor((to - from) / 3) * 3;
          out.base64(chunk, from, end);
          for (let i = end; i < to; i++) left[count++] = chunk[i] as number;
        }
        const waiting = flush();
        if (waiting !== undefined) await waiting;
      }
    });
    out.base64(left, 0, isText ? 0 : count);
    if (isHex) this.#hexEnds(out);
    else out.byte(0x22);
    return whole;
  }

  #hash(bytes: Uint8Array): string | undefined {
    const { hasher } = this;
    if (hasher === undefined) return undefined;
    hasher.init();
    hasher.update(bytes);
    return hasher.digest('hex');
  }

  #leftOut(out: TextBuffer, length: number, hash: string | undefined): void {
    const sp = this.#space;
    if (this.layout === TEXTPROTO)
      out.text(hash === undefined ? `$bytes(${length})` : `$bytes(${length}, "${hash}")`);
    else {
      const more = hash === undefined ? '' : `,${sp}"xxh3":${sp}"${hash}"`;
      out.text(`{"$bytes":${sp}{"length":${sp}${length}${more}}}`);
    }
  }

  #file(out: TextBuffer, name: string, length: number): void {
    const sp = this.#space;
    if (this.layout === TEXTPROTO) out.text(`$file("${name}", ${length})`);
    else out.text(`{"$bytes":${sp}{"file":${sp}"${name}",${sp}"length":${sp}${length}}}`);
  }

  #hexBegins(out: TextBuffer): void {
    const sp = this.#space;
    out.text(this.layout === TEXTPROTO ? '"' : `{"$bytes":${sp}{"hex":${sp}"`);
  }

  #hexEnds(out: TextBuffer): void {
    out.text(this.layout === TEXTPROTO ? '"' : '"}}');
  }
}

/** Number of bytes written before the text is flushed. The text of these bytes can be four times as long. */
const PIECE = 96 * 1024;
