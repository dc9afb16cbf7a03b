import * as table from '../../src/base/schema/table.js';
import type { Random } from './random.js';

const VALUES = [0, 1, 2, 5, 60, 63, 64, 127, 128, 200, 300, 16383, 16384, 70000, 2097151, 2 ** 28, 2 ** 31];

/** Generates a message of a schema, mostly as a compiler would write it, and sometimes in another way. */
export class MessageWriter {
  /**
   * Earlier messages by type, from which later messages are made, because messages of a real file are similar
   * to each other.
   */
  readonly #written = new Map<number, number[][]>();
  #budget = 0;
  #risen = 0;

  constructor(
    private readonly random: Random,
    private readonly schema: table.SchemaTables,
    private readonly odd: number,
  ) {}

  message(index: number, size: number): Uint8Array {
    this.#budget = size;
    return Uint8Array.from(this.#payload(index, 0));
  }

  #payload(index: number, level: number): number[] {
    const { random } = this;
    const before = this.#written.get(index) ?? [];
    if (before.length > 0 && random.chance(30)) return this.#touched(random.pick(before));
    const message = this.schema.messages[index] as table.MessageTable;
    const bytes: number[] = [];
    const taken = new Set<number>();
    for (const field of message.fields) {
      if (field.oneof >= 0 && taken.has(field.oneof) && !this.#odd()) continue;
      if (!random.chance(level === 0 ? 95 : 60)) continue;
      if (level > 6 && field.type === table.TYPE_MESSAGE && !this.#odd()) continue;
      if (field.oneof >= 0) taken.add(field.oneof);
      let times = field.repeated ? random.next(level === 0 ? 40 : 4) : 1;
      if (!field.repeated && this.#odd()) times = 2;
      for (; times > 0 && bytes.length < this.#budget; times--) bytes.push(...this.#record(field, level));
      if (this.#odd()) bytes.push(...this.#foreign());
    }
    if (bytes.length < 200) this.#written.set(index, [...before.slice(-3), bytes]);
    return bytes;
  }

  /** Returns the same message with some values changed, as far as the number of their bytes allows. */
  #touched(bytes: readonly number[]): number[] {
    return bytes.map((byte) => (this.random.chance(6) ? byte ^ (1 << this.random.next(8)) : byte));
  }

  #record(field: table.FieldTable, level: number): number[] {
    const { random } = this;
    const wireType = this.#odd() ? random.next(6) : table.wireTypeOf(field.type);
    const tag = this.#varint(BigInt(field.number * 8 + wireType));
    if (field.type === table.TYPE_MESSAGE) {
      const payload = this.#payload(field.message, level + 1);
      const length = this.#odd() ? payload.length + random.next(4) - 1 : payload.length;
      return [...tag, ...this.#varint(BigInt(Math.max(0, length))), ...payload];
    }
    if (field.repeated && table.isPackable(field.type) && random.chance(50)) {
      const values = Array.from({ length: random.next(5) }, () => this.#scalar(field.type)).flat();
      return [
        ...this.#varint(BigInt(field.number * 8 + 2)),
        ...this.#varint(BigInt(values.length)),
        ...values,
      ];
    }
    return [...tag, ...this.#scalar(field.type)];
  }

  #scalar(type: number): number[] {
    const { random } = this;
    const noise = (length: number) => Array.from({ length }, () => random.next(256));
    switch (table.wireTypeOf(type)) {
      case 1:
        return noise(8);
      case 5:
        return noise(4);
      case 2: {
        const length = random.chance(5) ? 3000 : random.next(12);
        const ascii = type === table.TYPE_STRING && random.chance(90);
        const bytes = noise(length).map((byte) => (ascii ? byte & 0x7f : byte));
        return [...this.#varint(BigInt(length)), ...bytes];
      }
      default:
        break;
    }
    if (random.chance(40)) return this.#varint(this.#rising());
    let value = BigInt(random.pick(VALUES) + (random.chance(30) ? random.next(3) : 0));
    if (type === table.TYPE_BOOL) value &= 1n;
    const wide = type === table.TYPE_UINT64 || type === table.TYPE_SINT64;
    if (random.chance(5)) value = wide || this.#odd() ? value << BigInt(random.next(50)) : 0xffff_ffffn;
    if (type === table.TYPE_INT32 && random.chance(10)) value = 0xffff_ffff_ffff_ffffn - value;
    return this.#varint(value);
  }

  /** Returns a number that is mostly larger than the previous number. */
  #rising(): bigint {
    const { random } = this;
    if (random.chance(1)) this.#risen = random.pick(VALUES);
    else this.#risen += random.chance(97) ? 1 + random.next(3) : random.next(2) - 1;
    return BigInt(Math.max(0, this.#risen));
  }

  /** Writes a field that the schema need not have. */
  #foreign(): number[] {
    const { random } = this;
    const wireType = random.next(6);
    const tag = this.#varint(BigInt(random.next(60) * 8 + wireType));
    const noise = (length: number) => Array.from({ length }, () => random.next(256));
    switch (wireType) {
      case 0:
        return [...tag, ...this.#varint(BigInt(random.pick(VALUES)))];
      case 1:
        return [...tag, ...noise(8)];
      case 2: {
        const length = random.next(9);
        return [...tag, length, ...noise(length)];
      }
      case 3:
        return [...tag, ...this.#foreign().slice(0, 20), (tag[0] as number) + 1, ...tag.slice(1)];
      case 5:
        return [...tag, ...noise(4)];
      default:
        return tag;
    }
  }

  #varint(value: bigint): number[] {
    const bytes: number[] = [];
    let rest = value;
    while (rest > 0x7fn) {
      bytes.push(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    bytes.push(Number(rest));
    if (this.#odd()) {
      const last = bytes.pop() as number;
      bytes.push(last | 0x80, ...Array.from({ length: this.random.next(3) }, () => 0x80), 0);
    }
    return bytes;
  }

  #odd(): boolean {
    // The chance of an irregularity is in tenths of a percent, because a message has hundreds of places for
    // one.
    return this.random.next(1000) < this.odd;
  }
}
