import { decodeUtf8 } from '../../base/wire/utf8.js';

/**
 * A short ASCII text, stored as floats of eight characters each, which are fast to write. Writing byte by
 * byte took a quarter of the time of a dump. Eight ASCII characters never form a NaN, so the bits are
 * preserved.
 */
export interface PackedText {
  readonly floats: Float64Array;
  readonly length: number;
}

export function wordOf(text: string): PackedText {
  const bytes = new Uint8Array(Math.ceil(text.length / 8) * 8);
  encoder.encodeInto(text, bytes);
  const view = new DataView(bytes.buffer);
  const floats = Float64Array.from({ length: bytes.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
  return { floats, length: text.length };
}

/**
 * A buffer for UTF-8 text. Callers call `ensure` first: the methods do not check for room, and may write up
 * to 16 bytes of rubbish after the text.
 */
export class TextBuffer {
  bytes: Uint8Array;
  view: DataView;
  /** Position of the next byte. */
  at = 0;
  /** Limit up to which text fits without `ensure`. */
  capacity: number;

  constructor(capacity = INITIAL_CAPACITY) {
    this.bytes = new Uint8Array(capacity + SLACK);
    this.view = new DataView(this.bytes.buffer);
    this.capacity = capacity;
  }

  /** Makes room for this many bytes. */
  ensure(count: number): void {
    if (this.at + count > this.capacity) this.#grow(count);
  }

  /** The text written. Valid until the next write. */
  get written(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }

  byte(value: number): void {
    this.bytes[this.at++] = value;
  }

  word({ floats, length }: PackedText): void {
    const { view, at } = this;
    for (let i = 0; i < floats.length; i++) view.setFloat64(at + 8 * i, floats[i] as number, true);
    this.at = at + length;
  }

  /**
   * Writes a whole number that a double holds exactly. Conversion to a string first takes several times as
   * long.
   */
  int(value: number): void {
    if (value < 0) this.byte(0x2d);
    let rest = Math.abs(value);
    let length = 1;
    for (let power = 10; power <= rest; power *= 10) length++;
    const { bytes, at } = this;
    this.at = at + length;
    for (let i = this.at - 1; i >= at; i--) {
      const next = Math.floor(rest / 10);
      bytes[i] = 0x30 + (rest - 10 * next);
      rest = next;
    }
  }

  /** Writes ASCII or other text that needs no escapes. The method makes room for the text. */
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

  /** Copies bytes unchanged. The method makes room for the bytes. */
  copy(bytes: Uint8Array): void {
    this.ensure(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** Writes a line break and an indentation. */
  line(level: number): void {
    this.ensure(2 * level + 16);
    const { view } = this;
    let { at } = this;
    this.bytes[at++] = 0x0a;
    const end = at + 2 * level;
    for (let i = at; i < end; i += 8) view.setFloat64(i, EIGHT_SPACES, true);
    this.at = end;
  }

  /**
   * Writes `bytes[from, to)`, well-formed UTF-8, between quotation marks. The method makes room for the text.
   */
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

  /** Writes strings and bytes as libprotobuf's text format escapes them: everything but ASCII in octal. */
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

  /** Writes bytes as `\x00`. */
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

  /** Writes base64 with padding. The length of every piece but the last must be a multiple of three. */
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

  #grow(count: number): void {
    const capacity = Math.max(this.capacity * 2, this.at + count);
    const grown = new Uint8Array(capacity + SLACK);
    grown.set(this.written);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
    this.capacity = capacity;
  }
}

/** Initial size of a buffer. The text is written out when it fills about half of this size. */
const INITIAL_CAPACITY = 1 << 20;
/** Number of bytes past the end of a text, for a word's last characters, a line break, quotation marks. */
const SLACK = 64;

const encoder = new TextEncoder();

const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const EIGHT_SPACES = new DataView(new Uint8Array(8).fill(0x20).buffer).getFloat64(0, true);

/** Two digits of base64. */
const DIGIT_PAIRS = Uint16Array.from(
  { length: 4096 },
  (_, i) => BASE64.charCodeAt(i >>> 6) | (BASE64.charCodeAt(i & 63) << 8),
);

/**
 * Escape of each byte: 0 to print the byte unchanged, 1 for octal, otherwise the letter after the backslash.
 */
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

/** Escapes the characters that a terminal obeys or reorders; the JSON stays equivalent. */
function printable(json: string): string {
  return json.replace(UNPRINTABLE, (character) => {
    let escaped = '';
    for (let i = 0; i < character.length; i++) {
      escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

/** The same set as in reports (src/show/report/escape.ts, which must not be imported here). */
const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
