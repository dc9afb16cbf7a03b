import type { FileBytes } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';

/** Size of a read. Reads of this size bypass the cache, which is for small reads. */
const CHUNK = 2 << 20;

/** A byte sequence to search for in a file. */
export class ByteNeedle {
  readonly #bytes: Uint8Array;
  /**
   * The byte to compare for each byte: in a search for text, an upper-case letter is compared as a lower-case
   * letter.
   */
  readonly #fold: Uint8Array;
  /**
   * Number of bytes by which the search can advance, for each byte of the file at the needle's last position.
   */
  readonly #shift: Uint32Array;

  private constructor(bytes: Uint8Array, isText: boolean) {
    this.#fold = Uint8Array.from({ length: 256 }, (_, byte) =>
      isText && byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
    );
    this.#bytes = bytes.map((byte) => this.#fold[byte] as number);
    const { length } = bytes;
    this.#shift = new Uint32Array(256).fill(length);
    for (let byte = 0; byte < 256; byte++) {
      const folded = this.#fold[byte] as number;
      const at = this.#bytes.lastIndexOf(folded, length - 2);
      if (length > 1 && at >= 0) this.#shift[byte] = length - 1 - at;
    }
  }

  /**
   * Makes a needle from a text in UTF-8; ASCII letters match regardless of case. Returns undefined for an
   * empty text.
   */
  static ofText(text: string): ByteNeedle | undefined {
    const bytes = new TextEncoder().encode(text);
    return bytes.length === 0 ? undefined : new ByteNeedle(bytes, true);
  }

  /**
   * Makes a needle from pairs of hexadecimal digits: `01 48 45 46`, `0x01484546`. Returns undefined for other
   * text.
   */
  static ofHex(text: string): ByteNeedle | undefined {
    const digits = text
      .trim()
      .replace(/^0x/i, '')
      .replace(/[\s:,_-]+/g, '');
    if (!/^(?:[\da-f]{2})+$/i.test(digits)) return undefined;
    const pairs = digits.match(/../g) ?? [];
    return new ByteNeedle(
      Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
      false,
    );
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Returns the position of the needle in bytes, from a start position on; -1 if not found. */
  indexIn(bytes: Uint8Array, from: number): number {
    const needle = this.#bytes;
    const fold = this.#fold;
    const shift = this.#shift;
    const last = needle.length - 1;
    for (let end = from + last; end < bytes.length; end += shift[bytes[end] as number] as number) {
      let at = last;
      while (at >= 0 && fold[bytes[end - last + at] as number] === needle[at]) at--;
      if (at < 0) return end - last;
    }
    return -1;
  }

  /**
   * Searches a range of a file.
   * @param onMatch receives the offset of each match, ascending; returns false to end the search
   * @param onProgress receives the offset up to which the search is complete
   */
  *through(
    file: FileBytes,
    from: number,
    end: number,
    onMatch: (offset: number) => Reading<boolean>,
    onProgress: (offset: number) => void,
  ): Reading<void> {
    const overlap = this.length - 1;
    // The range may exceed the file, because a record may claim more bytes than exist.
    const last = Math.min(end, file.size);
    for (let at = from; at < last - overlap; at += CHUNK) {
      const bytes = yield* file.copy(at, Math.min(CHUNK + overlap, last - at));
      for (let found = this.indexIn(bytes, 0); found >= 0; found = this.indexIn(bytes, found + 1)) {
        if (!(yield* onMatch(at + found))) return;
      }
      onProgress(Math.min(at + CHUNK, last));
      yield undefined;
    }
  }
}
