import { decodeUtf8 } from '../../base/wire/utf8.js';
import type { Words } from './words.js';

/**
 * UTF-8 text being written. Callers call `ensure` first: methods do not look whether there is room, and
 * may write up to 16 bytes of rubbish after what they write.
 */
export class TextBuffer {
  bytes: Uint8Array;
  view: DataView;
  /** Where the next byte goes. */
  at = 0;
  /** What fits without asking again: up to this position. */
  capacity: number;

  constructor(capacity = INITIAL_CAPACITY) {
    this.bytes = new Uint8Array(capacity + SLACK);
    this.view = new DataView(this.bytes.buffer);
    this.capacity = capacity;
  }

  /** Makes room for so many bytes. */
  ensure(count: number): void {
    if (this.at + count > this.capacity) this.#grow(count);
  }

  /** What has been written. Valid until something else is. */
  get written(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }

  byte(value: number): void {
    this.bytes[this.at++] = value;
  }

  word(words: Words, first: number, length: number): void {
    const { view } = this;
    const { floats } = words;
    const { at } = this;
    for (let i = 0; i < length; i += 8) view.setFloat64(at + i, floats[first + (i >>> 3)] as number, true);
    this.at = at + length;
  }

  /** ASCII, or whatever else may stand in the text as it is; makes room by itself. */
  text(text: string): void {
    this.ensure(text.length * 3);
    let { at } = this;
    const { bytes } = this;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) {
        this.at = at;
        this.copy(encoder.encode(text.slice(i)));
        return;
      }
      bytes[at++] = code;
    }
    this.at = at;
  }

  /** Bytes as they are; makes room by itself. */
  copy(bytes: Uint8Array): void {
    this.ensure(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** A line break and an indentation. */
  line(level: number): void {
    this.ensure(2 * level + 16);
    const { view } = this;
    let { at } = this;
    this.bytes[at++] = 0x0a;
    const end = at + 2 * level;
    for (let i = at; i < end; i += 8) view.setFloat64(i, EIGHT_SPACES, true);
    this.at = end;
  }

  /** @param value 0 to 2^32 - 1 */
  uint32(value: number): void {
    this.at = putUint32(this.view, this.at, value);
  }

  int32(value: number): void {
    if (value >= 0) this.uint32(value);
    else {
      this.byte(0x2d);
      this.uint32(-value);
    }
  }

  /** Halves as signed 32-bit integers. */
  uint64(lo: number, hi: number): void {
    if (hi === 0) {
      this.uint32(lo >>> 0);
      return;
    }
    // Long division by 10^9 in steps of 16 bits: what is carried stays below 2^46, where doubles are exact. The
    // first quotient is 0 to 4, so that the upper half goes in one step.
    const upper = hi >>> 0;
    const h2 = Math.floor(upper / 1e9);
    let rest = (upper - h2 * 1e9) * 65536 + (lo >>> 16);
    const h1 = Math.floor(rest / 1e9);
    rest = (rest - h1 * 1e9) * 65536 + (lo & 0xffff);
    const h0 = Math.floor(rest / 1e9);
    const low = rest - h0 * 1e9;
    const left = h2 * 4294967296 + h1 * 65536 + h0;
    if (left < 1e9) {
      this.uint32(left);
    } else {
      const middle = left % 1e9;
      this.uint32(Math.floor(left / 1e9));
      this.#nineDigits(middle);
    }
    this.#nineDigits(low);
  }

  int64(lo: number, hi: number): void {
    if (hi >= 0) this.uint64(lo, hi);
    else {
      this.byte(0x2d);
      // Two's complement, halves apart.
      const low = -lo | 0;
      this.uint64(low, low === 0 ? -hi | 0 : ~hi);
    }
  }

  /** `bytes[from, to)` between quotation marks; well-formed UTF-8. Makes room by itself. */
  jsonString(bytes: Uint8Array, from: number, to: number): void {
    this.ensure(to - from + 16);
    const start = this.at;
    const out = this.bytes;
    let at = start;
    out[at++] = 0x22;
    for (let i = from; i < to; i++) {
      const byte = bytes[i] as number;
      if (byte < 0x20 || byte >= 0x7f || byte === 0x22 || byte === 0x5c) {
        this.at = start;
        this.text(printable(JSON.stringify(decodeUtf8(bytes, from, to))));
        return;
      }
      out[at++] = byte;
    }
    out[at++] = 0x22;
    this.at = at;
  }

  /** The same as libprotobuf's text format escapes strings and bytes: everything but ASCII in octal. */
  octalString(bytes: Uint8Array, from: number, to: number): void {
    this.byte(0x22);
    this.octal(bytes, from, to);
    this.ensure(16);
    this.byte(0x22);
  }

  octal(bytes: Uint8Array, from: number, to: number): void {
    this.ensure((to - from) * 4 + 16);
    const out = this.bytes;
    let { at } = this;
    for (let i = from; i < to; i++) {
      const byte = bytes[i] as number;
      const letter = ESCAPES[byte] as number;
      if (letter === 0) out[at++] = byte;
      else {
        out[at++] = 0x5c;
        if (letter !== 1) out[at++] = letter;
        else {
          out[at++] = 0x30 + (byte >>> 6);
          out[at++] = 0x30 + ((byte >>> 3) & 7);
          out[at++] = 0x30 + (byte & 7);
        }
      }
    }
    this.at = at;
  }

  /** Bytes as `\x00`. */
  hexEscapes(bytes: Uint8Array, from: number, to: number): void {
    this.ensure((to - from) * 4 + 16);
    for (let i = from; i < to; i++) {
      this.byte(0x5c);
      this.byte(0x78);
      this.hexByte(bytes[i] as number);
    }
  }

  hex(bytes: Uint8Array, from: number, to: number): void {
    this.ensure((to - from) * 2 + 16);
    for (let i = from; i < to; i++) this.hexByte(bytes[i] as number);
  }

  hexByte(byte: number): void {
    this.byte(HEX.charCodeAt(byte >>> 4));
    this.byte(HEX.charCodeAt(byte & 15));
  }

  /** Base64 with padding. Of a text in pieces every piece but the last has a length that three divides. */
  base64(bytes: Uint8Array, from: number, to: number): void {
    this.ensure(Math.ceil((to - from) / 3) * 4 + 16);
    const out = this.bytes;
    let { at } = this;
    let i = from;
    for (; i + 2 < to; i += 3) {
      const bits = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number);
      this.view.setUint16(at, DIGIT_PAIRS[bits >>> 12] as number, true);
      this.view.setUint16(at + 2, DIGIT_PAIRS[bits & 0xfff] as number, true);
      at += 4;
    }
    if (i < to) {
      const bits = ((bytes[i] as number) << 16) | (i + 1 < to ? (bytes[i + 1] as number) << 8 : 0);
      out[at++] = BASE64.charCodeAt(bits >>> 18);
      out[at++] = BASE64.charCodeAt((bits >>> 12) & 63);
      out[at++] = i + 1 < to ? BASE64.charCodeAt((bits >>> 6) & 63) : 0x3d;
      out[at++] = 0x3d;
    }
    this.at = at;
  }

  #nineDigits(value: number): void {
    let rest = value;
    let { at } = this;
    this.at += 9;
    for (let end = at + 9; end > at + 1; end -= 2) {
      const next = Math.floor(rest / 100);
      this.view.setUint16(end - 2, PAIRS[rest - next * 100] as number, true);
      rest = next;
    }
    this.bytes[at++] = 0x30 + rest;
  }

  #grow(count: number): void {
    const capacity = Math.max(this.capacity * 2, this.at + count);
    const grown = new Uint8Array(capacity + SLACK);
    grown.set(this.written);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
    this.capacity = capacity;
  }
}

/**
 * Writes the decimal digits of a number at `at`, and returns the position after them.
 * @param value 0 to 2^32 - 1
 */
export function putUint32(view: DataView, at: number, value: number): number {
  if (value < 10_000) return putShort(view, at, value);
  if (value < 100_000_000) {
    const upper = (value / 10_000) | 0;
    const behind = putShort(view, at, upper);
    view.setUint32(behind, FOURS[value - upper * 10_000] as number, true);
    return behind + 4;
  }
  // What is left is a small integer, which is divided faster.
  const high = Math.floor(value / 100_000_000);
  const rest = (value - high * 100_000_000) | 0;
  const upper = (rest / 10_000) | 0;
  const behind = putShort(view, at, high);
  view.setUint32(behind, FOURS[upper] as number, true);
  view.setUint32(behind + 4, FOURS[rest - upper * 10_000] as number, true);
  return behind + 8;
}

/** The same below 10,000: four digits, of which leading zeros are shifted out. */
function putShort(view: DataView, at: number, value: number): number {
  const count = value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  view.setUint32(at, (FOURS[value] as number) >>> (32 - 8 * count), true);
  return at + count;
}

/** A buffer is written out when it holds about half of this. */
const INITIAL_CAPACITY = 1 << 20;
/** What may be written past the end of a text: a word's last characters, a line break, quotation marks. */
const SLACK = 64;

const encoder = new TextEncoder();

const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const EIGHT_SPACES = new DataView(new Uint8Array(8).fill(0x20).buffer).getFloat64(0, true);

/** Two decimal digits, as they lie in memory. */
const PAIRS = Uint16Array.from(
  { length: 100 },
  (_, i) => (0x30 + Math.floor(i / 10)) | ((0x30 + (i % 10)) << 8),
);

/** Four, with leading zeros. */
const FOURS = Uint32Array.from(
  { length: 10_000 },
  (_, i) => (PAIRS[Math.floor(i / 100)] as number) + (PAIRS[i % 100] as number) * 65536,
);

/** Two digits of base64. */
const DIGIT_PAIRS = Uint16Array.from(
  { length: 4096 },
  (_, i) => BASE64.charCodeAt(i >>> 6) | (BASE64.charCodeAt(i & 63) << 8),
);

/** 0: stands as it is; 1: in octal; otherwise the letter after the backslash. */
const ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = new Map([
    [0x0a, 'n'],
    [0x0d, 'r'],
    [0x09, 't'],
    [0x22, '"'],
    [0x27, "'"],
    [0x5c, '\\'],
  ]).get(byte);
  if (letter !== undefined) return letter.charCodeAt(0);
  return byte < 0x20 || byte >= 0x7f ? 1 : 0;
});

/** What a terminal obeys or reorders, as escapes: the same JSON. */
function printable(json: string): string {
  return json.replace(UNPRINTABLE, (character) => {
    let escaped = '';
    for (let i = 0; i < character.length; i++) {
      escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

/** As reports have it (src/show/report/escape.ts, which nothing here may import). */
const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
