import {
  type FieldTable,
  isPackable,
  type MessageTable,
  type SchemaTables,
  TYPE_MESSAGE,
  wireTypeOf,
} from '../../base/schema/table.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';

/** Kinds of a field's records in one wire type. */
export const SCALAR = 0;
export const MESSAGE_ENTRY = 1;
/** A string, or bytes. */
export const BLOB = 2;
export const PACKED = 3;

/** A field of a message, in one of its accepted wire types. */
export interface Entry {
  /** Number of the entry in its schema, from 0 without gaps: consumers can keep their own data in arrays. */
  readonly id: number;
  /** Field number and wire type, as on the wire. */
  readonly tag: number;
  /** Kind of the field's records: 0 a number, 1 a message, 2 a string or bytes, 3 a packed list. */
  readonly kind: typeof SCALAR | typeof MESSAGE_ENTRY | typeof BLOB | typeof PACKED;
  /** The field. */
  readonly field: FieldTable;
  /** Index of the field in its message's table. */
  readonly place: number;
  /** The message that has the field. */
  readonly message: MessageTable;
  /** Entries of the message in the field; undefined for other kinds. */
  readonly child: MessageEntries | undefined;
}

/** The entries of a message by tag. */
export class MessageEntries {
  /** Entries with tags of one byte. */
  readonly short: (Entry | undefined)[] = new Array<Entry | undefined>(128).fill(undefined);
  readonly #long = new Map<number, Entry>();

  /** Counts before the first record: a zero for each field. */
  readonly noCounts: readonly number[];
  /** True if the message has only singular numbers, strings and bytes. */
  readonly isFlat: boolean;

  constructor(
    /** Table of the message type. */
    readonly table: MessageTable,
  ) {
    this.noCounts = table.fields.map(() => 0);
    this.isFlat = table.fields.every(({ repeated, type }) => !repeated && type !== TYPE_MESSAGE);
  }

  /** Returns the entry for a tag; undefined for an unknown field, or another wire type of a known field. */
  of(tag: number): Entry | undefined {
    return tag < 128 ? this.short[tag] : this.#long.get(tag);
  }

  /** Adds an entry. Only called while the entries of the schema are made. */
  set(entry: Entry): void {
    if (entry.tag < 128) this.short[entry.tag] = entry;
    else this.#long.set(entry.tag, entry);
  }
}

export interface SchemaEntries {
  readonly messages: readonly MessageEntries[];
  readonly entries: readonly Entry[];
}

/** Returns these message types, and all that contain one of them at any depth. */
export function typesAround(
  { messages }: SchemaTables,
  targets: Iterable<MessageTable>,
): ReadonlySet<MessageTable> {
  const around = new Set(targets);
  for (let before = 0; before !== around.size; ) {
    before = around.size;
    for (const table of messages) {
      if (table.fields.some(({ message }) => around.has(messages[message] as MessageTable)))
        around.add(table);
    }
  }
  return around;
}

const made = new WeakMap<SchemaTables, SchemaEntries>();

export function entriesOf(schema: SchemaTables): SchemaEntries {
  let all = made.get(schema);
  if (all === undefined) {
    all = makeEntries(schema);
    made.set(schema, all);
  }
  return all;
}

function makeEntries(schema: SchemaTables): SchemaEntries {
  const messages = schema.messages.map((table) => new MessageEntries(table));
  const entries: Entry[] = [];
  const add = (owner: MessageEntries, place: number, wireType: number, kind: Entry['kind']): void => {
    const field = owner.table.fields[place] as FieldTable;
    const entry: Entry = {
      id: entries.length,
      tag: tagOf(field.number, wireType),
      kind,
      field,
      place,
      message: owner.table,
      child: messages[field.message],
    };
    entries.push(entry);
    owner.set(entry);
  };
  for (const owner of messages) {
    owner.table.fields.forEach((field, place) => {
      const wireType = wireTypeOf(field.type);
      if (field.type === TYPE_MESSAGE) add(owner, place, wireType, MESSAGE_ENTRY);
      else if (wireType === WIRE_LEN) add(owner, place, wireType, BLOB);
      else {
        add(owner, place, wireType, SCALAR);
        if (field.repeated && isPackable(field.type)) add(owner, place, WIRE_LEN, PACKED);
      }
    });
  }
  return { messages, entries };
}
