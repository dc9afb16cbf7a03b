/** Writes messages that readers often get wrong: everything in a schema, in every form, with a few errors. */
import * as table from '../../src/base/schema/table.js';
import { concat, fixed32, fixed64, prefixed, tag, varint } from '../arbitrary/wire-writer.js';
import type { Random } from '../kernel/random.js';

const [VARINT, I64, LEN, SGROUP, EGROUP, I32] = [0, 1, 2, 3, 4, 5];
const CHARACTERS = ['a', 'b', 'é', '€', '𝄞', '\u0000', '\ud7ff', '\u{10ffff}'];
/** Invalid UTF-8: continuation bytes, overlong forms, surrogates, past U+10FFFF, cut characters. */
const NO_TEXT = [
  '80',
  'c0af',
  'c1bf',
  'e08080',
  'eda080',
  'edbfbf',
  'f0808080',
  'f4908080',
  'f5808080',
  'ff',
  'c3',
  'e282',
  'f09d84',
];
const TYPES = [VARINT, I64, LEN, SGROUP, EGROUP, I32, 6, 7];

export class HostileWriter {
  #room = 0;

  /** @param odd percentage of varints, records and lengths that are unusual; some of these are wrong */
  constructor(
    private readonly random: Random,
    private readonly schema: table.SchemaTables,
    private readonly odd: number,
  ) {}

  /** A message of the first type, of about `size` bytes. */
  message(size: number): Uint8Array {
    this.#room = size;
    const bytes = this.#records(0, 0, 1 + this.random.next(16));
    if (!this.random.chance(10)) return bytes;
    return bytes.subarray(0, this.random.next(bytes.length + 1));
  }

  /** Writes nested messages and groups around the limit of levels; each level has further fields. */
  nested(): Uint8Array {
    const { random } = this;
    const chain: table.FieldTable[] = [];
    let message = this.schema.messages[0] as table.MessageTable;
    for (const depth = 95 + random.next(12); chain.length < depth; ) {
      const inner = message.fields.filter(({ type }) => type === table.TYPE_MESSAGE);
      const deeper = inner.filter((field) => this.#goesOn(field.message));
      if (deeper.length === 0) break;
      const field = random.pick(deeper);
      chain.push(field);
      message = this.schema.messages[field.message] as table.MessageTable;
    }
    const groups = random.chance(50) ? 98 - chain.length + random.next(6) : random.next(3);
    let bytes: Uint8Array = new Uint8Array(0);
    for (let i = 0; i < groups; i++) bytes = concat(tag(99, SGROUP), bytes, tag(99, EGROUP));
    for (const field of chain.reverse()) {
      const twice = random.chance(6)
        ? concat(tag(field.number, LEN), prefixed(bytes.subarray(0, 300)))
        : new Uint8Array(0);
      bytes = concat(tag(field.number, LEN), this.#length(bytes.length), bytes, twice);
    }
    return bytes;
  }

  /** True if messages of a type can be nested without limit. */
  #goesOn(index: number, within: readonly number[] = []): boolean {
    if (within.includes(index)) return true;
    const { fields } = this.schema.messages[index] as table.MessageTable;
    return fields.some(({ message }) => message >= 0 && this.#goesOn(message, [...within, index]));
  }

  #isOdd(percent = this.odd): boolean {
    return this.random.chance(percent);
  }

  #records(index: number, level: number, count: number): Uint8Array {
    const { random } = this;
    const message = this.schema.messages[index] as table.MessageTable;
    const parts: Uint8Array[] = [];
    // A message sometimes repeats the same few fields, so that lists, merging and oneofs occur.
    const fields = random.chance(30) ? random.some(message.fields, 20) : message.fields;
    while (parts.length < count && this.#room > 0) {
      const field = fields.length > 0 && !random.chance(8) ? random.pick(fields) : undefined;
      const part = field === undefined ? this.#foreign(message, level) : this.#record(field, level);
      this.#room -= part.length;
      parts.push(part);
    }
    return concat(...parts);
  }

  #record(field: table.FieldTable, level: number): Uint8Array {
    const { random } = this;
    const own = table.wireTypeOf(field.type);
    if (this.#isOdd(this.odd / 3))
      return concat(this.#tag(field.number, random.pick(TYPES)), this.#varint(BigInt(random.next(300))));
    if (field.type === table.TYPE_MESSAGE) {
      const payload = level > 8 ? new Uint8Array(0) : this.#records(field.message, level + 1, random.next(7));
      return concat(this.#tag(field.number, LEN), this.#length(payload.length), payload);
    }
    if (own !== LEN && field.repeated && random.chance(70)) {
      const payload = this.#packed(own);
      return concat(this.#tag(field.number, LEN), this.#length(payload.length), payload);
    }
    if (own !== LEN) return concat(this.#tag(field.number, own), this.#value(own));
    const payload = field.type === table.TYPE_STRING ? this.#text() : new Uint8Array(this.#size());
    return concat(this.#tag(field.number, LEN), this.#length(payload.length), payload);
  }

  /** Writes a list of up to 500 elements, which may end inside its last element. */
  #packed(wireType: number): Uint8Array {
    const { random } = this;
    const count = random.chance(50) ? 50 + random.next(451) : random.next(12);
    const bytes = concat(...Array.from({ length: count }, () => this.#value(wireType)));
    return this.#isOdd() ? bytes.subarray(0, Math.max(0, bytes.length - 1 - random.next(3))) : bytes;
  }

  #value(wireType: number): Uint8Array {
    const { random } = this;
    if (wireType === I64) return fixed64(BigInt(random.next(2 ** 31)) ** 2n);
    if (wireType === I32) return fixed32(random.next(2 ** 32));
    return this.#varint(this.#bits());
  }

  /**
   * Generates a value near a power of two, where the lengths of varints, the widths of types and signs
   * change.
   */
  #bits(): bigint {
    const { random } = this;
    if (random.chance(60)) return BigInt(random.next(200));
    const bits = (1n << BigInt(random.next(65))) + BigInt(random.next(3) - 1);
    return BigInt.asUintN(64, random.chance(30) ? -bits : bits);
  }

  /** A varint, sometimes overlong, rarely longer than allowed or with bits past 64. */
  #varint(value: bigint, most = 10): Uint8Array {
    const { random } = this;
    if (!this.#isOdd()) return varint(value);
    if (!this.#isOdd(20)) return varint(value, 1 + random.next(most));
    const bytes = varint(value, most + (random.chance(50) ? 1 : 0));
    if (bytes.length >= most) bytes[bytes.length - 1] = random.next(128);
    return bytes;
  }

  #tag(number: number, wireType: number): Uint8Array {
    if (this.#isOdd(1)) return this.#varint(BigInt(this.random.next(8)), 5);
    return this.#varint(BigInt(number * 8 + wireType), 5);
  }

  #length(length: number): Uint8Array {
    const { random } = this;
    if (!this.#isOdd(this.odd / 3)) return this.#varint(BigInt(length), 5);
    const wrong = [
      length + 1,
      length + random.next(20),
      length + 5000,
      length - 1,
      length >> 1,
      2 ** 31 - 1,
      2 ** 31,
    ];
    return this.#varint(BigInt(Math.max(0, random.pick(wrong))), 5);
  }

  #text(): Uint8Array {
    const { random } = this;
    const size = this.#size() >> 1;
    const characters = random.chance(50) ? ['a'] : CHARACTERS;
    const bytes = new TextEncoder().encode(
      Array.from({ length: size }, () => random.pick(characters)).join(''),
    );
    if (!this.#isOdd()) return bytes;
    const at = random.next(bytes.length + 1);
    return concat(
      bytes.subarray(0, at),
      Uint8Array.from(Buffer.from(random.pick(NO_TEXT), 'hex')),
      bytes.subarray(at),
    );
  }

  /** Returns a length that is mostly short, sometimes longer than a window. */
  #size(): number {
    const { random } = this;
    return random.chance(70) ? random.next(40) : random.next(600);
  }

  /** Writes an unknown field, or the end of a group that is not open. */
  #foreign({ fields }: table.MessageTable, level: number): Uint8Array {
    const { random } = this;
    const number = random.pick([1, 2, 15, 16, 99, 2047, 2048, 2 ** 28, 2 ** 29 - 1, 1 + random.next(100)]);
    if (fields.some((field) => field.number === number)) return new Uint8Array(0);
    const wireType = random.pick([VARINT, I64, LEN, SGROUP, I32]);
    const head = this.#tag(number, wireType);
    if (wireType === LEN) return concat(head, prefixed(new Uint8Array(this.#size())));
    if (wireType !== SGROUP) return concat(head, this.#value(wireType));
    const inside = Array.from({ length: random.next(4) }, () =>
      level > 8
        ? new Uint8Array(0)
        : this.#foreign({ fields: [] } as unknown as table.MessageTable, level + 1),
    );
    if (this.#isOdd(this.odd / 3))
      return concat(head, ...inside, this.#isOdd(50) ? tag(number + 1, EGROUP) : new Uint8Array(0));
    return concat(head, ...inside, this.#tag(number, EGROUP));
  }
}
