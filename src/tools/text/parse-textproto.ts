import { WIRE_LEN } from '../../base/wire/tag.js';
import { type BlobReader, readBlob } from './blob-input.js';
import { claimOnce, fieldNamed, refuseKnown } from './field-names.js';
import type { InputText } from './input-text.js';
import type { MessageBuilder } from './message-builder.js';
import { type Fail, type TextCode, type TextPlace, textError } from './parse-error.js';
import { isSchemaName, type TextField, type TextMessage } from './schema-names.js';
import { readEscapes } from './string-escapes.js';
import { TextprotoCall } from './textproto-call.js';
import { TextprotoLevels } from './textproto-levels.js';
import { dueOf } from './textproto-numbers.js';
import { TextprotoScalars } from './textproto-scalars.js';
import { END_TOKEN, IDENT, INT, SPECIAL, STRING_TOKEN, SYMBOL, TextprotoTokens } from './textproto-tokens.js';

// States of the reader: the token that may come next.
/** The name of a field, or the end of the message. */
const NAME = 0;
/** The token after a name. */
const NAMED = 1;
/** A value, or a list. */
const FIRST_VALUE = 2;
const VALUE = 3;
/** A value, or the end of an empty list. */
const LIST_BEGUN = 4;
/** A comma, or the end of a list. */
const LIST_GOES_ON = 5;
/** A separator, which may be missing. */
const SEPARATOR = 6;
/** Another piece of the string. */
const STRING_GOES_ON = 7;
/** A number after a minus sign. */
const NEGATIVE = 8;
/** The arguments in parentheses after a name with `$`. */
const ARGUMENTS = 9;

const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const OPEN_ANGLE = 0x3c;
const CLOSE_BRACE = 0x7d;
const CLOSE_ANGLE = 0x3e;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const MINUS = 0x2d;

/**
 * Builds a message from protobuf's text format, as `protoc --encode` reads it. Extensions: unknown fields by
 * number, and the notations that begin with `$`.
 */
export class TextprotoReader {
  /** The frame given in a comment (JSON, in UTF-8), and its position. */
  frame: { readonly text: Uint8Array; readonly place: TextPlace } | undefined;

  readonly #tokens: TextprotoTokens;
  readonly #scalars: TextprotoScalars;
  readonly #at = new TextprotoLevels();
  #next = NAME;
  #call = new TextprotoCall('$file');
  readonly #fail: Fail = (code, message) => this.fail(code, message);

  constructor(
    private readonly input: InputText,
    private readonly builder: MessageBuilder,
    private readonly blobs: BlobReader | undefined,
  ) {
    this.#tokens = new TextprotoTokens(input, (bytes, from, to) => {
      // The comment stands before the message; earlier versions wrote it after the message of a stream.
      if (!FRAME_COMMENT.every((byte, i) => bytes[from + i] === byte)) return;
      if (this.frame !== undefined) throw this.#tokens.error('$frame is given twice');
      const text = bytes.slice(from + FRAME_COMMENT.length, to);
      this.frame = { text, place: this.#tokens.place() };
    });
    const unexpected = (kind: number, due: string) => this.#unexpected(kind, due);
    this.#scalars = new TextprotoScalars(input, this.#tokens, builder, this.#fail, unexpected);
  }

  async read(): Promise<void> {
    for (let waiting = this.#some(); waiting !== true; waiting = this.#some()) await waiting;
  }

  fail(code: TextCode, message: string): never {
    throw textError(code, message, this.#tokens.place(), this.path());
  }

  path(): string {
    return this.#at.path(this.#next !== NAME && this.#next !== SEPARATOR);
  }

  #some(): true | Promise<void> {
    const tokens = this.#tokens;
    for (;;) {
      const waiting = this.#token(tokens.next());
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
        if (symbol === COMMA || symbol === SEMICOLON) return undefined;
        return this.#name(kind, symbol);
      case NAME:
        return this.#name(kind, symbol);
      case NAMED:
        this.#named(kind, symbol);
        return undefined;
      case LIST_BEGUN:
        if (symbol === CLOSE_LIST) this.#endList();
        else this.#value(kind, symbol);
        return undefined;
      case LIST_GOES_ON:
        if (symbol === CLOSE_LIST) this.#endList();
        else if (symbol === COMMA) {
          this.#next = VALUE;
          this.#at.count(this.#at.field as TextField);
        } else throw this.#unexpected(kind, ', or ]');
        return undefined;
      case FIRST_VALUE:
        if (symbol === OPEN_LIST && this.#at.field?.field.repeated === true) this.#beginList();
        else this.#value(kind, symbol);
        return undefined;
      case VALUE:
        this.#value(kind, symbol);
        return undefined;
      case STRING_GOES_ON:
        if (kind === STRING_TOKEN) {
          this.#append();
          return undefined;
        }
        this.builder.closeBytes(this.#at.field ?? null);
        this.#done();
        return this.#token(kind);
      case NEGATIVE:
        this.#scalar(this.#at.field as TextField, kind, true);
        return undefined;
      default:
        return this.#argument(kind, symbol);
    }
  }

  #name(kind: number, symbol: number): true | undefined {
    const { builder } = this;
    const { message, depth } = builder;
    if (kind === END_TOKEN) {
      if (depth > 0) throw this.#tokens.error('the text ends in the middle of a message');
      return true;
    }
    if (symbol !== 0 && depth > 0 && symbol === this.#at.closer) {
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
    const at = this.#at;
    const field = fieldNamed(message, message.byName, this.#tokens.text(), this.#fail);
    at.field = field;
    if (field.field.repeated) at.count(field);
    else claimOnce(this.builder, field, this.#fail);
  }

  #unknownName(): void {
    const text = this.#tokens.text();
    const number = Number(text);
    if (!/^[1-9]\d*$/.test(text) || number > 0x1fffffff)
      throw this.#tokens.error(`${text} is no number of a field`);
    this.#at.field = undefined;
    this.#at.number = number;
  }

  #named(kind: number, symbol: number): void {
    const { field } = this.#at;
    const mayOpen = field === undefined || field.isMessage;
    if (symbol === COLON) this.#next = FIRST_VALUE;
    else if (mayOpen && isOpening(symbol)) this.#enter(symbol);
    else if (field?.isMessage === true && symbol === OPEN_LIST && field.field.repeated) this.#beginList();
    else throw this.#unexpected(kind, field?.isMessage === true ? 'a {' : 'a :');
  }

  #enter(symbol: number): void {
    const { builder } = this;
    const { field, number } = this.#at;
    if (builder.isFull) this.fail('message-nesting-too-deep', 'more levels than readers accept');
    let isGroup = false;
    if (field === undefined) {
      // A LEN record of a known field would appear under its name, so a message under a known number is a
      // group.
      isGroup = isSchemaName(builder.message, number, WIRE_LEN) !== undefined;
      if (isGroup) builder.openGroup(number);
      else builder.openUnknown(number);
    } else builder.open(field);
    this.#at.enter(symbol === OPEN_BRACE ? CLOSE_BRACE : CLOSE_ANGLE, isGroup);
    this.#next = NAME;
  }

  #leave(): void {
    if (this.#at.leave()) this.builder.closeGroup(this.#at.number);
    else this.builder.close();
    this.#done();
  }

  #beginList(): void {
    this.#at.isList = true;
    this.#next = LIST_BEGUN;
  }

  #endList(): void {
    this.#at.isList = false;
    this.#next = SEPARATOR;
  }

  /** Sets the state after a value has been written. */
  #done(): void {
    this.#next = this.#at.isList ? LIST_GOES_ON : SEPARATOR;
  }

  #value(kind: number, symbol: number): void {
    const { field } = this.#at;
    if (kind === SPECIAL) this.#beginCall(kind);
    else if (field === undefined) this.#unknownValue(kind, symbol);
    else if (field.isMessage) {
      if (!isOpening(symbol)) throw this.#unexpected(kind, 'a {');
      this.#enter(symbol);
    } else if (field.isPayload) {
      if (kind !== STRING_TOKEN) throw this.#unexpected(kind, dueOf(field));
      this.#beginString(field);
    } else if (symbol === MINUS) this.#next = NEGATIVE;
    else this.#scalar(field, kind);
  }

  #scalar(field: TextField, kind: number, isNegative = false): void {
    this.#scalars.write(field, kind, isNegative);
    this.#done();
  }

  #unknownValue(kind: number, symbol: number): void {
    const { number } = this.#at;
    if (isOpening(symbol)) this.#enter(symbol);
    else if (kind === STRING_TOKEN) {
      refuseKnown(this.builder.message, number, WIRE_LEN, this.#fail);
      this.#beginString(null);
    } else {
      this.#scalars.writeUnknown(number, kind);
      this.#done();
    }
  }

  /** @param field null for an unknown field */
  #beginString(field: TextField | null): void {
    this.builder.openBytes(field, this.#at.number);
    this.#append();
    this.#next = STRING_GOES_ON;
  }

  /** Adds the string in the current token to the open payload. */
  #append(): void {
    const { builder } = this;
    const { bytes } = this.input;
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

  #beginCall(kind: number): void {
    const { field } = this.#at;
    const name = this.#tokens.text();
    const mistake = TextprotoCall.mistakeIn(name);
    if (mistake !== undefined) throw this.#tokens.error(mistake);
    if (field !== undefined && !field.isPayload) throw this.#unexpected(kind, dueOf(field));
    this.#call = new TextprotoCall(name);
    this.#next = ARGUMENTS;
  }

  #argument(kind: number, symbol: number): undefined | Promise<void> {
    const call = this.#call;
    const text = kind === SYMBOL ? String.fromCharCode(symbol) : this.#tokens.text();
    if (!call.take(kind, text)) throw this.#unexpected(kind, call.form);
    if (call.reference === undefined) return undefined;
    const field = this.#at.field ?? null;
    if (field === null) refuseKnown(this.builder.message, this.#at.number, WIRE_LEN, this.#fail);
    const read = readBlob(call.reference, this.blobs, this.#fail);
    if (read instanceof Promise) return read.then((bytes) => this.#blob(field, bytes));
    this.#blob(field, read);
    return undefined;
  }

  #blob(field: TextField | null, bytes: Uint8Array): void {
    this.builder.payload(field, bytes, 0, bytes.length, this.#at.number);
    this.#done();
  }

  #unexpected(kind: number, due: string) {
    const what = this.#tokens.shown(kind);
    const path = this.path();
    return textError('text-syntax', `${what} where ${due} belongs`, this.#tokens.place(), path);
  }
}

const FRAME_COMMENT = new TextEncoder().encode(' $frame:');

function isOpening(symbol: number): boolean {
  return symbol === OPEN_BRACE || symbol === OPEN_ANGLE;
}
