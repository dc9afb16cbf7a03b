import type { InputText } from './input-text.js';
import { type TextPlace, textError } from './parse-error.js';
import { latin1, shown } from './parse-json.js';

// Kinds of tokens.
export const END_TOKEN = 1;
export const IDENT = 2;
/** Digits: decimal, `0x…` or octal. */
export const INT = 3;
export const FLOAT_TOKEN = 4;
/** A string in quotation marks of either kind; `start` and `stop` delimit its content. */
export const STRING_TOKEN = 5;
/** A single character. */
export const SYMBOL = 6;
/** A name after a `$`. */
export const SPECIAL = 7;

/**
 * Splits protobuf's text format into tokens, as libprotobuf 3.21 does (`google/protobuf/io/tokenizer.cc`,
 * with shell-style comments).
 */
export class TextprotoTokens {
  start = 0;
  stop = 0;
  /** The character of a SYMBOL. */
  symbol = 0;
  /** For a STRING: true if it contains escapes. */
  escaped = false;

  /** @param onComment called with each comment, without the # */
  constructor(
    private readonly input: InputText,
    private readonly onComment: (bytes: Uint8Array, from: number, to: number) => void,
  ) {}

  place(): TextPlace {
    return this.input.placeOf(this.start);
  }

  /** Reads the next token; returns its kind. */
  next(): number {
    const { input } = this;
    const { bytes, end } = input;
    let pos = input.pos;
    for (; pos < end; pos++) {
      const byte = bytes[pos] as number;
      if (byte === 0x0a) input.newLine(pos);
      else if (byte === 0x23) {
        const close = bytes.indexOf(0x0a, pos);
        const stop = close < 0 ? end : close;
        this.start = pos;
        this.onComment(bytes, pos + 1, stop);
        pos = stop - 1;
      } else if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) break;
    }
    input.pos = pos;
    this.start = pos;
    if (pos === end) return END_TOKEN;
    const first = bytes[pos] as number;
    return isLetter(first)
      ? this.#word(pos + 1, IDENT)
      : isDigit(first) || (first === 0x2e && pos + 1 < end && isDigit(bytes[pos + 1] as number))
        ? this.#number(pos)
        : first === 0x22 || first === 0x27
          ? this.#string(pos + 1, first)
          : first === 0x24
            ? this.#word(pos + 1, SPECIAL)
            : this.#symbol(pos, first);
  }

  text(): string {
    return latin1(this.input.bytes, this.start, this.stop);
  }

  shown(kind: number): string {
    if (kind === END_TOKEN) return 'the end';
    const stop = kind === SYMBOL ? this.start + 1 : Math.max(this.stop, this.start + 1);
    return shown(this.input.bytes, this.start, stop);
  }

  error(message: string) {
    return textError('text-syntax', message, this.place());
  }

  #word(from: number, kind: number): number {
    const { bytes, end } = this.input;
    let pos = from;
    while (pos < end && (isLetter(bytes[pos] as number) || isDigit(bytes[pos] as number))) pos++;
    this.input.pos = pos;
    this.stop = pos;
    return kind;
  }

  #symbol(pos: number, byte: number): number {
    if (byte < 0x20 || byte >= 0x7f) throw this.error('this character must be in quotation marks');
    this.symbol = byte;
    this.stop = pos + 1;
    this.input.pos = pos + 1;
    return SYMBOL;
  }

  #number(from: number): number {
    const { bytes, end } = this.input;
    let pos = from;
    let kind = INT;
    if (bytes[from] !== 0x30) {
      // Nearly all numbers are plain digits, followed by another character.
      while (pos < end && isDigit(bytes[pos] as number)) pos++;
      const last = pos < end ? (bytes[pos] as number) : 0x2e;
      if (last !== 0x2e && !isLetter(last)) {
        this.stop = pos;
        this.input.pos = pos;
        return INT;
      }
      pos = from;
    }
    if (byteAt(bytes, pos, end) === 0x30 && (byteAt(bytes, pos + 1, end) | 0x20) === 0x78) {
      pos += 2;
      const digits = pos;
      while (isHex(byteAt(bytes, pos, end))) pos++;
      if (pos === digits) throw this.error('0x must be followed by hexadecimal digits');
    } else if (byteAt(bytes, pos, end) === 0x30 && isDigit(byteAt(bytes, pos + 1, end))) {
      while (byteAt(bytes, pos, end) >= 0x30 && byteAt(bytes, pos, end) <= 0x37) pos++;
      if (isDigit(byteAt(bytes, pos, end))) throw this.error('numbers that begin with 0 are octal');
    } else {
      while (isDigit(byteAt(bytes, pos, end))) pos++;
      if (byteAt(bytes, pos, end) === 0x2e) {
        kind = FLOAT_TOKEN;
        pos++;
        while (isDigit(byteAt(bytes, pos, end))) pos++;
      }
      if ((byteAt(bytes, pos, end) | 0x20) === 0x65) {
        kind = FLOAT_TOKEN;
        pos++;
        if (byteAt(bytes, pos, end) === 0x2b || byteAt(bytes, pos, end) === 0x2d) pos++;
        if (!isDigit(byteAt(bytes, pos, end))) throw this.error('e must be followed by an exponent');
        while (isDigit(byteAt(bytes, pos, end))) pos++;
      }
      if ((byteAt(bytes, pos, end) | 0x20) === 0x66) {
        kind = FLOAT_TOKEN;
        pos++;
      }
    }
    if (pos < end) {
      if (isLetter(byteAt(bytes, pos, end)))
        throw this.error('a number and a name need a space between them');
      if (byteAt(bytes, pos, end) === 0x2e)
        throw this.error('only decimal numbers have a point, and only one');
    }
    this.stop = pos;
    this.input.pos = pos;
    return kind;
  }

  #string(from: number, quote: number): number {
    const { bytes, end } = this.input;
    this.escaped = false;
    let pos = from;
    for (; pos < end; pos++) {
      const byte = bytes[pos] as number;
      if (byte === quote) {
        this.start = from;
        this.stop = pos;
        this.input.pos = pos + 1;
        return STRING_TOKEN;
      }
      if (byte === 0x0a) throw this.#unended('the string goes on in the next line');
      if (byte === 0x5c) {
        this.escaped = true;
        if (bytes[pos + 1] === 0x0a) throw this.#unended('the string goes on in the next line');
        pos++;
      }
    }
    throw this.#unended('the string does not end');
  }

  /** Makes an error at the opening quotation mark of a string. */
  #unended(message: string) {
    return textError('text-syntax', message, this.place());
  }
}

/** Returns the byte at a position; 0 past the end. */
function byteAt(bytes: Uint8Array, at: number, end: number): number {
  return at < end ? (bytes[at] as number) : 0;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}
