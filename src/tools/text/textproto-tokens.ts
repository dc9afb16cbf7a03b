import { type TextPlace, textError } from './parse-error.js';
import { latin1, shown } from './parse-json.js';
import type { TextWindow } from './parse-window.js';
import { cutOf } from './string-escapes.js';

// Kinds of tokens.
export const NEED = 0;
export const END = 1;
export const IDENT = 2;
/** Digits: decimal, `0x…` or octal. */
export const INT = 3;
export const FLOAT = 4;
/** A string in quotation marks of either kind; `start` and `stop` delimit its content. */
export const STRING = 5;
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
  /** The quotation mark of a string that is read in pieces; 0 if there is none. */
  #quote = 0;
  /** Position of that string's content. */
  #long: TextPlace | undefined;

  /** @param onComment called with each comment, without the # */
  constructor(
    private readonly window: TextWindow,
    private readonly onComment: (bytes: Uint8Array, from: number, to: number) => void,
  ) {}

  /** True if the token is a piece of a string, and another piece follows. */
  get isPiece(): boolean {
    return this.#quote !== 0;
  }

  /** Returns the position of the token. */
  place(): TextPlace {
    return this.#long ?? this.window.placeOf(this.start);
  }

  /**
   * Reads the next token; returns NEED if the token is incomplete and the window has to load more. A string
   * that exceeds the window becomes several tokens, as if the text had it in pieces.
   */
  next(): number {
    const { window } = this;
    if (this.#quote !== 0) return this.#string(window.pos, this.#quote);
    this.#long = undefined;
    const { bytes, end, isLast } = window;
    let pos = window.pos;
    for (; pos < end; pos++) {
      const byte = bytes[pos] as number;
      if (byte === 0x0a) window.newLine(pos);
      else if (byte === 0x23) {
        const close = bytes.indexOf(0x0a, pos);
        const stop = close < 0 || close >= end ? end : close;
        if (stop === end && !isLast) {
          window.pos = pos;
          return NEED;
        }
        this.start = pos;
        this.onComment(bytes, pos + 1, stop);
        pos = stop - 1;
      } else if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) break;
    }
    window.pos = pos;
    this.start = pos;
    if (pos === end) return isLast ? END : NEED;
    const first = bytes[pos] as number;
    const kind = isLetter(first)
      ? this.#word(pos + 1, IDENT)
      : isDigit(first) || (first === 0x2e && pos + 1 < end && isDigit(bytes[pos + 1] as number))
        ? this.#number(pos)
        : first === 0x22 || first === 0x27
          ? this.#string(pos + 1, first)
          : first === 0x24
            ? this.#word(pos + 1, SPECIAL)
            : this.#symbol(pos, first);
    // A token that reaches the end of the window may continue.
    if (this.#quote === 0 && !isLast && window.pos >= end) {
      window.pos = pos;
      return NEED;
    }
    return kind;
  }

  /** Text of the token. */
  text(): string {
    return latin1(this.window.bytes, this.start, this.stop);
  }

  /** Text of the token for a message. */
  shown(kind: number): string {
    if (kind === END) return 'the end';
    const stop = kind === SYMBOL ? this.start + 1 : Math.max(this.stop, this.start + 1);
    return shown(this.window.bytes, this.start, stop);
  }

  error(message: string) {
    return textError('text-syntax', message, this.place());
  }

  #word(from: number, kind: number): number {
    const { bytes, end } = this.window;
    let pos = from;
    while (pos < end && (isLetter(bytes[pos] as number) || isDigit(bytes[pos] as number))) pos++;
    this.window.pos = pos;
    this.stop = pos;
    return kind;
  }

  #symbol(pos: number, byte: number): number {
    if (byte < 0x20 || byte >= 0x7f) throw this.error('this character must be in quotation marks');
    this.symbol = byte;
    this.stop = pos + 1;
    this.window.pos = pos + 1;
    return SYMBOL;
  }

  #number(from: number): number {
    const { bytes, end, isLast } = this.window;
    let pos = from;
    let kind = INT;
    if (bytes[from] !== 0x30) {
      // Nearly all numbers are plain digits, ended by another character.
      while (pos < end && isDigit(bytes[pos] as number)) pos++;
      const last = pos < end ? (bytes[pos] as number) : 0x2e;
      if (last !== 0x2e && !isLetter(last)) {
        this.stop = pos;
        this.window.pos = pos;
        return INT;
      }
      pos = from;
    }
    if (byteAt(bytes, pos, end) === 0x30 && (byteAt(bytes, pos + 1, end) | 0x20) === 0x78) {
      pos += 2;
      const digits = pos;
      while (isHex(byteAt(bytes, pos, end))) pos++;
      if (pos === digits && (pos < end || isLast))
        throw this.error('0x must be followed by hexadecimal digits');
    } else if (byteAt(bytes, pos, end) === 0x30 && isDigit(byteAt(bytes, pos + 1, end))) {
      while (byteAt(bytes, pos, end) >= 0x30 && byteAt(bytes, pos, end) <= 0x37) pos++;
      if (isDigit(byteAt(bytes, pos, end))) throw this.error('numbers that begin with 0 are octal');
    } else {
      while (isDigit(byteAt(bytes, pos, end))) pos++;
      if (byteAt(bytes, pos, end) === 0x2e) {
        kind = FLOAT;
        pos++;
        while (isDigit(byteAt(bytes, pos, end))) pos++;
      }
      if ((byteAt(bytes, pos, end) | 0x20) === 0x65) {
        kind = FLOAT;
        pos++;
        if (byteAt(bytes, pos, end) === 0x2b || byteAt(bytes, pos, end) === 0x2d) pos++;
        if (!isDigit(byteAt(bytes, pos, end)) && (pos < end || isLast))
          throw this.error('e must be followed by an exponent');
        while (isDigit(byteAt(bytes, pos, end))) pos++;
      }
      if ((byteAt(bytes, pos, end) | 0x20) === 0x66) {
        kind = FLOAT;
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
    this.window.pos = pos;
    return kind;
  }

  #string(from: number, quote: number): number {
    const { bytes, end, isLast } = this.window;
    this.escaped = false;
    let pos = from;
    for (; pos < end; pos++) {
      const byte = bytes[pos] as number;
      if (byte === quote) {
        this.start = from;
        this.stop = pos;
        this.window.pos = pos + 1;
        this.#quote = 0;
        return STRING;
      }
      if (byte === 0x0a) throw this.#unended('the string goes on in the next line');
      if (byte === 0x5c) {
        this.escaped = true;
        if (bytes[pos + 1] === 0x0a) throw this.#unended('the string goes on in the next line');
        pos++;
      }
    }
    if (isLast) throw this.#unended('the string does not end');
    return this.#beginning(from, quote);
  }

  /** Reads the available part of a string that does not end in the window. */
  #beginning(from: number, quote: number): number {
    const { window } = this;
    if (this.#quote === 0 && !window.isFull) {
      window.pos = window.end;
      return STRING;
    }
    const cut = cutOf(window.bytes, from, window.end);
    if (cut === from) {
      window.pos = this.#quote === 0 ? window.end : from;
      return this.#quote === 0 ? STRING : NEED;
    }
    this.#long ??= window.placeOf(from);
    this.#quote = quote;
    this.start = from;
    this.stop = cut;
    window.pos = cut;
    return STRING;
  }

  /** Makes an error at the opening quotation mark of a string. */
  #unended(message: string) {
    const { line, column, offset } = this.place();
    const back = this.#long === undefined ? 0 : 1;
    return textError('text-syntax', message, { line, column: column - back, offset: offset - back });
  }
}

/** Returns 0 past the end. */
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
