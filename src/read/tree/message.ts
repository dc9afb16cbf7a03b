import { fieldByName } from '../../base/schema/lookup.js';
import type { FieldTable, MessageTable, SchemaTables } from '../../base/schema/table.js';
import { parseRecords } from './parse.js';
import type { RecordNode } from './record.js';
import { RecordIndex } from './record-index.js';

/**
 * A message as its records, in the order in which they lie, whatever protobuf makes of that order: nothing is
 * merged, nothing is left out. It is parsed when its records are asked for.
 */
export class MessageNode {
  /** The record that holds it; undefined for a root. */
  owner: RecordNode | undefined;
  #bytes: Uint8Array | undefined;
  #records: RecordNode[] | undefined;
  #index: RecordIndex | undefined;
  #rest: Uint8Array = NO_BYTES;
  #size = -1;

  /** @param table undefined for the content of an unknown group */
  constructor(
    readonly schema: SchemaTables,
    readonly table: MessageTable | undefined,
    bytes: Uint8Array,
  ) {
    this.#bytes = bytes;
  }

  /** The bytes it was read from; undefined once something in it has been changed. */
  get raw(): Uint8Array | undefined {
    return this.#bytes;
  }

  get records(): readonly RecordNode[] {
    return this.#list();
  }

  /** Bytes after the last record that could be read: where the message is broken. */
  get rest(): Uint8Array {
    this.#list();
    return this.#rest;
  }

  set rest(bytes: Uint8Array) {
    this.#list();
    this.#rest = bytes;
    this.touch();
  }

  /** Bytes that it takes. */
  get size(): number {
    if (this.#bytes !== undefined) return this.#bytes.length;
    if (this.#size < 0) {
      let size = this.#rest.length;
      for (const record of this.#list()) size += record.size;
      this.#size = size;
    }
    return this.#size;
  }

  /** Its records of a field, by name in the schema's spelling or by number. */
  fields(field: string | number): RecordNode[] {
    const number = typeof field === 'number' ? field : this.fieldTable(field).number;
    return this.#list().filter((record) => record.number === number);
  }

  /** The last of them, which is the one that counts of a scalar. */
  field(field: string | number): RecordNode | undefined {
    return this.fields(field).at(-1);
  }

  /** The message in the last record of a field that readers take for one: a group of that number is none. */
  inner(name: string): MessageNode | undefined {
    return this.fields(name).findLast((record) => record.holdsMessage)?.message;
  }

  /** Where the next record is that readers take for this field, from `start` on and around the end; -1 for none. */
  nextOf(number: number, start: number): number {
    this.#index ??= new RecordIndex(this.#list());
    return this.#index.next(number, start);
  }

  /** @throws Error for a name that the schema does not have: a bug of ours */
  fieldTable(name: string): FieldTable {
    const field = this.table === undefined ? undefined : fieldByName(this.table, name);
    if (field === undefined) throw new Error(`${this.table?.typeName ?? 'no message'} has no field ${name}`);
    return field;
  }

  /**
   * Puts records in front of the one at `index`.
   * @throws Error for a record that belongs to a message already: clone it
   */
  insert(index: number, ...records: readonly RecordNode[]): void {
    this.#put(index, records);
  }

  append(...records: readonly RecordNode[]): void {
    this.#put(this.#list().length, records);
  }

  remove(record: RecordNode): void {
    this.replace(record);
  }

  /** @returns where it was */
  replace(record: RecordNode, ...by: readonly RecordNode[]): number {
    const list = this.#list();
    const index = list.indexOf(record);
    if (index < 0) throw new Error('no record of this message');
    list.splice(index, 1);
    record.holder = undefined;
    this.#put(index, by);
    return index;
  }

  /** All records anew: a subset of its own, in any order, or others. */
  setRecords(records: readonly RecordNode[]): void {
    for (const record of this.#list()) record.holder = undefined;
    this.#own(records);
    this.#records = [...records];
    this.#changed();
  }

  /** To be called after a change of what is in it; records do. */
  touch(): void {
    // What is touched already has touched what is around it, unless it was measured since.
    this.#list();
    this.#bytes = undefined;
    this.#size = -1;
    this.owner?.touch();
  }

  /** A message of the same content that belongs to no record yet. What was not changed is shared. */
  clone(): MessageNode {
    if (this.#bytes !== undefined) return new MessageNode(this.schema, this.table, this.#bytes);
    const copy = new MessageNode(this.schema, this.table, NO_BYTES);
    copy.#bytes = undefined;
    copy.#rest = this.#rest;
    copy.#records = this.#list().map((record) => {
      const cloned = record.clone();
      cloned.holder = copy;
      return cloned;
    });
    return copy;
  }

  #put(index: number, records: readonly RecordNode[]): void {
    const list = this.#list();
    this.#own(records);
    // A call with all records of a long list as arguments would overflow the stack.
    if (records.length <= 8192) list.splice(index, 0, ...records);
    else this.#records = [...list.slice(0, index), ...records, ...list.slice(index)];
    this.#changed();
  }

  #own(records: readonly RecordNode[]): void {
    for (const record of records) {
      if (record.holder !== undefined) throw new Error('a record belongs to one message at a time');
      record.holder = this;
    }
  }

  /** To be called after a change of the list. */
  #changed(): void {
    this.#index = undefined;
    this.touch();
  }

  #list(): RecordNode[] {
    if (this.#records === undefined) {
      const { records, rest } = parseRecords(this, this.#bytes as Uint8Array);
      this.#records = records;
      this.#rest = rest;
    }
    return this.#records;
  }
}

const NO_BYTES = new Uint8Array(0);
