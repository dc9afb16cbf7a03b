import {
  type FieldTable,
  isImplicit,
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
import { BLOB, type Entry, entriesOf, MESSAGE_ENTRY, PACKED, SCALAR } from '../../read/outline/entries.js';
import { jsonNameOf } from './number-text.js';
import { type PackedText, wordOf } from './text-buffer.js';

/** Text layouts of a message. */
export const COMPACT = 0;
export const PRETTY = 1;
export const YAML = 2;
export const TEXTPROTO = 3;
export type Layout = typeof COMPACT | typeof PRETTY | typeof YAML | typeof TEXTPROTO;

// Text forms of a scalar.
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
export const STRING_FORM = 10;
export const BYTES_FORM = 11;

/** A field's records in one wire type, with their prepared texts. */
export interface Cell {
  readonly entry: Entry;
  readonly field: FieldTable;
  readonly kind: Entry['kind'];
  readonly wireType: number;
  /** The field number: members are printed in this order. */
  readonly order: number;
  readonly form: number;
  readonly repeated: boolean;
  /** True if a zero is omitted entirely. */
  readonly implicit: boolean;
  /** Bit of the field's oneof; 0 outside of a oneof. Oneofs past the 30th share the last bit. */
  readonly oneof: number;
  /** Text of the name, with all punctuation around the name. */
  readonly key: PackedText;
  readonly values: ReadonlyMap<number, PackedText> | undefined;
  readonly child: Cells | undefined;
}

export class Cells {
  readonly all: Cell[] = [];
  /** Cells of tags of up to two bytes, which nearly all cells have. */
  readonly #short: (Cell | undefined)[] = [];
  readonly #long = new Map<number, Cell>();

  constructor(readonly table: MessageTable) {}

  of(tag: number): Cell | undefined {
    return tag < this.#short.length ? this.#short[tag] : this.#long.get(tag);
  }

  /** Adds a cell; only for the function that makes all cells. */
  set(cell: Cell): void {
    const { tag } = cell.entry;
    if (tag < 0x4000) {
      while (this.#short.length <= tag) this.#short.push(undefined);
      this.#short[tag] = cell;
    } else this.#long.set(tag, cell);
    this.all.push(cell);
  }
}

/** All names and values of a schema in one layout. */
export interface Notation {
  readonly layout: Layout;
  readonly protoNames: boolean;
  readonly schema: SchemaTables;
  /** Indexed by message number. */
  readonly messages: readonly Cells[];
  /** Indexed by the tape's id of an entry. */
  readonly byEntry: readonly Cell[];
}

/** Prepares a schema for printing. The call takes about a millisecond; the result serves one dump. */
export function notationOf(schema: SchemaTables, layout: Layout, protoNames: boolean): Notation {
  const { messages: tables, entries } = entriesOf(schema);
  const messages = tables.map(({ table }) => new Cells(table));
  const enums = schema.enums.map(({ values }) => {
    const texts = new Map<number, PackedText>();
    for (const { number, name } of values) {
      // If a number has two names, the first name is printed.
      if (!texts.has(number)) texts.set(number, wordOf(layout === TEXTPROTO ? name : `"${name}"`));
    }
    return texts;
  });
  const byEntry = entries.map((entry): Cell => {
    const { field, kind, tag, message } = entry;
    const name = layout === TEXTPROTO || protoNames ? field.name : jsonNameOf(field.name);
    const cell: Cell = {
      entry,
      field,
      kind,
      wireType: tag & 7,
      order: field.number,
      form: formOf(field.type),
      repeated: field.repeated,
      implicit: isImplicit(field),
      oneof: field.oneof < 0 ? 0 : 1 << Math.min(field.oneof, 30),
      key: wordOf(keyText(layout, name, kind === MESSAGE_ENTRY, field.repeated)),
      values: field.type === TYPE_ENUM ? enums[field.enum] : undefined,
      child: messages[field.message],
    };
    (messages[message.index] as Cells).set(cell);
    return cell;
  });
  return { layout, protoNames, schema, messages, byEntry };
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
      return STRING_FORM;
    case TYPE_ENUM:
      return ENUM;
    case TYPE_SINT32:
      return SINT32;
    case TYPE_SINT64:
      return SINT64;
    default:
      return type === TYPE_BYTES ? BYTES_FORM : UINT32;
  }
}

export { BLOB, MESSAGE_ENTRY as MESSAGE, PACKED, SCALAR };
