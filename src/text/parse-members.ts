import { suggestion } from '../config/nearest.js';
import { TYPE_BOOL, TYPE_FLOAT, TYPE_STRING } from '../schema/table.js';
import { base64Room, readBase64 } from './base64-text.js';
import { type BlobReader, readBlob } from './blob-input.js';
import { GIVEN, type MessageBuilder, OCCUPIED } from './message-builder.js';
import { type TextCode, type TextPlace, textError } from './parse-error.js';
import { latin1, shown, type ValueSink } from './parse-json.js';
import { textOf, unescaped } from './parse-string.js';
import { digitsOf, isReal, ScalarBits, wholeOf } from './scalar-bits.js';
import type { TextField, TextMessage } from './schema-names.js';
import { bytesIn, referenceIn, UnknownFields } from './unknown-values.js';
import { kindOf, type Value, ValueCollector } from './value-collector.js';

// What is open.
const MESSAGE = 0;
const LIST = 1;
const UNKNOWN_LIST = 2;

/**
 * Builds a message from a text in the JSON mapping: told value by value, it writes record by record. Beside the
 * mapping it reads the notations that begin with `$`.
 */
export class MemberReader implements ValueSink {
  /** What stands under `$frame`; undefined where there is no such key. */
  frame: Value;
  /** Where it begins. */
  framePlace: TextPlace | undefined;

  /** The field whose value is due; of a list, that of the list. Undefined at the beginning. */
  #field: TextField | undefined;
  /** What the open one is, and those around it. */
  #kind = -1;
  readonly #kinds: number[] = [];
  /** Of messages in lists: the lists' fields and the elements so far. */
  readonly #fields: (TextField | undefined)[] = [];
  readonly #indexes: number[] = [];
  #index = 0;
  /** Under one of the keys that begin with `$`. */
  #special = '';
  #specials = new Set<string>();
  readonly #specialsAround: Set<string>[] = [];
  #collector: ValueCollector | undefined;
  #collected: ((value: Value) => void | Promise<void>) | undefined;

  readonly #bits = new ScalarBits();
  readonly #unknown: UnknownFields;
  readonly #fail = (message: string): never => this.fail('text-value-invalid', message);

  /** @param where the place of what is told now */
  constructor(
    private readonly builder: MessageBuilder,
    private readonly blobs: BlobReader | undefined,
    private readonly where: () => TextPlace,
  ) {
    this.#unknown = new UnknownFields(builder, blobs, (code, message) => this.fail(code, message));
  }

  fail(code: TextCode, message: string): never {
    throw textError(code, message, this.where(), this.path());
  }

  /** The field that is being read. */
  path(): string {
    let path = '';
    const steps = [...this.#kinds.map((kind, i) => [kind, this.#fields[i], this.#indexes[i]] as const)];
    steps.push([this.#kind, this.#field, this.#index]);
    for (const [kind, field, index] of steps) {
      if (field === undefined) continue;
      if (kind === MESSAGE) path += `${path === '' ? '' : '.'}${field.field.name}`;
      else if (kind === LIST) path += `[${index}]`;
    }
    return path;
  }

  key(bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    if (this.#collector !== undefined) {
      this.#collector.key(bytes, from, to, escaped);
      return;
    }
    const message = this.builder.message as TextMessage;
    const guess = this.#field === undefined ? message.first : this.#field.next;
    if (guess !== undefined && !escaped && isSame(guess.lastKey, bytes, from, to)) this.#field = guess;
    else {
      const name = textOf(bytes, from, to, escaped, this.#fail);
      if (name.startsWith('$')) {
        this.#specialKey(name);
        return;
      }
      const field = message.byAnyName.get(name);
      if (field === undefined) {
        this.#field = undefined;
        this.fail(
          'text-name-unknown',
          `${message.table.typeName} has no field ${name}${suggestion(name, message.byAnyName.keys())}`,
        );
      }
      field.lastKey = bytes.slice(from, to);
      if (this.#field === undefined) message.first = field;
      else this.#field.next = field;
      this.#field = field;
    }
  }

  beginObject(): void {
    if (this.#collector !== undefined) {
      this.#collector.beginObject();
      return;
    }
    if (this.#kind < 0) {
      this.#kind = MESSAGE;
      return;
    }
    if (this.#begins()) {
      this.#gathering.beginObject();
      return;
    }
    const field = this.#due('an object');
    if (!field.isMessage) {
      this.#gather((value) => this.#wrapped(field, value)).beginObject();
      return;
    }
    if (this.builder.isFull) this.fail('message-nesting-too-deep', 'more levels than any reader follows');
    this.builder.open(field);
    this.#push(MESSAGE);
    this.#field = undefined;
    this.#specialsAround.push(this.#specials);
    this.#specials = NONE;
  }

  endObject(): void | Promise<void> {
    if (this.#collector !== undefined) {
      this.#collector.endObject();
      return this.#gathered();
    }
    if (this.#kinds.length === 0) return;
    this.builder.close();
    this.#specials = this.#specialsAround.pop() as Set<string>;
    this.#pop();
  }

  beginList(): void {
    if (this.#collector !== undefined) {
      this.#collector.beginList();
      return;
    }
    if (this.#kind < 0) this.fail('text-value-invalid', 'a model is an object, not a list');
    if (this.#special === '$unknown') {
      this.#special = '';
      this.#push(UNKNOWN_LIST);
      return;
    }
    if (this.#begins()) {
      this.#gathering.beginList();
      return;
    }
    const field = this.#field as TextField;
    if (this.#kind === LIST)
      this.fail('text-value-invalid', `${field.field.name} is a list, not a list of lists`);
    if (!field.field.repeated)
      this.fail('text-value-invalid', `${field.field.name} has one value, not a list`);
    this.#once(field);
    this.#push(LIST);
    this.#index = 0;
  }

  endList(): void | Promise<void> {
    if (this.#collector !== undefined) {
      this.#collector.endList();
      return this.#gathered();
    }
    this.#pop();
  }

  string(bytes: Uint8Array, from: number, to: number, escaped: boolean): void | Promise<void> {
    if (this.#collector !== undefined || this.#begins()) {
      this.#gathering.string(bytes, from, to, escaped);
      return this.#gathered();
    }
    const field = this.#due('a string');
    if (field.isPayload) {
      if (escaped) {
        const text = unescaped(bytes, from, to, this.#fail);
        this.#payload(field, text, 0, text.length);
      } else this.#payload(field, bytes, from, to);
      return this.#done();
    }
    const { type } = field.field;
    const isSmall = digitsOf(bytes, from, to);
    if (field.values !== undefined) {
      const name = textOf(bytes, from, to, escaped, this.#fail);
      const value = field.values.byName.get(name);
      if (value === undefined) {
        this.fail(
          'text-name-unknown',
          `${field.values.table.typeName} has no value ${name}${suggestion(name, field.values.byName.keys())}`,
        );
      }
      this.#bits.whole(type, value);
    } else if (field.isMessage || type === TYPE_BOOL) this.#mismatch(field, 'a string');
    else if (isReal(type)) this.#real(field, textOf(bytes, from, to, escaped, this.#fail));
    else if (isSmall < 0 || !this.#bits.whole(type, isSmall)) {
      this.#whole(field, textOf(bytes, from, to, escaped, this.#fail));
    }
    this.builder.scalar(field, this.#bits.lo, this.#bits.hi);
    return this.#done();
  }

  number(bytes: Uint8Array, from: number, to: number): void | Promise<void> {
    if (this.#collector !== undefined || this.#begins()) {
      this.#gathering.number(bytes, from, to);
      return this.#gathered();
    }
    const field = this.#due('a number');
    const { type } = field.field;
    if (field.isMessage || field.isPayload || type === TYPE_BOOL) this.#mismatch(field, 'a number');
    if (isReal(type)) this.#real(field, latin1(bytes, from, to));
    else {
      const small = digitsOf(bytes, from, to);
      if (small < 0 || !this.#bits.whole(type, small)) this.#whole(field, latin1(bytes, from, to));
    }
    this.builder.scalar(field, this.#bits.lo, this.#bits.hi);
    this.#done();
  }

  literal(value: boolean | undefined): void | Promise<void> {
    if (this.#collector !== undefined || this.#begins()) {
      this.#gathering.literal(value);
      return this.#gathered();
    }
    if (value === undefined) {
      if (this.#kind !== MESSAGE) this.fail('text-value-invalid', 'a list cannot have null in it');
      return;
    }
    const field = this.#due(`${value}`);
    if (field.field.type !== TYPE_BOOL) this.#mismatch(field, `${value}`);
    this.builder.scalar(field, value ? 1 : 0, 0);
    this.#done();
  }

  /** To be called at the end: whether the text was an object. */
  finish(): void {
    if (this.#kind < 0) this.fail('text-value-invalid', 'a model is an object');
  }

  /** Takes note of a value. @returns the field that it is one of */
  #due(what: string): TextField {
    const field = this.#field;
    if (this.#kind < 0 || field === undefined)
      this.fail('text-value-invalid', `a model is an object, not ${what}`);
    if (this.#kind === LIST) return field;
    if (field.field.repeated)
      this.fail('text-value-invalid', `${field.field.name} has to be a list, not ${what}`);
    this.#once(field);
    return field;
  }

  #once(field: TextField): void {
    const claim = this.builder.claim(field);
    if (claim === GIVEN) this.fail('text-field-twice', `${field.field.name} is given twice`);
    if (claim === OCCUPIED) {
      const other = this.builder.occupantOf(field)?.field.name;
      const oneof = (this.builder.message as TextMessage).table.oneofs[field.field.oneof]?.name;
      this.fail('text-field-twice', `${field.field.name} beside ${other}: they are of one oneof, ${oneof}`);
    }
  }

  /** A value is written. */
  #done(): void {
    if (this.#kind === LIST) this.#index++;
  }

  #push(kind: number): void {
    this.#kinds.push(this.#kind);
    this.#fields.push(this.#field);
    this.#indexes.push(this.#index);
    this.#kind = kind;
  }

  #pop(): void {
    this.#kind = this.#kinds.pop() as number;
    this.#field = this.#fields.pop();
    this.#index = this.#indexes.pop() as number;
    this.#done();
  }

  #payload(field: TextField, bytes: Uint8Array, from: number, to: number): void {
    const { builder } = this;
    if (!field.isBytes) {
      builder.payload(field, bytes, from, to);
      return;
    }
    builder.openBytes(field);
    builder.need(base64Room(to - from));
    const end = readBase64(bytes, from, to, builder.bytes, builder.at);
    if (end < 0) this.fail('text-value-invalid', `${shown(bytes, from, to)} is no base64`);
    builder.at = end;
    builder.closeBytes(field);
  }

  #whole(field: TextField, text: string): void {
    const value = wholeOf(text);
    const name = field.field.name;
    if (value === undefined)
      this.fail('text-value-invalid', `${name} is a whole number, not ${clipped(text)}`);
    if (!this.#bits.big(field.field.type, value)) {
      this.fail('text-value-invalid', `${clipped(text)} is out of the range of ${name}`);
    }
  }

  #real(field: TextField, text: string): void {
    const { type, name } = field.field;
    const value = /^(NaN|-?Infinity|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/.test(text) ? Number(text) : undefined;
    if (value === undefined) this.fail('text-value-invalid', `${name} is a number, not ${clipped(text)}`);
    const held = type === TYPE_FLOAT ? Math.fround(value) : value;
    if (!Number.isFinite(held) && /\d/.test(text)) {
      this.fail('text-value-invalid', `${clipped(text)} is out of the range of ${name}`);
    }
    this.#bits.real(type, value);
  }

  #mismatch({ field, isMessage, isBytes }: TextField, what: string): never {
    const due = isMessage
      ? 'an object'
      : field.type === TYPE_BOOL
        ? 'true or false'
        : isBytes
          ? 'bytes in base64'
          : field.type === TYPE_STRING
            ? 'a string'
            : 'a number';
    this.fail('text-value-invalid', `${field.name} has to be ${due}, not ${what}`);
  }

  get #gathering(): ValueCollector {
    return this.#collector as ValueCollector;
  }

  /** Whether a value is to be gathered, and begins. */
  #begins(): boolean {
    if (this.#kind === UNKNOWN_LIST) {
      this.#gather((value) => this.#unknown.write(value));
      return true;
    }
    if (this.#special === '') return false;
    const name = this.#special;
    this.#special = '';
    if (name !== '$frame') this.fail('text-value-invalid', `${name} has to be a list`);
    this.#gather((value) => {
      this.frame = value;
    });
    return true;
  }

  #gather(then: (value: Value) => void | Promise<void>): ValueCollector {
    this.#collector = new ValueCollector(this.#fail);
    this.#collected = then;
    return this.#collector;
  }

  #gathered(): void | Promise<void> {
    const collector = this.#collector;
    if (collector === undefined || !collector.isWhole) return;
    this.#collector = undefined;
    const waiting = this.#collected?.(collector.value);
    if (waiting === undefined) {
      this.#done();
      return;
    }
    return waiting.then(() => this.#done());
  }

  /** A string or bytes in another notation than the mapping's. */
  #wrapped(field: TextField, value: Value): void | Promise<void> {
    const { builder } = this;
    const what = [...(value as ReadonlyMap<string, Value>).keys()];
    if (field.field.type === TYPE_STRING && what.length === 1 && what[0] === '$string') {
      const text = (value as ReadonlyMap<string, Value>).get('$string');
      if (typeof text !== 'string')
        this.fail('text-value-invalid', `$string has to be base64, not ${kindOf(text)}`);
      builder.payload(
        field,
        bytesIn(text, (code, message) => this.fail(code, message)),
      );
      return;
    }
    if (!field.isBytes || what.length !== 1 || what[0] !== '$bytes') this.#mismatch(field, 'an object');
    const fail = (code: TextCode, message: string): never => this.fail(code, message);
    const bytes = referenceIn(value, fail);
    if (bytes instanceof Uint8Array) {
      builder.payload(field, bytes);
      return;
    }
    const read = readBlob(bytes, this.blobs, fail);
    if (!(read instanceof Promise)) {
      builder.payload(field, read);
      return;
    }
    return read.then((content) => builder.payload(field, content));
  }

  #specialKey(name: string): void {
    const isFrame = name === '$frame' && this.#kinds.length === 0;
    if (!isFrame && name !== '$unknown') {
      const message =
        name === '$frame' ? '$frame belongs to the model, not to a part of it' : `nobody knows ${name}`;
      this.fail('text-name-unknown', `${message}${suggestion(name, ['$frame', '$unknown'])}`);
    }
    if (this.#specials.has(name)) this.fail('text-field-twice', `${name} is given twice`);
    this.#specials = new Set([...this.#specials, name]);
    this.#special = name;
    if (isFrame) this.framePlace = this.where();
  }
}

const NONE = new Set<string>();

function isSame(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from || from === to) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[from + i]) return false;
  return true;
}

function clipped(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
