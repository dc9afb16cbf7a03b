import { ProtomdlError } from '../../base/diagnostics/error.js';
import {
  type FieldTable,
  isPackable,
  type MessageTable,
  type SchemaTables,
  wireTypeOf,
} from '../../base/schema/table.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';

/** A field with its tags, which readers compare with the tags of records. */
export class FieldLayout {
  /** Tag of the field's records outside of packed lists. */
  readonly tag: number;
  /** Tag of the field's packed lists; otherwise 0, which is never a record's tag. */
  readonly packedTag: number;
  /** Length of the tag in bytes, as encoders write it. */
  readonly tagLength: number;
  // Copied from the table, so that a getter reads only one object.
  /** `table.type`. */
  readonly type: number;
  /** `table.oneof`. */
  readonly oneof: number;

  /** @hidden */
  constructor(
    /** The field in the schema. */
    readonly table: FieldTable,
    /** Position in the message's table. */
    readonly slot: number,
    private readonly layouts: Layouts,
  ) {
    this.type = table.type;
    this.oneof = table.oneof;
    this.tag = tagOf(table.number, wireTypeOf(table.type));
    this.tagLength = this.tag < 0x80 ? 1 : Math.ceil((32 - Math.clz32(this.tag)) / 7);
    this.packedTag = table.repeated && isPackable(table.type) ? tagOf(table.number, WIRE_LEN) : 0;
  }

  /** The layout of the message that this field holds. */
  get message(): MessageLayout {
    return this.layouts.at(this.table.message);
  }
}

/** Field numbers and tags below this are looked up in an array. */
const DENSE = 256;

/**
 * A message table with lookup of fields by number and by tag. All views share the same object for a table.
 */
export class MessageLayout {
  /** Ascending by number, as in the table. */
  readonly fields: readonly FieldLayout[];
  /**
   * By tag below 256: the field's slot plus 1; 0 for unknown fields and for other wire types of known fields.
   */
  readonly rows = new Int32Array(DENSE);
  /** By tag below 256: the index of the oneof plus 1; 0 outside of a oneof. */
  readonly oneofRows = new Int32Array(DENSE);
  readonly #byNumber: (FieldLayout | undefined)[] = [];
  readonly #slots = new Map<number, number>();
  readonly #far = new Map<number, FieldLayout>();

  /** @hidden */
  constructor(
    /** The message in the schema. */
    readonly table: MessageTable,
    layouts: Layouts,
  ) {
    this.fields = table.fields.map((field, slot) => new FieldLayout(field, slot, layouts));
    for (const field of this.fields) {
      if (field.table.number < DENSE) this.#byNumber[field.table.number] = field;
      else this.#far.set(field.table.number, field);
      for (const tag of [field.tag, field.packedTag]) {
        if (tag === 0) continue;
        this.#slots.set(tag, field.slot);
        if (tag < DENSE) {
          this.rows[tag] = field.slot + 1;
          this.oneofRows[tag] = field.oneof + 1;
        }
      }
    }
  }

  /** Returns the field of this number, or undefined. */
  find(number: number): FieldLayout | undefined {
    return number < DENSE ? this.#byNumber[number] : this.#far.get(number);
  }

  /** @throws ProtomdlError `schema-unknown-field` if the message has no field of this number */
  field(number: number): FieldLayout {
    const field = this.find(number);
    if (field === undefined) {
      throw new ProtomdlError('schema-unknown-field', `${this.table.typeName} has no field ${number}`);
    }
    return field;
  }

  /** Returns the slot of the field for records with this tag; -1 for an unknown field. */
  slotOf(tag: number): number {
    return tag < DENSE ? (this.rows[tag] as number) - 1 : (this.#slots.get(tag) ?? -1);
  }

  /** Returns the index of the oneof for records with this tag; -1 outside of a oneof. */
  oneofOf(tag: number): number {
    if (tag < DENSE) return (this.oneofRows[tag] as number) - 1;
    const slot = this.slotOf(tag);
    return slot < 0 ? -1 : (this.fields[slot] as FieldLayout).oneof;
  }
}

/** The layouts of a schema, each made on first use: most files use only a few. */
class Layouts {
  readonly #made: (MessageLayout | undefined)[] = [];
  #indexes: ReadonlyMap<string, number> | undefined;

  constructor(private readonly tables: SchemaTables) {}

  at(index: number): MessageLayout {
    this.#made[index] ??= new MessageLayout(this.tables.messages[index] as MessageTable, this);
    return this.#made[index];
  }

  named(typeName: string): MessageLayout {
    this.#indexes ??= new Map(this.tables.messages.map(({ typeName: name, index }) => [name, index]));
    return this.at(this.#indexes.get(typeName) as number);
  }
}

const known = new WeakMap<SchemaTables, Layouts>();

/** Returns the layout of the message with this index. Each layout is made once. */
export function layoutOf(tables: SchemaTables, index: number): MessageLayout {
  return layoutsIn(tables).at(index);
}

function layoutsIn(tables: SchemaTables): Layouts {
  let layouts = known.get(tables);
  if (layouts === undefined) {
    layouts = new Layouts(tables);
    known.set(tables, layouts);
  }
  return layouts;
}

/** Returns the layout of the message with this name. The schema must have the message. */
export function layoutNamed(tables: SchemaTables, typeName: string): MessageLayout {
  return layoutsIn(tables).named(typeName);
}

/** Returns the layouts of a schema, by index of the message. */
export function layoutsOf(tables: SchemaTables): readonly MessageLayout[] {
  return tables.messages.map((_, index) => layoutOf(tables, index));
}
