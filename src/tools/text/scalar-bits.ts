import {
  TYPE_DOUBLE,
  TYPE_FIXED32,
  TYPE_FIXED64,
  TYPE_FLOAT,
  TYPE_INT64,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_UINT32,
  TYPE_UINT64,
} from '../../base/schema/table.js';

/** The two halves of a number's encoded value. Each method sets both, or returns false. */
export class ScalarBits {
  lo = 0;
  hi = 0;
  readonly #view = new DataView(new ArrayBuffer(8));

  /** @param value a whole number of magnitude at most 2^53 @returns true if the type can hold it */
  whole(type: number, value: number): boolean {
    switch (type) {
      case TYPE_UINT32:
      case TYPE_FIXED32:
        if (value < 0 || value > 0xffffffff) return false;
        this.lo = value | 0;
        this.hi = 0;
        return true;
      case TYPE_UINT64:
      case TYPE_FIXED64:
        if (value < 0) return false;
        this.#halves(value);
        return true;
      case TYPE_INT64:
      case TYPE_SFIXED64:
        this.#halves(value);
        return true;
      case TYPE_SINT64:
        return this.big(type, BigInt(value));
      default:
        if (value < -0x80000000 || value > 0x7fffffff) return false;
        if (type === TYPE_SINT32) {
          this.lo = (value << 1) ^ (value >> 31);
          this.hi = 0;
        } else {
          this.lo = value | 0;
          this.hi = value < 0 ? -1 : 0;
        }
        return true;
    }
  }

  /** Encodes a number of any size. */
  big(type: number, value: bigint): boolean {
    let bits = value;
    switch (type) {
      case TYPE_UINT64:
      case TYPE_FIXED64:
        if (BigInt.asUintN(64, value) !== value) return false;
        break;
      case TYPE_INT64:
      case TYPE_SFIXED64:
        if (BigInt.asIntN(64, value) !== value) return false;
        break;
      case TYPE_SINT64:
        if (BigInt.asIntN(64, value) !== value) return false;
        bits = (value << 1n) ^ (value >> 63n);
        break;
      default:
        return BigInt.asIntN(53, value) === value && this.whole(type, Number(value));
    }
    this.lo = Number(BigInt.asIntN(32, bits));
    this.hi = Number(BigInt.asIntN(32, bits >> 32n));
    return true;
  }

  /**
   * @param type TYPE_FLOAT or TYPE_DOUBLE
   * @param isNegative sign of a NaN
   */
  real(type: number, value: number, isNegative = false): void {
    const view = this.#view;
    if (type === TYPE_FLOAT) {
      view.setFloat32(0, value);
      this.lo = view.getInt32(0);
      this.hi = 0;
    } else {
      view.setFloat64(0, value);
      this.hi = view.getInt32(0);
      this.lo = view.getInt32(4);
    }
    if (!isNegative || !Number.isNaN(value)) return;
    if (type === TYPE_FLOAT) this.lo |= SIGN;
    else this.hi |= SIGN;
  }

  #halves(value: number): void {
    // `| 0` reduces any whole number modulo 2^32.
    this.lo = value | 0;
    this.hi = Math.floor(value / 0x100000000) | 0;
  }
}

const SIGN = 0x80000000;

export function isReal(type: number): boolean {
  return type === TYPE_FLOAT || type === TYPE_DOUBLE;
}

/** Limit for exponents: no value of a field has as many digits. */
const MAX_EXPONENT = 400;

/**
 * Parses a decimal number that is whole, in any notation: `12`, `1.2e1`, `12.0`.
 * @returns undefined if the text is not a whole number
 */
export function wholeOf(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponentText = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > MAX_EXPONENT || text.length > 2 * MAX_EXPONENT) return undefined;
  const digits = whole + fraction;
  const point = Math.max(0, whole.length + exponent);
  if (/[1-9]/.test(digits.slice(point))) return undefined;
  // Without any digit left, the value is 0.
  const value = BigInt(digits.slice(0, point).padEnd(point, '0'));
  return sign === '-' ? -value : value;
}

/** Parses up to 15 decimal digits without making a string. Returns -1 for anything else. */
export function digitsOf(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > 15 || from === to) return -1;
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
