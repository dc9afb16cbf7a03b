import { type FieldTable, isPackable, type MessageTable, wireTypeOf } from '../../base/schema/table.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';

/** The fields of a message, prepared for a walk over millions of records. */
export class RecordShape {
  /** Number of repeated fields. */
  readonly repeated: number;
  /** By tags of one byte. */
  readonly #short = new Array<FieldTable | undefined>(128).fill(undefined);
  readonly #long = new Map<number, FieldTable>();
  readonly #places = new Map<number, number>();

  constructor(table: MessageTable | undefined) {
    for (const field of table?.fields ?? []) {
      this.#set(field, wireTypeOf(field.type));
      if (!field.repeated) continue;
      this.#places.set(field.number, this.#places.size);
      if (isPackable(field.type)) this.#set(field, WIRE_LEN);
    }
    this.repeated = this.#places.size;
  }

  /** Returns undefined if no field has this number and wire type. */
  field(tag: number): FieldTable | undefined {
    return tag < 128 ? this.#short[tag] : this.#long.get(tag);
  }

  /** Returns the index of a repeated field among the counts. */
  place(field: FieldTable): number {
    return this.#places.get(field.number) as number;
  }

  #set(field: FieldTable, wireType: number): void {
    const tag = tagOf(field.number, wireType);
    if (tag < 128) this.#short[tag] = field;
    else this.#long.set(tag, field);
  }
}

const shapes = new WeakMap<MessageTable, RecordShape>();
/** Shape of groups. */
const NO_FIELDS = new RecordShape(undefined);

export function shapeOf(table: MessageTable | undefined): RecordShape {
  if (table === undefined) return NO_FIELDS;
  let shape = shapes.get(table);
  if (shape === undefined) {
    shape = new RecordShape(table);
    shapes.set(table, shape);
  }
  return shape;
}
