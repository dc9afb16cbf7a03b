/** Bytes of a piece of text that is written often. */
export function piece(text: string): Uint8Array {
  return new Uint8Array(encoder.encode(text));
}

const encoder = new TextEncoder();
const HEX = piece('0123456789abcdef');

/** Room for what is written between two questions whether a buffer is full. */
const SLACK = 4096;

/**
 * Text as the bytes it will be written as. Where there are millions of lines, making a string of each takes longer
 * than all else. Lines that come by the million are put into `bytes` with the functions below, which take a position
 * and return the one after.
 */
export class TextBuffer {
  bytes: Uint8Array;
  length = 0;

  /** @param size it grows past that only where much is written at once */
  constructor(readonly size: number) {
    this.bytes = new Uint8Array(size + SLACK);
  }

  /** Whether it is time to write it out. */
  get isFull(): boolean {
    return this.length >= this.size;
  }

  /** What has been written; good until more is. It is empty then. */
  take(): Uint8Array {
    const { length } = this;
    this.length = 0;
    return this.bytes.subarray(0, length);
  }

  /** Makes room for so many more bytes. */
  ensure(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  text(text: string): void {
    this.ensure(text.length * 3);
    this.length += encoder.encodeInto(text, this.bytes.subarray(this.length)).written;
  }
}

/** As many bytes as the piece has. */
export function putPiece(bytes: Uint8Array, from: number, one: Uint8Array): number {
  let at = from;
  for (let i = 0; i < one.length; i++) bytes[at++] = one[i] as number;
  return at;
}

/** An unsigned number of 32 bits, in decimal: at most 10 bytes. */
export function putDecimal(bytes: Uint8Array, at: number, value: number): number {
  let rest = value >>> 0;
  if (rest < 10) {
    bytes[at] = 0x30 + rest;
    return at + 1;
  }
  const end = at + digitsOf(rest);
  for (let digit = end - 1; rest > 0; digit--) {
    const next = (rest / 10) >>> 0;
    bytes[digit] = 0x30 + rest - next * 10;
    rest = next;
  }
  return end;
}

/** Halves of an unsigned number of 64 bits, as 0x and hexadecimal digits without zeros in front: at most 18 bytes. */
export function putHex(bytes: Uint8Array, at: number, lo: number, hi: number): number {
  bytes[at] = 0x30;
  bytes[at + 1] = 0x78;
  const digits = hi !== 0 ? 16 - (Math.clz32(hi) >> 2) : lo === 0 ? 1 : 8 - (Math.clz32(lo) >> 2);
  const end = at + 2 + digits;
  let half = lo;
  for (let i = 0; i < digits; i++) {
    if (i === 8) half = hi;
    bytes[end - 1 - i] = HEX[half & 15] as number;
    half >>>= 4;
  }
  return end;
}

/** An offset in eight hexadecimal digits, or as many as it takes: at most 14 bytes. */
export function putOffset(bytes: Uint8Array, from: number, value: number): number {
  let at = from;
  const high = Math.floor(value / 0x100000000);
  if (high > 0) {
    const text = high.toString(16);
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
  }
  let rest = value >>> 0;
  for (let i = 7; i >= 0; i--) {
    bytes[at + i] = HEX[rest & 15] as number;
    rest >>>= 4;
  }
  return at + 8;
}

function digitsOf(value: number): number {
  if (value < 100_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1000 ? 3 : value < 10_000 ? 4 : 5;
  }
  if (value < 10_000_000) return value < 1_000_000 ? 6 : 7;
  return value < 100_000_000 ? 8 : value < 1_000_000_000 ? 9 : 10;
}
