import { isUtf8 } from '../../base/wire/utf8.js';
import type { InputText } from './input-text.js';
import { type TextPlace, textError } from './parse-error.js';

/**
 * The calls that a parser of JSON or YAML makes, in order. Texts are the bytes `bytes[from, to)`, valid until
 * the call returns; `escaped` is true if the text contains JSON escapes. If a call returns a promise, the
 * parser waits for it before the next call.
 */
export interface ValueSink {
  beginObject(): void;
  endObject(): void | Promise<void>;
  beginList(): void;
  endList(): void | Promise<void>;
  key(bytes: Uint8Array, from: number, to: number, escaped: boolean): void;
  string(bytes: Uint8Array, from: number, to: number, escaped: boolean): void | Promise<void>;
  number(bytes: Uint8Array, from: number, to: number): void;
  /** A literal; `undefined` for null. */
  literal(value: boolean | undefined): void;
}

// Tokens that may come next.
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const COLON = 4;
const COMMA_OR_END = 5;
const NOTHING = 6;

/** Maximum number of open brackets: more than any message needs. The limit stops a text of brackets only. */
const MAX_LEVELS = 512;

/** Reads JSON (RFC 8259) into a sink. */
export class JsonReader {
  #start = 0;
  #next = VALUE;
  #level = 0;
  readonly #isObject = new Uint8Array(MAX_LEVELS + 1);

  constructor(
    private readonly text: InputText,
    private readonly sink: ValueSink,
  ) {}

  async read(): Promise<void> {
    this.text.skipMark();
    for (let waiting = this.#some(); waiting !== undefined; waiting = this.#some()) await waiting;
  }

  place(): TextPlace {
    return this.text.placeOf(this.#start);
  }

  /** Reads until the sink returns a promise, or the text ends. */
  #some(): Promise<void> | undefined {
    const { text, sink } = this;
    const { bytes, end } = text;
    for (;;) {
      let pos = text.pos;
      let first = -1;
      for (; pos < end; pos++) {
        first = bytes[pos] as number;
        if (first === 0x0a) text.newLine(pos);
        else if (first !== 0x20 && first !== 0x0d && first !== 0x09) break;
      }
      text.pos = pos;
      this.#start = pos;
      if (pos === end) {
        if (this.#next === NOTHING) return undefined;
        throw this.#error(this.#level === 0 ? 'it is empty' : 'the text ends in the middle of a value');
      }
      let waiting: undefined | void | Promise<void>;
      switch (first) {
        case 0x22: {
          const close = this.#closing(pos + 1);
          const escaped = this.#escaped;
          text.pos = close + 1;
          if (this.#next === KEY || this.#next === KEY_OR_END) {
            this.#next = COLON;
            sink.key(bytes, pos + 1, close, escaped);
            break;
          }
          this.#value();
          waiting = sink.string(bytes, pos + 1, close, escaped);
          break;
        }
        case 0x2c:
          if (this.#next !== COMMA_OR_END) throw this.#unexpected();
          this.#next = this.#isObject[this.#level] === 1 ? KEY : VALUE;
          text.pos = pos + 1;
          break;
        case 0x3a:
          if (this.#next !== COLON) throw this.#unexpected();
          this.#next = VALUE;
          text.pos = pos + 1;
          break;
        case 0x7b:
          this.#open(1);
          sink.beginObject();
          break;
        case 0x5b:
          this.#open(0);
          sink.beginList();
          break;
        case 0x7d:
          this.#close(1, KEY_OR_END);
          waiting = sink.endObject();
          break;
        case 0x5d:
          this.#close(0, VALUE_OR_END);
          waiting = sink.endList();
          break;
        default: {
          let to = pos + 1;
          while (to < end && isWord(bytes[to] as number)) to++;
          text.pos = to;
          this.#word(bytes, pos, to, first);
        }
      }
      if (waiting !== undefined) return waiting;
    }
  }

  #escaped = false;

  /** Returns the end of the string that begins at `from`. */
  #closing(from: number): number {
    const { bytes, end } = this.text;
    this.#escaped = false;
    let isAscii = true;
    let pos = from;
    while (pos < end) {
      const byte = bytes[pos] as number;
      if (byte === 0x22) {
        if (!isAscii && !isUtf8(bytes, from, pos)) throw this.#error('the string is not UTF-8');
        return pos;
      }
      if (byte === 0x5c) {
        this.#escaped = true;
        pos++;
      } else if (byte < 0x20)
        throw this.#error('a string goes on in the next line, or has a control character in it');
      else if (byte >= 0x80) isAscii = false;
      pos++;
    }
    throw this.#error('the string does not end');
  }

  #word(bytes: Uint8Array, from: number, to: number, first: number): void {
    this.#value();
    if (first === 0x2d || (first >= 0x30 && first <= 0x39)) {
      if (to - from > 1 && !isPlain(bytes, from, to, first) && !NUMBER.test(latin1(bytes, from, to))) {
        throw this.#error(`${shown(bytes, from, to)} is no number`);
      }
      if (to - from === 1 && first === 0x2d) throw this.#unexpected();
      this.sink.number(bytes, from, to);
      return;
    }
    const word = to - from > 5 ? '' : latin1(bytes, from, to);
    if (word === 'true' || word === 'false') this.sink.literal(word === 'true');
    else if (word === 'null') this.sink.literal(undefined);
    else throw this.#unexpected();
  }

  /** Registers the beginning of a value. */
  #value(): void {
    if (this.#next !== VALUE && this.#next !== VALUE_OR_END) throw this.#unexpected();
    this.#next = this.#level === 0 ? NOTHING : COMMA_OR_END;
  }

  #open(isObject: 0 | 1): void {
    this.#value();
    if (this.#level === MAX_LEVELS) throw this.#error(`more than ${MAX_LEVELS} brackets are open`);
    this.#isObject[++this.#level] = isObject;
    this.#next = isObject === 1 ? KEY_OR_END : VALUE_OR_END;
    this.text.pos++;
  }

  #close(isObject: 0 | 1, atOnce: number): void {
    const fits = this.#level > 0 && this.#isObject[this.#level] === isObject;
    if (!fits || (this.#next !== COMMA_OR_END && this.#next !== atOnce)) throw this.#unexpected();
    this.#level--;
    this.#next = this.#level === 0 ? NOTHING : COMMA_OR_END;
    this.text.pos++;
  }

  #unexpected() {
    const { bytes, end } = this.text;
    let to = this.#start + 1;
    while (to < end && to - this.#start < 20 && isWord(bytes[to] as number)) to++;
    const what = shown(bytes, this.#start, to);
    if (this.#next === NOTHING) {
      return this.#error(`${what} after the end of the model: is this ndjson? That cannot be assembled`);
    }
    return this.#error(`${what} where ${EXPECTED[this.#next]} belongs`);
  }

  #error(message: string) {
    return textError('text-syntax', message, this.place());
  }
}

const EXPECTED = [
  'a value',
  'a value or ]',
  'a name in quotation marks',
  'a name in quotation marks or }',
  'a :',
  'a , or the end',
];

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** True if a number has only digits. */
function isPlain(bytes: Uint8Array, from: number, to: number, first: number): boolean {
  if (first === 0x30 || first === 0x2d) return false;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return true;
}

/** True for the characters of numbers and literals, and of common misspellings. */
function isWord(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    byte === 0x2e ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x5f
  );
}

export function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}

/** Returns the first 40 bytes of the text, for an error message. */
export function shown(bytes: Uint8Array, from: number, to: number): string {
  const text = new TextDecoder().decode(bytes.subarray(from, Math.min(to, from + 40)));
  return to - from > 40 ? `${text}…` : text;
}
