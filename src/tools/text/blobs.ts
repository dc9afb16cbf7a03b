import type { Hasher } from '../../base/container/checksum.js';
import { createHasher } from '../../base/container/hashers.js';
import { COMPACT, type Layout, TEXTPROTO } from './notation.js';
import type { TextBuffer } from './text-buffer.js';

/**
 * What stands for a field of bytes: nothing but its length (`elide`), with a hash (`hash`), the bytes in
 * hexadecimal or as the form writes them (`hex`, `base64`), or the name of a file that holds them (`file`).
 */
export type BytesMode = 'elide' | 'hash' | 'hex' | 'base64' | 'file';

/** What can stand for bytes in text. */
export const BYTES_MODES: readonly BytesMode[] = ['elide', 'hash', 'hex', 'base64', 'file'];

/** Whether a dump with it can be assembled again. */
export function isComplete(mode: BytesMode): boolean {
  return mode === 'base64' || mode === 'hex' || mode === 'file';
}

/** Where `file` puts what it finds. The same bytes have the same name. */
export interface BlobStore {
  /** Keeps a blob that is in memory. @returns its name */
  put(bytes: Uint8Array): string;
  /** Begins one that comes in pieces; `end` gives its name. */
  begin(): {
    /** Takes the next bytes. */
    write(chunk: Uint8Array): void;
    /** Ends the blob. Gives its name. */
    end(): string;
  };
}

/**
 * Up to so many bytes stand in the text whatever the mode: a hash with its length takes more room than they do,
 * and says less. It is not ambiguous: what was left out is never a string.
 */
export const INLINE_BYTES = 32;

/** Writes values of bytes in one mode and layout. */
export class BlobPrinter {
  readonly #space: string;

  private constructor(
    readonly mode: BytesMode,
    private readonly layout: Layout,
    private readonly hasher: Hasher | undefined,
    private readonly store: BlobStore | undefined,
  ) {
    this.#space = layout === COMPACT ? '' : ' ';
  }

  /** @throws Error for `file` without a store: a bug of the caller */
  static async open(mode: BytesMode, layout: Layout, store?: BlobStore): Promise<BlobPrinter> {
    if (mode === 'file' && store === undefined) throw new Error('bytes in files need a store');
    return new BlobPrinter(mode, layout, mode === 'hash' ? await createHasher('xxh3') : undefined, store);
  }

  /** Whether the bytes have to be read to write so many of them. */
  reads(length: number): boolean {
    return this.mode !== 'elide' || length <= INLINE_BYTES;
  }

  /** A blob in memory. */
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

  /** One whose bytes are not read, or not there. */
  withoutBytes(out: TextBuffer, length: number): void {
    this.#leftOut(out, length, undefined);
  }

  /**
   * A blob that comes in pieces, too long to stand in the text whatever the mode.
   * @param length asked for when all of it has come
   * @param flush writes out what is in `out`, so that it does not grow
   */
  async stream(
    out: TextBuffer,
    length: () => number,
    chunks: (take: (chunk: Uint8Array) => void | Promise<void>) => Promise<boolean>,
    flush: () => void | Promise<void>,
  ): Promise<boolean> {
    if (this.mode === 'hash') {
      const hasher = this.hasher as Hasher;
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

  /** Bytes that come in pieces, in hexadecimal or as the form writes them. */
  async spelled(
    out: TextBuffer,
    isHex: boolean,
    chunks: (take: (chunk: Uint8Array) => void | Promise<void>) => Promise<boolean>,
    flush: () => void | Promise<void>,
  ): Promise<boolean> {
    if (isHex) this.#hexBegins(out);
    else out.byte(0x22);
    const isText = this.layout === TEXTPROTO;
    // Base64 goes on at multiples of three bytes.
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

/** What is written before the text is flushed: it may become four times as long. */
const PIECE = 96 * 1024;
