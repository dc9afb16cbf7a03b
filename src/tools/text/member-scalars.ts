import { TYPE_BOOL, TYPE_FLOAT, TYPE_STRING } from '../../base/schema/table.js';
import { base64Room, readBase64 } from './base64-text.js';
import { valueNamed } from './field-names.js';
import type { MessageBuilder } from './message-builder.js';
import type { Fail } from './parse-error.js';
import { latin1, shown } from './parse-json.js';
import { textOf, unescaped } from './parse-string.js';
import { digitsOf, isReal, ScalarBits, wholeOf } from './scalar-bits.js';
import type { TextField } from './schema-names.js';

/** Writes the values of the JSON mapping that are strings, numbers and literals. */
export class MemberScalars {
  readonly #bits = new ScalarBits();
  readonly #invalid: (message: string) => never = (message) => this.fail('text-value-invalid', message);

  constructor(
    private readonly builder: MessageBuilder,
    private readonly fail: Fail,
  ) {}

  /** Writes a string: text, base64, the name of an enum's value, or a number in quotation marks. */
  string(field: TextField, bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    if (field.isPayload) {
      const text = escaped ? unescaped(bytes, from, to, this.#invalid) : bytes;
      this.#payload(field, text, escaped ? 0 : from, escaped ? text.length : to);
      return;
    }
    const { type } = field.field;
    if (field.isMessage || type === TYPE_BOOL) mismatch(field, 'a string', this.fail);
    const text = (): string => textOf(bytes, from, to, escaped, this.#invalid);
    if (field.values !== undefined) this.#bits.whole(type, valueNamed(field.values, text(), this.fail));
    else if (isReal(type)) this.#real(field, text());
    else if (!this.#isSmall(field, bytes, from, to)) this.#whole(field, text());
    this.#write(field);
  }

  number(field: TextField, bytes: Uint8Array, from: number, to: number): void {
    const { type } = field.field;
    if (field.isMessage || field.isPayload || type === TYPE_BOOL) mismatch(field, 'a number', this.fail);
    if (isReal(type)) this.#real(field, latin1(bytes, from, to));
    else if (!this.#isSmall(field, bytes, from, to)) this.#whole(field, latin1(bytes, from, to));
    this.#write(field);
  }

  truth(field: TextField, value: boolean): void {
    if (field.field.type !== TYPE_BOOL) mismatch(field, `${value}`, this.fail);
    this.builder.scalar(field, value ? 1 : 0, 0);
  }

  #write(field: TextField): void {
    this.builder.scalar(field, this.#bits.lo, this.#bits.hi);
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
    if (end < 0) this.#invalid(`${shown(bytes, from, to)} is not base64`);
    builder.at = end;
    builder.closeBytes(field);
  }

  /** Takes a short run of digits without making a string. @returns true if the value was taken */
  #isSmall({ field }: TextField, bytes: Uint8Array, from: number, to: number): boolean {
    const small = digitsOf(bytes, from, to);
    return small >= 0 && this.#bits.whole(field.type, small);
  }

  #whole({ field }: TextField, text: string): void {
    const value = wholeOf(text);
    if (value === undefined) this.#invalid(`${field.name} must be a whole number, not ${clipped(text)}`);
    if (!this.#bits.big(field.type, value)) {
      this.#invalid(`${clipped(text)} is out of the range of ${field.name}`);
    }
  }

  #real({ field: { type, name } }: TextField, text: string): void {
    const value = /^(NaN|-?Infinity|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/.test(text) ? Number(text) : undefined;
    if (value === undefined) this.#invalid(`${name} must be a number, not ${clipped(text)}`);
    const held = type === TYPE_FLOAT ? Math.fround(value) : value;
    if (!Number.isFinite(held) && /\d/.test(text)) {
      this.#invalid(`${clipped(text)} is out of the range of ${name}`);
    }
    this.#bits.real(type, value);
  }
}

/** Reports a value that the field cannot take. @param what kind of the given value */
export function mismatch({ field, isMessage, isBytes }: TextField, what: string, fail: Fail): never {
  const due = isMessage
    ? 'an object'
    : field.type === TYPE_BOOL
      ? 'true or false'
      : isBytes
        ? 'bytes in base64'
        : field.type === TYPE_STRING
          ? 'a string'
          : 'a number';
  return fail('text-value-invalid', `${field.name} must be ${due}, not ${what}`);
}

function clipped(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
