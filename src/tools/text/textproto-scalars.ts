import type { ProtomdlError } from '../../base/diagnostics/error.js';
import { TYPE_BOOL } from '../../base/schema/table.js';
import { refuseKnown, valueNamed } from './field-names.js';
import type { InputText } from './input-text.js';
import type { MessageBuilder } from './message-builder.js';
import type { Fail } from './parse-error.js';
import { digitsOf, isReal, ScalarBits } from './scalar-bits.js';
import type { TextField } from './schema-names.js';
import { dueOf, integerOf, isWhole, realOf, truthOf, unknownWireType } from './textproto-numbers.js';
import { IDENT, INT, type TextprotoTokens } from './textproto-tokens.js';

/** Writes the values of text format that are one token: numbers, booleans, and names of enum values. */
export class TextprotoScalars {
  readonly #bits = new ScalarBits();

  /** @param unexpected makes the error for a token of this kind that is not allowed at this position */
  constructor(
    private readonly input: InputText,
    private readonly tokens: TextprotoTokens,
    private readonly builder: MessageBuilder,
    private readonly fail: Fail,
    private readonly unexpected: (kind: number, due: string) => ProtomdlError,
  ) {}

  /**
   * Writes the token as the value of a field.
   * @param kind kind of the token
   * @param isNegative true after a minus sign
   */
  write(field: TextField, kind: number, isNegative = false): void {
    const { tokens, fail } = this;
    const bits = this.#bits;
    const { type } = field.field;
    if (type === TYPE_BOOL && !isNegative) {
      const truth = truthOf(kind, tokens.text());
      if (truth === undefined) throw this.unexpected(kind, 'true or false');
      bits.lo = truth ? 1 : 0;
      bits.hi = 0;
    } else if (kind === IDENT && field.values !== undefined && !isNegative) {
      bits.whole(type, valueNamed(field.values, tokens.text(), fail));
    } else if (isReal(type)) {
      const value = realOf(kind, tokens.text());
      if (value === undefined) throw this.unexpected(kind, 'a number');
      bits.real(type, isNegative ? -value : value, isNegative);
    } else this.#whole(field, kind, isNegative);
    this.builder.scalar(field, bits.lo, bits.hi);
  }

  /** Writes the token as the value of an unknown field. */
  writeUnknown(number: number, kind: number): void {
    const { builder, fail } = this;
    if (kind !== INT) throw this.unexpected(kind, 'a number, a string or a {');
    const text = this.tokens.text();
    const value = integerOf(text);
    const wireType = unknownWireType(text);
    if (value >> 64n !== 0n) fail('text-value-invalid', `${text} has more than 64 bits`);
    refuseKnown(builder.message, number, wireType, fail);
    const lo = Number(BigInt.asIntN(32, value));
    builder.unknown(number, wireType, lo, Number(BigInt.asIntN(32, value >> 32n)));
  }

  #whole(field: TextField, kind: number, isNegative: boolean): void {
    const { tokens, fail } = this;
    const { bytes } = this.input;
    const { type, name } = field.field;
    if (!isWhole(kind, field, isNegative)) throw this.unexpected(kind, dueOf(field, isNegative));
    const isDecimal = tokens.stop - tokens.start === 1 || bytes[tokens.start] !== 0x30;
    const small = isDecimal ? digitsOf(bytes, tokens.start, tokens.stop) : -1;
    const sign = isNegative ? -1 : 1;
    const fits =
      small >= 0
        ? this.#bits.whole(type, sign * small)
        : this.#bits.big(type, BigInt(sign) * integerOf(tokens.text()));
    if (!fits) fail('text-value-invalid', `${tokens.text()} is out of the range of ${name}`);
  }
}
