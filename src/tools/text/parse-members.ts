import { suggestion } from '../../check/config/nearest.js';
import type { BlobReader } from './blob-input.js';
import { claimOnce, fieldNamed } from './field-names.js';
import { LIST, MESSAGE_LEVEL, MemberLevels, UNKNOWN_LIST } from './member-levels.js';
import { MemberScalars } from './member-scalars.js';
import type { MessageBuilder } from './message-builder.js';
import { type Fail, type TextCode, type TextPlace, textError } from './parse-error.js';
import type { ValueSink } from './parse-json.js';
import { textOf } from './parse-string.js';
import type { TextField, TextMessage } from './schema-names.js';
import { UnknownFieldWriter } from './unknown-values.js';
import { type Value, ValueCollector } from './value-collector.js';
import { writeWrapped } from './wrapped-payload.js';

/**
 * Builds a message from a text in the JSON mapping: the parser passes on value by value, and this class
 * writes record by record. The class also reads the notations that begin with `$`.
 */
export class MemberReader implements ValueSink {
  /** The value under `$frame`; undefined without that key. */
  frame: Value;
  framePlace: TextPlace | undefined;

  readonly #at = new MemberLevels();
  /** The key with `$` whose value is due. */
  #special = '';
  #collector: ValueCollector | undefined;
  #collected: ((value: Value) => void | Promise<void>) | undefined;

  readonly #scalars: MemberScalars;
  readonly #unknown: UnknownFieldWriter;
  readonly #fail: Fail = (code, message) => this.fail(code, message);
  readonly #invalid: (message: string) => never = (message) => this.fail('text-value-invalid', message);

  /** @param where returns the position of the current token */
  constructor(
    private readonly builder: MessageBuilder,
    private readonly blobs: BlobReader | undefined,
    private readonly where: () => TextPlace,
  ) {
    this.#scalars = new MemberScalars(builder, this.#fail);
    this.#unknown = new UnknownFieldWriter(builder, blobs, this.#fail);
  }

  fail(code: TextCode, message: string): never {
    throw textError(code, message, this.where(), this.path());
  }

  path(): string {
    return this.#at.path();
  }

  key(bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    if (this.#collector !== undefined) {
      this.#collector.key(bytes, from, to, escaped);
      return;
    }
    const message = this.builder.message as TextMessage;
    const at = this.#at;
    const name = textOf(bytes, from, to, escaped, this.#invalid);
    if (name.startsWith('$')) {
      this.#specialKey(name);
      return;
    }
    // No field is set yet, so that the error's path ends at the message.
    at.field = undefined;
    at.field = fieldNamed(message, message.byAnyName, name, this.#fail);
  }

  beginObject(): void {
    if (this.#collector !== undefined) {
      this.#collector.beginObject();
      return;
    }
    if (this.#at.isEmpty) {
      this.#at.kind = MESSAGE_LEVEL;
      return;
    }
    if (this.#begins()) {
      this.#gathering.beginObject();
      return;
    }
    const field = this.#due('an object');
    if (!field.isMessage) {
      // The collector returns an object as a map.
      this.#gather((value) =>
        writeWrapped(this.builder, this.blobs, field, value as ReadonlyMap<string, Value>, this.#fail),
      ).beginObject();
      return;
    }
    if (this.builder.isFull) this.fail('message-nesting-too-deep', 'more levels than readers accept');
    this.builder.open(field);
    this.#at.enterMessage();
  }

  endObject(): void | Promise<void> {
    if (this.#collector !== undefined) {
      this.#collector.endObject();
      return this.#gathered();
    }
    if (this.#at.isRoot) return;
    this.builder.close();
    this.#at.leave();
  }

  beginList(): void {
    if (this.#collector !== undefined) {
      this.#collector.beginList();
      return;
    }
    const at = this.#at;
    if (at.isEmpty) this.#invalid('a model must be an object, not a list');
    if (this.#special === '$unknown') {
      this.#special = '';
      at.enterList(UNKNOWN_LIST);
      return;
    }
    if (this.#begins()) {
      this.#gathering.beginList();
      return;
    }
    const field = at.field as TextField;
    const { name, repeated } = field.field;
    if (at.kind === LIST) this.#invalid(`${name} must be a list, not a list of lists`);
    if (!repeated) this.#invalid(`${name} must be one value, not a list`);
    claimOnce(this.builder, field, this.#fail);
    at.enterList(LIST);
  }

  endList(): void | Promise<void> {
    if (this.#collector !== undefined) {
      this.#collector.endList();
      return this.#gathered();
    }
    this.#at.leave();
  }

  string(bytes: Uint8Array, from: number, to: number, escaped: boolean): void | Promise<void> {
    if (this.#collector !== undefined || this.#begins()) {
      this.#gathering.string(bytes, from, to, escaped);
      return this.#gathered();
    }
    this.#scalars.string(this.#due('a string'), bytes, from, to, escaped);
    this.#at.count();
  }

  number(bytes: Uint8Array, from: number, to: number): void | Promise<void> {
    if (this.#collector !== undefined || this.#begins()) {
      this.#gathering.number(bytes, from, to);
      return this.#gathered();
    }
    this.#scalars.number(this.#due('a number'), bytes, from, to);
    this.#at.count();
  }

  literal(value: boolean | undefined): void | Promise<void> {
    if (this.#collector !== undefined || this.#begins()) {
      this.#gathering.literal(value);
      return this.#gathered();
    }
    if (value === undefined) {
      if (this.#at.kind !== MESSAGE_LEVEL) this.#invalid('a list cannot contain null');
      return;
    }
    this.#scalars.truth(this.#due(`${value}`), value);
    this.#at.count();
  }

  /** Call this after the last value; throws if the text was not an object. */
  finish(): void {
    if (this.#at.isEmpty) this.#invalid('a model must be an object');
  }

  /** Registers a value. @returns the field that receives the value */
  #due(what: string): TextField {
    const { field, kind, isEmpty } = this.#at;
    if (isEmpty || field === undefined) this.#invalid(`a model must be an object, not ${what}`);
    if (kind === LIST) return field;
    if (field.field.repeated) this.#invalid(`${field.field.name} must be a list, not ${what}`);
    claimOnce(this.builder, field, this.#fail);
    return field;
  }

  get #gathering(): ValueCollector {
    return this.#collector as ValueCollector;
  }

  /** True if the next value has to be collected as a whole; also starts the collection. */
  #begins(): boolean {
    if (this.#at.kind === UNKNOWN_LIST) {
      this.#gather((value) => this.#unknown.write(value));
      return true;
    }
    if (this.#special === '') return false;
    const name = this.#special;
    this.#special = '';
    if (name !== '$frame') this.#invalid(`${name} must be a list`);
    this.#gather((value) => {
      this.frame = value;
    });
    return true;
  }

  #gather(then: (value: Value) => void | Promise<void>): ValueCollector {
    this.#collector = new ValueCollector(this.#invalid);
    this.#collected = then;
    return this.#collector;
  }

  #gathered(): void | Promise<void> {
    const collector = this.#collector;
    if (collector === undefined || !collector.isWhole) return;
    this.#collector = undefined;
    const waiting = this.#collected?.(collector.value);
    if (waiting === undefined) {
      this.#at.count();
      return;
    }
    return waiting.then(() => this.#at.count());
  }

  #specialKey(name: string): void {
    const at = this.#at;
    const isFrame = name === '$frame' && at.isRoot;
    if (!isFrame && name !== '$unknown') {
      const message =
        name === '$frame'
          ? '$frame belongs to the model, not to a part of it'
          : `${name} is not a name of this mapping`;
      this.fail('text-name-unknown', `${message}${suggestion(name, ['$frame', '$unknown'])}`);
    }
    if (at.specials.has(name)) this.fail('text-field-twice', `${name} is given twice`);
    at.specials = new Set([...at.specials, name]);
    // `$frame` and `$unknown` are not fields, so an error's path ends at the message.
    at.field = undefined;
    this.#special = name;
    if (isFrame) this.framePlace = this.where();
  }
}
