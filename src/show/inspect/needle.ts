import { decodeScalar } from '../../base/schema/scalar.js';
import {
  type FieldTable,
  type SchemaTables,
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_FLOAT,
  TYPE_UINT32,
  TYPE_UINT64,
} from '../../base/schema/table.js';
import { WIRE_I32, WIRE_I64 } from '../../base/wire/tag.js';

/** A search term in the forms in which names and values of every type are compared. */
export class Needle {
  /** The term in lower case. */
  readonly text: string;
  readonly #number: number;
  readonly #integer: bigint | undefined;
  readonly #bool: boolean | undefined;
  /** For each enum that was compared: the numbers of values whose names contain the term. */
  readonly #named = new Map<number, ReadonlySet<number>>();

  constructor(
    text: string,
    private readonly schema: SchemaTables,
  ) {
    this.text = text.trim().toLowerCase();
    const isInteger = /^(-?\d{1,20}|0x[\da-f]{1,16})$/.test(this.text);
    this.#integer = isInteger ? BigInt(this.text) : undefined;
    const isNumber = isInteger || /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/.test(this.text);
    this.#number = isNumber ? Number(this.text) : Number.NaN;
    this.#bool = this.text === 'true' ? true : this.text === 'false' ? false : undefined;
  }

  isIn(name: string): boolean {
    return name.toLowerCase().includes(this.text);
  }

  /**
   * True if the term equals the value of a number field. @param lo the low half of its bits @param hi the
   * high half, both as signed 32-bit integers
   */
  isNumber(field: FieldTable, lo: number, hi: number): boolean {
    if (field.enum >= 0 && this.#names(field.enum).has(lo)) return true;
    if (field.type === TYPE_BOOL) return this.#bool === (lo !== 0 || hi !== 0);
    return this.#isType(field.type, lo, hi);
  }

  /** True if the term equals the bits of an unknown field. */
  isBits(wireType: number, lo: number, hi: number): boolean {
    if (wireType === WIRE_I32) return this.#isType(TYPE_UINT32, lo, 0) || this.#isType(TYPE_FLOAT, lo, 0);
    if (this.#isType(TYPE_UINT64, lo, hi)) return true;
    return wireType === WIRE_I64 && this.#isType(TYPE_DOUBLE, lo, hi);
  }

  #isType(type: number, lo: number, hi: number): boolean {
    if (Number.isNaN(this.#number)) return false;
    const value = decodeScalar(type, lo, hi);
    if (typeof value === 'bigint') return value === this.#integer;
    // A float cannot represent 0.1 exactly, so a float matches if it is nearest to the term.
    return value === this.#number || (type === TYPE_FLOAT && value === Math.fround(this.#number));
  }

  #names(index: number): ReadonlySet<number> {
    let found = this.#named.get(index);
    if (found === undefined) {
      const values = this.schema.enums[index]?.values ?? [];
      found = new Set(values.filter(({ name }) => this.isIn(name)).map(({ number }) => number));
      this.#named.set(index, found);
    }
    return found;
  }
}
