import {
  type FieldTable,
  type MessageTable,
  type SchemaTables,
  TYPE_BOOL,
  TYPE_BYTES,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FIXED64,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_STRING,
  TYPE_UINT64,
} from '../../base/schema/table.js';
import { WIRE_VARINT } from '../../base/wire/tag.js';
import { BLOB, type Entry, entriesOf, MESSAGE, PACKED, SCALAR } from '../../read/tape/entries.js';
import { jsonNameOf } from './number-text.js';
import { Words } from './words.js';

/** How a message is laid out as text. */
export const COMPACT = 0;
export const PRETTY = 1;
export const YAML = 2;
export const TEXTPROTO = 3;
export type Layout = typeof COMPACT | typeof PRETTY | typeof YAML | typeof TEXTPROTO;

// What a scalar's bits are shown as.
export const UINT32 = 0;
export const INT32 = 1;
export const SINT32 = 2;
export const BOOL = 3;
export const ENUM = 4;
export const UINT64 = 5;
export const INT64 = 6;
export const SINT64 = 7;
export const FLOAT = 8;
export const DOUBLE = 9;
export const STRING = 10;
export const BYTES = 11;

// A plan's numbers for a tag: first what its record is, which is zero where there is none.
export const PLAN_KEY = 1;
export const PLAN_KEY_LENGTH = 2;
export const PLAN_ONEOF = 3;
export const PLAN_WIDTH = 4;

// What a record is: one of the forms above, and of these.
export const PLAN_FORM = 0x0f;
export const PLAN_VARINT = 0x10;
export const PLAN_MESSAGE = 0x20;
/** Neither of them. */
export const PLAN_OTHER = 0x40;
export const PLAN_REPEATED = 0x80;
/** A varint that is not there when it is zero. */
export const PLAN_IMPLICIT = 0x100;

/** Tags that there is a plan for: of fields up to the 255th, so that a plan stays small whatever the schema. */
const PLANNED_TAGS = 2048;

/** A field's records in one wire type, with everything prepared that is written for them. */
export interface Cell {
  readonly entry: Entry;
  readonly field: FieldTable;
  readonly kind: Entry['kind'];
  /** Of the tag. */
  readonly wireType: number;
  /** The field number: members ascend by it. */
  readonly order: number;
  readonly form: number;
  readonly repeated: boolean;
  /** Whether a zero is not there at all. */
  readonly implicit: boolean;
  /** Bit of the oneof it is a member of; 0 without one. Oneofs past the 30th share the last bit. */
  readonly oneof: number;
  /** The name with all that stands around it: see `Words`. */
  readonly key: number;
  readonly keyLength: number;
  /** Of an enum: what is written for a value. */
  readonly values: ReadonlyMap<number, { readonly word: number; readonly length: number }> | undefined;
  readonly child: Cells | undefined;
}

/** The cells of a message by tag. */
export class Cells {
  /** Of tags of one byte. */
  readonly short: (Cell | undefined)[] = new Array<Cell | undefined>(128).fill(undefined);
  readonly all: Cell[] = [];
  /** What the printer of compact messages has to know of a tag, in PLAN_WIDTH numbers for each. */
  plan = new Int32Array(0);
  /** By tag, as far as there is a plan. */
  readonly children: (Cells | undefined)[] = [];
  readonly #long = new Map<number, Cell>();

  constructor(readonly table: MessageTable) {}

  of(tag: number): Cell | undefined {
    return tag < 128 ? this.short[tag] : this.#long.get(tag);
  }

  /** For the maker of all cells. */
  set(cell: Cell): void {
    const { tag } = cell.entry;
    if (tag < 128) this.short[tag] = cell;
    else this.#long.set(tag, cell);
    this.all.push(cell);
    if (tag < PLANNED_TAGS) this.#planFor(tag, cell);
  }

  #planFor(tag: number, cell: Cell): void {
    const row = tag * PLAN_WIDTH;
    if (row >= this.plan.length) {
      const grown = new Int32Array(row + PLAN_WIDTH);
      grown.set(this.plan);
      this.plan = grown;
    }
    while (this.children.length <= tag) this.children.push(undefined);
    this.children[tag] = cell.child;
    const isNumber = cell.kind === SCALAR && cell.wireType === WIRE_VARINT;
    const shape = cell.kind === MESSAGE ? PLAN_MESSAGE : isNumber ? PLAN_VARINT : PLAN_OTHER;
    const isImplicit = isNumber && cell.implicit;
    const flags = (cell.repeated ? PLAN_REPEATED : 0) | (isImplicit ? PLAN_IMPLICIT : 0);
    this.plan[row] = shape | flags | cell.form;
    this.plan[row + PLAN_KEY] = cell.key;
    this.plan[row + PLAN_KEY_LENGTH] = cell.keyLength;
    this.plan[row + PLAN_ONEOF] = cell.oneof;
  }
}

/** All names and values of a schema in one layout. */
export interface Notation {
  readonly layout: Layout;
  readonly protoNames: boolean;
  readonly schema: SchemaTables;
  readonly words: Words;
  /** By number of the message. */
  readonly messages: readonly Cells[];
  /** By the tape's id of an entry. */
  readonly byEntry: readonly Cell[];
}

/** Prepares a schema for printing. Costs a millisecond or so, and is for one dump. */
export function notationOf(schema: SchemaTables, layout: Layout, protoNames: boolean): Notation {
  const words = new Words();
  const { messages: tables, entries } = entriesOf(schema);
  const messages = tables.map(({ table }) => new Cells(table));
  const enums = schema.enums.map(({ values }) => {
    const texts = new Map<number, { word: number; length: number }>();
    for (const { number, name } of values) {
      // Of two names for one number the first is the value's.
      if (!texts.has(number)) texts.set(number, words.add(layout === TEXTPROTO ? name : `"${name}"`));
    }
    return texts;
  });
  const byEntry = entries.map((entry): Cell => {
    const { field, kind, tag, message } = entry;
    const name = layout === TEXTPROTO || protoNames ? field.name : jsonNameOf(field.name);
    const { word, length } = words.add(keyText(layout, name, kind === MESSAGE, field.repeated));
    const cell: Cell = {
      entry,
      field,
      kind,
      wireType: tag & 7,
      order: field.number,
      form: formOf(field.type),
      repeated: field.repeated,
      implicit: !field.repeated && !field.optional && field.oneof < 0,
      oneof: field.oneof < 0 ? 0 : 1 << Math.min(field.oneof, 30),
      key: word,
      keyLength: length,
      values: field.type === TYPE_ENUM ? enums[field.enum] : undefined,
      child: messages[field.message],
    };
    (messages[message.index] as Cells).set(cell);
    return cell;
  });
  return { layout, protoNames, schema, words, messages, byEntry };
}

function keyText(layout: Layout, name: string, holdsMessage: boolean, repeated: boolean): string {
  switch (layout) {
    case COMPACT:
      return repeated ? `,"${name}":[` : `,"${name}":`;
    case PRETTY:
      return repeated ? `"${name}": [` : `"${name}": `;
    case YAML:
      if (holdsMessage) return `${name}:`;
      return repeated ? `${name}: [` : `${name}: `;
    case TEXTPROTO:
      return holdsMessage ? `${name} {` : `${name}: `;
  }
}

function formOf(type: number): number {
  switch (type) {
    case TYPE_DOUBLE:
      return DOUBLE;
    case TYPE_FLOAT:
      return FLOAT;
    case TYPE_INT64:
    case TYPE_SFIXED64:
      return INT64;
    case TYPE_UINT64:
    case TYPE_FIXED64:
      return UINT64;
    case TYPE_INT32:
    case TYPE_SFIXED32:
      return INT32;
    case TYPE_BOOL:
      return BOOL;
    case TYPE_STRING:
      return STRING;
    case TYPE_ENUM:
      return ENUM;
    case TYPE_SINT32:
      return SINT32;
    case TYPE_SINT64:
      return SINT64;
    default:
      return type === TYPE_BYTES ? BYTES : UINT32;
  }
}

export { BLOB, MESSAGE, PACKED, SCALAR };
