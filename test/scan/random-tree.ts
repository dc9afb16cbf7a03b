/** Messages as values before encoding, from which the expected results of a scan are computed. */
import * as table from '../../src/base/schema/table.js';
import { concat, fixed32, fixed64, I32, I64, LEN, prefixed, tag, varint } from '../arbitrary/wire-writer.js';
import type { Random } from '../kernel/random.js';

/** A present field: a number (the length of strings and bytes), a message, or a list. */
export type Value = number | Tree | readonly (number | Tree)[];

export interface Tree {
  readonly message: table.MessageTable;
  readonly fields: readonly (readonly [field: table.FieldTable, value: Value])[];
}

const VALUES = [0, 0, 1, 2, 5, 60, 63, 64, 127, 128, 200, 300, 16383, 16384, 70000, 2 ** 28, 2 ** 32 - 1];

/** Makes trees as compilers do: no field and no member of a oneof occurs twice, and values mostly rise. */
export class TreeMaker {
  #risen = 0;
  #left: number;

  constructor(
    private readonly random: Random,
    private readonly schema: table.SchemaTables,
    messages: number,
  ) {
    this.#left = messages;
  }

  tree(index: number, level = 0): Tree {
    const { random } = this;
    const message = this.schema.messages[index] as table.MessageTable;
    const fields: [table.FieldTable, Value][] = [];
    const taken = new Set<number>();
    for (const field of message.fields) {
      if (field.oneof >= 0 && taken.has(field.oneof)) continue;
      if (!random.chance(level === 0 ? 95 : 60)) continue;
      if (field.type === table.TYPE_MESSAGE && (level > 5 || this.#left <= 0)) continue;
      if (field.oneof >= 0) taken.add(field.oneof);
      const one = () => this.#value(field, level);
      const times = random.next(level === 0 ? 30 : 4);
      if (!field.repeated) fields.push([field, one()]);
      else if (times > 0) fields.push([field, Array.from({ length: times }, one)]);
    }
    return { message, fields };
  }

  #value(field: table.FieldTable, level: number): number | Tree {
    const { random } = this;
    this.#left--;
    if (field.type === table.TYPE_MESSAGE) return this.tree(field.message, level + 1);
    if (field.type === table.TYPE_BOOL) return random.next(2);
    if (table.wireTypeOf(field.type) === LEN) return random.next(12);
    if (random.chance(40)) return random.pick(VALUES);
    if (random.chance(1)) this.#risen = random.pick(VALUES);
    else this.#risen += random.chance(97) ? 1 + random.next(3) : random.next(2) - 1;
    return Math.min(Math.max(0, this.#risen), 2 ** 32 - 1);
  }
}

export function bytesOf({ fields }: Tree): Uint8Array {
  return concat(
    ...fields.flatMap(([field, value]) =>
      valuesOf(value).map((one) =>
        concat(tag(field.number, table.wireTypeOf(field.type)), scalar(field, one)),
      ),
    ),
  );
}

export function valuesOf(value: Value): readonly (number | Tree)[] {
  return typeof value === 'object' && !('message' in value) ? value : [value];
}

function scalar(field: table.FieldTable, value: number | Tree): Uint8Array {
  if (typeof value !== 'number') return prefixed(bytesOf(value));
  switch (table.wireTypeOf(field.type)) {
    case LEN:
      return prefixed(new Uint8Array(value).fill(0x61));
    case I32:
      return fixed32(value);
    case I64:
      return fixed64(value);
    default:
      return varint(value);
  }
}
