import { suggestion } from '../config/nearest.js';
import {
  TYPE_BOOL,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
} from '../schema/table.js';
import { WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_VARINT } from '../wire/index.js';
import { type BlobReader, readBlob } from './blob-input.js';
import { GIVEN, type MessageBuilder, OCCUPIED } from './message-builder.js';
import { type TextCode, type TextPlace, textError } from './parse-error.js';
import type { TextWindow } from './parse-window.js';
import { digitsOf, isReal, ScalarBits } from './scalar-bits.js';
import { isKnown, type TextField, type TextMessage } from './schema-names.js';
import { readEscapes } from './string-escapes.js';
import {
  END,
  FLOAT,
  IDENT,
  INT,
  NEED,
  SPECIAL,
  STRING,
  SYMBOL,
  TextprotoTokens,
} from './textproto-tokens.js';

// What may come next.
/** The name of a field, or the end of the message. */
const NAME = 0;
/** Something behind a name. */
const NAMED = 1;
/** A value, or a list. */
const FIRST_VALUE = 2;
const VALUE = 3;
/** A value, or the end of a list that nothing is in yet. */
const LIST_BEGUN = 4;
/** A comma, or the end of a list. */
const LIST_GOES_ON = 5;
/** A separator, which may be missing. */
const SEPARATOR = 6;
/** Another piece of the string. */
const STRING_GOES_ON = 7;
/** A number behind a minus. */
const NEGATIVE = 8;
/** What is in brackets behind a name with $. */
const ARGUMENTS = 9;

const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const OPEN_ANGLE = 0x3c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;

/**
 * Builds a message from protobuf's text format, as `protoc --encode` reads it; and, beyond what that does, unknown
 * fields by number, and the notations that begin with `$`.
 */
export class TextprotoReader {
  /** What a comment says of the frame (JSON, in UTF-8), and where it stands. */
  frame: { readonly text: Uint8Array; readonly place: TextPlace } | undefined;

  readonly #tokens: TextprotoTokens;
  readonly #bits = new ScalarBits();
  #next = NAME;
  /** The field that is being read; undefined for an unknown one, which has a number. */
  #field: TextField | undefined;
  #number = 0;
  #isList = false;
  #index = 0;
  /** Which kind of value an unknown field has is known by its first token. */
  #special = '';
  #arguments: string[] = [];

  // Of what is around the open message.
  readonly #closers: number[] = [];
  readonly #fields: (TextField | undefined)[] = [];
  readonly #numbers: number[] = [];
  readonly #lists: boolean[] = [];
  readonly #groups: boolean[] = [];
  readonly #indexes: number[] = [];
  /** Of repeated fields without brackets: elements so far, for paths. By depth. */
  readonly #counts: Map<number, number>[] = [new Map()];

  constructor(
    private readonly window: TextWindow,
    private readonly builder: MessageBuilder,
    private readonly blobs: BlobReader | undefined,
  ) {
    this.#tokens = new TextprotoTokens(window, (bytes, from, to) => {
      // In front of the message, or behind it where the dump was made of a stream.
      if (bytes[from + 1] !== 0x24 || !isSame(FRAME_COMMENT, bytes, from, from + FRAME_COMMENT.length))
        return;
      if (this.frame !== undefined) throw this.#tokens.error('$frame is given twice');
      const text = bytes.slice(from + FRAME_COMMENT.length, to);
      this.frame = { text, place: window.placeOf(this.#tokens.start) };
    });
  }

  async read(): Promise<void> {
    const { window } = this;
    if (!window.isLast && window.end === 0) await window.more();
    for (;;) {
      const waiting = this.#some();
      if (waiting === true) return;
      await (waiting === false ? window.more() : waiting);
    }
  }

  fail(code: TextCode, message: string): never {
    throw textError(code, message, this.window.placeOf(this.#tokens.start), this.path());
  }

  path(): string {
    let path = '';
    const add = (field: TextField | undefined, number: number, index: number): void => {
      const name = field === undefined ? `#${number}` : field.field.name;
      path += `${path === '' ? '' : '.'}${name}${field?.field.repeated === true ? `[${index}]` : ''}`;
    };
    for (const [i, field] of this.#fields.entries())
      add(field, this.#numbers[i] as number, this.#indexes[i] as number);
    if (this.#next !== NAME && this.#next !== SEPARATOR) add(this.#field, this.#number, this.#index);
    return path;
  }

  #some(): boolean | Promise<void> {
    const tokens = this.#tokens;
    for (;;) {
      const kind = tokens.next();
      if (kind === NEED) return false;
      const waiting = this.#token(kind);
      if (waiting === true) return true;
      if (waiting !== undefined) return waiting;
    }
  }

  /** @returns true at the end */
  #token(kind: number): true | undefined | Promise<void> {
    const tokens = this.#tokens;
    const symbol = kind === SYMBOL ? tokens.symbol : 0;
    switch (this.#next) {
      case SEPARATOR:
        this.#next = NAME;
        if (symbol === COMMA || symbol === 0x3b) return undefined;
        return this.#name(kind, symbol);
      case NAME:
        return this.#name(kind, symbol);
      case NAMED:
        this.#named(kind, symbol);
        return undefined;
      case LIST_BEGUN:
        if (symbol === CLOSE_LIST) {
          this.#isList = false;
          this.#next = SEPARATOR;
          return undefined;
        }
        this.#value(kind, symbol);
        return undefined;
      case LIST_GOES_ON:
        if (symbol === CLOSE_LIST) {
          this.#isList = false;
          this.#next = SEPARATOR;
        } else if (symbol === COMMA) {
          this.#next = VALUE;
          this.#count();
        } else throw this.#unexpected(kind, ', or ]');
        return undefined;
      case FIRST_VALUE:
        if (symbol === OPEN_LIST && this.#field?.field.repeated === true) {
          this.#isList = true;
          this.#next = LIST_BEGUN;
          return undefined;
        }
        this.#value(kind, symbol);
        return undefined;
      case VALUE:
        this.#value(kind, symbol);
        return undefined;
      case STRING_GOES_ON:
        if (kind === STRING) {
          this.#append();
          return undefined;
        }
        this.builder.closeBytes(this.#field ?? null);
        this.#done();
        return this.#token(kind);
      case NEGATIVE:
        this.#number_(kind, true);
        return undefined;
      default:
        return this.#argument(kind, symbol);
    }
  }

  #name(kind: number, symbol: number): true | undefined {
    const { builder } = this;
    const { message, depth } = builder;
    if (kind === END) {
      if (depth > 0) throw this.#tokens.error('the text ends in the middle of a message');
      return true;
    }
    if (symbol !== 0 && depth > 0 && symbol === this.#closers[depth - 1]) {
      this.#leave();
      return undefined;
    }
    if (kind === INT) this.#unknownName();
    else if (kind === IDENT) {
      if (message === undefined) throw this.#unexpected(kind, 'the number of a field');
      this.#known(message);
    } else
      throw this.#unexpected(
        kind,
        depth > 0 ? 'the name of a field or the end of the message' : 'the name of a field',
      );
    this.#next = NAMED;
    return undefined;
  }

  #known(message: TextMessage): void {
    const tokens = this.#tokens;
    const { bytes } = this.window;
    const guess = this.#field === undefined ? message.first : this.#field.next;
    if (guess !== undefined && isSame(guess.lastKey, bytes, tokens.start, tokens.stop)) this.#field = guess;
    else {
      const name = tokens.text();
      const field = message.byName.get(name);
      if (field === undefined) {
        const near = suggestion(name, message.byName.keys());
        this.fail('text-name-unknown', `${message.table.typeName} has no field ${name}${near}`);
      }
      field.lastKey = bytes.slice(tokens.start, tokens.stop);
      if (this.#field === undefined) message.first = field;
      else this.#field.next = field;
      this.#field = field;
    }
    const field = this.#field as TextField;
    if (field.field.repeated) {
      const counts = this.#counts[this.builder.depth] as Map<number, number>;
      this.#index = counts.get(field.index) ?? 0;
      counts.set(field.index, this.#index + 1);
      return;
    }
    const claim = this.builder.claim(field);
    if (claim === GIVEN) this.fail('text-field-twice', `${field.field.name} is given twice`);
    if (claim === OCCUPIED) {
      const other = this.builder.occupantOf(field)?.field.name;
      const oneof = message.table.oneofs[field.field.oneof]?.name;
      this.fail('text-field-twice', `${field.field.name} beside ${other}: they are of one oneof, ${oneof}`);
    }
  }

  /** Another element of a list in brackets. */
  #count(): void {
    const counts = this.#counts[this.builder.depth] as Map<number, number>;
    const field = this.#field as TextField;
    this.#index = counts.get(field.index) ?? 0;
    counts.set(field.index, this.#index + 1);
  }

  #unknownName(): void {
    const text = this.#tokens.text();
    const number = Number(text);
    if (!/^[1-9]\d*$/.test(text) || number > 0x1fffffff)
      throw this.#tokens.error(`${text} is no number of a field`);
    this.#field = undefined;
    this.#number = number;
  }

  #named(kind: number, symbol: number): void {
    const field = this.#field;
    if (symbol === COLON) {
      this.#next = FIRST_VALUE;
      return;
    }
    const isOpening = symbol === OPEN_BRACE || symbol === OPEN_ANGLE;
    if (field === undefined ? isOpening : field.isMessage && isOpening) {
      this.#enter(symbol);
      return;
    }
    if (field?.isMessage === true && symbol === OPEN_LIST && field.field.repeated) {
      this.#isList = true;
      this.#next = LIST_BEGUN;
      return;
    }
    throw this.#unexpected(kind, field?.isMessage === true ? 'a {' : 'a :');
  }

  #enter(symbol: number): void {
    const { builder } = this;
    const field = this.#field;
    if (builder.isFull) this.fail('message-nesting-too-deep', 'more levels than any reader follows');
    let isGroup = false;
    if (field === undefined) {
      // What has a length, of a field that is known, would stand under its name: this has none.
      isGroup = isKnown(builder.message, this.#number, WIRE_LEN) !== undefined;
      if (isGroup) builder.openGroup(this.#number);
      else builder.openUnknown(this.#number);
    } else builder.open(field);
    this.#groups.push(isGroup);
    this.#closers.push(symbol === OPEN_BRACE ? 0x7d : 0x3e);
    this.#fields.push(field);
    this.#numbers.push(this.#number);
    this.#lists.push(this.#isList);
    this.#indexes.push(this.#index);
    const counts = this.#counts[builder.depth];
    if (counts === undefined) this.#counts[builder.depth] = new Map();
    else if (counts.size > 0) counts.clear();
    this.#isList = false;
    this.#field = undefined;
    this.#next = NAME;
  }

  #leave(): void {
    this.#closers.pop();
    this.#field = this.#fields.pop();
    this.#number = this.#numbers.pop() as number;
    if (this.#groups.pop() === true) this.builder.closeGroup(this.#number);
    else this.builder.close();
    this.#isList = this.#lists.pop() as boolean;
    this.#index = this.#indexes.pop() as number;
    this.#done();
  }

  /** A value is written. */
  #done(): void {
    this.#next = this.#isList ? LIST_GOES_ON : SEPARATOR;
  }

  #value(kind: number, symbol: number): void {
    const field = this.#field;
    const tokens = this.#tokens;
    if (kind === SPECIAL) {
      this.#special = tokens.text();
      if (this.#special !== '$file' && this.#special !== '$bytes') {
        throw tokens.error(`nobody knows ${this.#special}${suggestion(this.#special, ['$file', '$bytes'])}`);
      }
      if (field !== undefined && !field.isPayload) throw this.#unexpected(kind, dueOf(field));
      this.#arguments = [];
      this.#next = ARGUMENTS;
      return;
    }
    if (field === undefined) {
      this.#unknownValue(kind, symbol);
      return;
    }
    if (field.isMessage) {
      if (symbol !== OPEN_BRACE && symbol !== OPEN_ANGLE) throw this.#unexpected(kind, 'a {');
      this.#enter(symbol);
      return;
    }
    if (field.isPayload) {
      if (kind !== STRING) throw this.#unexpected(kind, dueOf(field));
      this.builder.openBytes(field);
      this.#append();
      this.#next = STRING_GOES_ON;
      return;
    }
    if (symbol === 0x2d) {
      this.#next = NEGATIVE;
      return;
    }
    const { type } = field.field;
    if (type === TYPE_BOOL) this.#bool(kind);
    else if (kind === IDENT && field.values !== undefined) {
      const name = tokens.text();
      const value = field.values.byName.get(name);
      if (value === undefined) {
        const { table, byName } = field.values;
        this.fail(
          'text-name-unknown',
          `${table.typeName} has no value ${name}${suggestion(name, byName.keys())}`,
        );
      }
      this.#bits.whole(type, value);
    } else {
      this.#number_(kind, false);
      return;
    }
    this.builder.scalar(field, this.#bits.lo, this.#bits.hi);
    this.#done();
  }

  #bool(kind: number): void {
    const text = kind === IDENT || kind === INT ? this.#tokens.text() : '';
    const isTrue = kind === INT ? integerOf(text) === 1n : TRUE.includes(text);
    const isFalse = kind === INT ? integerOf(text) === 0n : FALSE.includes(text);
    if (!isTrue && !isFalse) throw this.#unexpected(kind, 'true or false');
    this.#bits.lo = isTrue ? 1 : 0;
    this.#bits.hi = 0;
  }

  #number_(kind: number, isNegative: boolean): void {
    const field = this.#field as TextField;
    const { type, name } = field.field;
    const tokens = this.#tokens;
    const { bytes } = this.window;
    const sign = isNegative ? -1 : 1;
    if (isReal(type)) {
      const text = kind === INT || kind === FLOAT || kind === IDENT ? tokens.text() : '';
      const value = realOf(kind, text);
      if (value === undefined) throw this.#unexpected(kind, 'a number');
      this.#bits.real(type, sign * value, isNegative);
    } else {
      const isSigned = SIGNED.has(type) || field.values !== undefined;
      if (kind !== INT || (isNegative && !isSigned) || type === TYPE_BOOL) {
        throw this.#unexpected(kind, isNegative && !isSigned ? 'a number without a sign' : dueOf(field));
      }
      const isDecimal = tokens.stop - tokens.start === 1 || bytes[tokens.start] !== 0x30;
      const small = isDecimal ? digitsOf(bytes, tokens.start, tokens.stop) : -1;
      const fits =
        small >= 0
          ? this.#bits.whole(type, sign * small)
          : this.#bits.big(type, BigInt(sign) * integerOf(tokens.text()));
      if (!fits) this.fail('text-value-invalid', `${tokens.text()} is out of the range of ${name}`);
    }
    this.builder.scalar(field, this.#bits.lo, this.#bits.hi);
    this.#done();
  }

  /** As `protoc --decode` prints unknown fields: the number of digits tells fixed ones from varints. */
  #unknownValue(kind: number, symbol: number): void {
    const { builder } = this;
    if (symbol === OPEN_BRACE || symbol === OPEN_ANGLE) {
      this.#enter(symbol);
      return;
    }
    if (kind === STRING) {
      this.#refuseKnown(WIRE_LEN);
      builder.openBytes(null, this.#number);
      this.#append();
      this.#next = STRING_GOES_ON;
      return;
    }
    if (kind !== INT) throw this.#unexpected(kind, 'a number, a string or a {');
    const text = this.#tokens.text();
    const value = integerOf(text);
    const isHex = /^0[xX]/.test(text);
    const wireType =
      isHex && text.length === 10 ? WIRE_I32 : isHex && text.length === 18 ? WIRE_I64 : WIRE_VARINT;
    if (value >> 64n !== 0n) this.fail('text-value-invalid', `${text} has more than 64 bits`);
    this.#refuseKnown(wireType);
    builder.unknown(
      this.#number,
      wireType,
      Number(BigInt.asIntN(32, value)),
      Number(BigInt.asIntN(32, value >> 32n)),
    );
    this.#done();
  }

  #refuseKnown(wireType: number): void {
    const known = isKnown(this.builder.message, this.#number, wireType);
    if (known !== undefined) {
      const message = `the field with the number ${this.#number} is known: it is ${known.field.name}`;
      this.fail('text-value-invalid', message);
    }
  }

  /** Adds the string that is the token to the open payload. */
  #append(): void {
    const { builder } = this;
    const { bytes } = this.window;
    const { start, stop, escaped } = this.#tokens;
    if (!escaped) {
      builder.append(bytes, start, stop);
      return;
    }
    builder.need(stop - start);
    const end = readEscapes(bytes, start, stop, builder.bytes, builder.at);
    if (end < 0) throw this.#tokens.error('the string has an escape in it that there is not');
    builder.at = end;
  }

  /** `("name", 123)`, token by token. */
  #argument(kind: number, symbol: number): undefined | Promise<void> {
    const given = this.#arguments;
    const isFile = this.#special === '$file';
    const due = (isFile ? ['(', 'name', ',', 'length', ')'] : ['(', 'length', ',', 'name', ')'])[
      given.length
    ];
    const text =
      kind === STRING
        ? this.#tokens.text()
        : kind === SYMBOL
          ? String.fromCharCode(symbol)
          : this.#tokens.text();
    // A length alone is all that is known of bytes without a hash, and a name alone of a file.
    const isEnd = text === ')' && kind === SYMBOL && (given.length === 2 || given.length === 4);
    const fits =
      isEnd ||
      (due === 'name'
        ? kind === STRING
        : due === 'length'
          ? kind === INT && /^(0|[1-9]\d{0,15})$/.test(text)
          : kind === SYMBOL && text === due);
    if (!fits) throw this.#unexpected(kind, `${isFile ? '$file("name", length)' : '$bytes(length, "hash")'}`);
    given.push(text);
    if (!isEnd) return undefined;
    const field = this.#field ?? null;
    if (field === null) this.#refuseKnown(WIRE_LEN);
    const length = isFile ? given[3] : given[1];
    const reference = {
      file: isFile ? given[1] : undefined,
      length: given.length > 3 || !isFile ? Number(length) : undefined,
    };
    const read = readBlob(reference, this.blobs, (code, message) => this.fail(code, message));
    if (read instanceof Promise) return read.then((bytes) => this.#blob(field, bytes));
    this.#blob(field, read);
    return undefined;
  }

  #blob(field: TextField | null, bytes: Uint8Array): void {
    this.builder.payload(field, bytes, 0, bytes.length, this.#number);
    this.#done();
  }

  #unexpected(kind: number, due: string) {
    const what = this.#tokens.shown(kind);
    const path = this.path();
    return textError(
      'text-syntax',
      `${what} where ${due} belongs`,
      this.window.placeOf(this.#tokens.start),
      path,
    );
  }
}

/** How a comment begins that says what the frame is. */
const FRAME_COMMENT = new TextEncoder().encode(' $frame:');

const TRUE = ['true', 'True', 't'];
const FALSE = ['false', 'False', 'f'];

const SIGNED: ReadonlySet<number> = new Set([
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
]);

function dueOf(field: TextField): string {
  if (field.isPayload) return 'a string in quotation marks';
  return field.values === undefined ? 'a whole number' : 'the name of a value';
}

/** @param text an INT */
function integerOf(text: string): bigint {
  return BigInt(/^0\d/.test(text) ? `0o${text}` : text);
}

function realOf(kind: number, text: string): number | undefined {
  if (kind === IDENT) {
    const word = text.toLowerCase();
    if (word === 'inf' || word === 'infinity') return Number.POSITIVE_INFINITY;
    return word === 'nan' ? Number.NaN : undefined;
  }
  if (kind === INT && /^0./.test(text)) return undefined;
  return kind === INT || kind === FLOAT ? Number.parseFloat(text) : undefined;
}

function isSame(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from || from === to) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[from + i]) return false;
  return true;
}
