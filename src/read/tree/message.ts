import { fieldByName } from '../../base/schema/lookup.js';
import type { FieldTable, MessageTable, SchemaTables } from '../../base/schema/table.js';
import { parseRecords } from './parse.js';
import { holdsMessage, type RecordKind, RecordNode } from './record.js';
import { RecordIndex, type RecordRun } from './record-index.js';
import type { RecordSpans, SharedSpans } from './record-spans.js';

/** A record of the message, or its index in the spans until it is requested. */
type Slot = RecordNode | number;

/**
 * A message as its records, in wire order, without protobuf's semantics: nothing is merged or left out. The
 * message is parsed on first access to its records.
 */
export class MessageNode {
  /** The record that holds the message; undefined for a root. */
  owner: RecordNode | undefined;
  #bytes: Uint8Array | undefined;
  #slots: Slot[] | undefined;
  /** Spans of the records whose slots are numbers. */
  #spans: RecordSpans | undefined;
  #index: RecordIndex | undefined;
  #rest: Uint8Array = NO_BYTES;
  #size = -1;

  /**
   * @param table undefined for the content of an unknown group
   * @param shared shared facts about the file that contains the bytes
   */
  constructor(
    readonly schema: SchemaTables,
    readonly table: MessageTable | undefined,
    bytes: Uint8Array,
    readonly shared?: SharedSpans,
  ) {
    this.#bytes = bytes;
  }

  /** The bytes that the message was read from; undefined after a change to the message or its content. */
  get raw(): Uint8Array | undefined {
    return this.#bytes;
  }

  /** All records. For few records of a long list, `count` and `at` cost less. */
  get records(): readonly RecordNode[] {
    const slots = this.#list();
    if (this.#spans !== undefined) {
      for (let i = 0; i < slots.length; i++) this.at(i);
      this.#spans = undefined;
    }
    return slots as RecordNode[];
  }

  get count(): number {
    return this.#list().length;
  }

  at(index: number): RecordNode | undefined {
    const slots = this.#list();
    const slot = slots[index];
    if (typeof slot !== 'number') return slot;
    const { kinds, bytes, bounds } = this.#spans as RecordSpans;
    const record = new RecordNode(kinds[slot] as RecordKind, bytes, bounds[slot], bounds[slot + 1]);
    record.holder = this;
    slots[index] = record;
    return record;
  }

  /** Returns the kind of the record at `index`. The record must exist; its node is not made. */
  kindAt(index: number): RecordKind {
    return this.#kindOf(this.#list()[index] as Slot);
  }

  /** Returns the runs of records of one kind, which together have all records. */
  runs(): readonly RecordRun[] {
    const slots = this.#list();
    const runs: RecordRun[] = [];
    let from = 0;
    for (let i = 1; i <= slots.length; i++) {
      const kind = this.#kindOf(slots[from] as Slot);
      while (i < slots.length && this.#kindOf(slots[i] as Slot) === kind) i++;
      runs.push({ kind, from, to: i });
      from = i;
    }
    return runs;
  }

  /** @throws Error for a record that is not in this message */
  indexOf(record: RecordNode): number {
    const index = this.#list().indexOf(record);
    if (index < 0) throw new Error('no record of this message');
    return index;
  }

  sizeBefore(index: number): number {
    const slots = this.#list();
    let size = 0;
    for (let i = 0; i < index; i++) {
      const slot = slots[i] as Slot;
      if (typeof slot !== 'number') size += slot.size;
      else {
        const end = Math.min(index, runEnd(slots, i));
        size += (this.#spans as RecordSpans).sizeOf(slot, slot + end - i);
        i = end - 1;
      }
    }
    return size;
  }

  /** Bytes after the last readable record, in a broken message. */
  get rest(): Uint8Array {
    this.#list();
    return this.#rest;
  }

  set rest(bytes: Uint8Array) {
    this.#list();
    this.#rest = bytes;
    this.touch();
  }

  get size(): number {
    if (this.#bytes !== undefined) return this.#bytes.length;
    if (this.#size < 0) {
      const { rest } = this;
      this.#size = this.sizeBefore(this.count) + rest.length;
    }
    return this.#size;
  }

  /** Returns the records of a field, given by its name in the schema's spelling or by its number. */
  fields(field: string | number): RecordNode[] {
    const number = this.#numberOf(field);
    const found: RecordNode[] = [];
    const { count } = this;
    for (let i = 0; i < count; i++) {
      if (this.kindAt(i).number === number) found.push(this.at(i) as RecordNode);
    }
    return found;
  }

  countOf(field: string | number): number {
    const number = this.#numberOf(field);
    let count = 0;
    for (const slot of this.#list()) if (this.#kindOf(slot).number === number) count++;
    return count;
  }

  /** Returns the last record of a field, which is the effective record of a scalar. */
  field(field: string | number): RecordNode | undefined {
    const number = this.#numberOf(field);
    for (let i = this.count - 1; i >= 0; i--) if (this.kindAt(i).number === number) return this.at(i);
    return undefined;
  }

  /** Returns the message in the last record of a field. Groups with the field's number do not count. */
  inner(name: string): MessageNode | undefined {
    const number = this.#numberOf(name);
    for (let i = this.count - 1; i >= 0; i--) {
      const kind = this.kindAt(i);
      if (kind.number === number && holdsMessage(kind)) return this.at(i)?.message;
    }
    return undefined;
  }

  /**
   * Returns the index of the next record that counts for this field, searching from `start` to the end, and
   * then from the beginning; -1 if no record counts.
   */
  nextOf(number: number, start: number): number {
    this.#index ??= new RecordIndex(this);
    return this.#index.next(number, start);
  }

  /** @throws Error for a name that the schema does not have, which is a bug */
  fieldTable(name: string): FieldTable {
    const field = this.table === undefined ? undefined : fieldByName(this.table, name);
    if (field === undefined) throw new Error(`${this.table?.typeName ?? 'no message'} has no field ${name}`);
    return field;
  }

  /**
   * Inserts records before the record at `index`.
   * @throws Error for a record that belongs to a message already: clone it
   */
  insert(index: number, ...records: readonly RecordNode[]): void {
    this.insertAll(index, records);
  }

  append(...records: readonly RecordNode[]): void {
    this.insertAll(this.count, records);
  }

  /** Like `insert`, for lists that are too long for the arguments of a call. */
  insertAll(index: number, records: readonly RecordNode[]): void {
    const list = this.#list();
    this.#own(records);
    // A call with all records of a long list as arguments would overflow the stack.
    if (records.length <= 8192) list.splice(index, 0, ...records);
    else this.#slots = [...list.slice(0, index), ...records, ...list.slice(index)];
    this.#changed();
  }

  remove(record: RecordNode): void {
    this.replace(record);
  }

  /** @returns the index of the replaced record */
  replace(record: RecordNode, ...by: readonly RecordNode[]): number {
    const index = this.indexOf(record);
    this.#list().splice(index, 1);
    record.holder = undefined;
    this.insertAll(index, by);
    return index;
  }

  /** Replaces all records: by some of the same records in any order, or by other records. */
  setRecords(records: readonly RecordNode[]): void {
    for (const slot of this.#list()) disown(slot);
    this.#own(records);
    this.#slots = [...records];
    this.#changed();
  }

  /** Keeps the records for which the predicate is true; it is called in order. */
  retain(isKept: (kind: RecordKind) => boolean): void {
    this.#slots = this.#list().filter((slot) => {
      const stays = isKept(this.#kindOf(slot));
      if (!stays) disown(slot);
      return stays;
    });
    this.#changed();
  }

  /** Reorders the records. @param indexes for each position of the new order, the record's index now */
  arrange(indexes: readonly number[]): void {
    const slots = this.#list();
    this.#slots = indexes.map((index) => slots[index] as Slot);
    this.#changed();
  }

  /** Call this after the content of a record has changed; records call it themselves. */
  touch(): void {
    // The records are listed first, because they cannot be found after the bytes are dropped.
    this.#list();
    this.#bytes = undefined;
    this.#size = -1;
    this.owner?.touch();
  }

  /** Returns a message of the same content that belongs to no record yet. Unchanged parts are shared. */
  clone(): MessageNode {
    if (this.#bytes !== undefined) return new MessageNode(this.schema, this.table, this.#bytes, this.shared);
    const copy = new MessageNode(this.schema, this.table, NO_BYTES, this.shared);
    copy.#bytes = undefined;
    copy.#rest = this.#rest;
    copy.#spans = this.#spans;
    copy.#slots = this.#list().map((slot) => {
      if (typeof slot === 'number') return slot;
      const cloned = slot.clone();
      cloned.holder = copy;
      return cloned;
    });
    return copy;
  }

  /** Writes the records, and the bytes after the last record. @returns the end position */
  putRecords(target: Uint8Array, start: number, put: (record: RecordNode, at: number) => number): number {
    const slots = this.#list();
    let at = start;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as Slot;
      if (typeof slot !== 'number') {
        at = put(slot, at);
        continue;
      }
      // Records that were read consecutively are copied together.
      const end = runEnd(slots, i);
      const { bytes, bounds } = this.#spans as RecordSpans;
      const run = bytes.subarray(bounds[slot], bounds[slot + end - i]);
      target.set(run, at);
      at += run.length;
      i = end - 1;
    }
    target.set(this.#rest, at);
    return at + this.#rest.length;
  }

  #numberOf(field: string | number): number {
    return typeof field === 'number' ? field : this.fieldTable(field).number;
  }

  #kindOf(slot: Slot): RecordKind {
    return typeof slot === 'number' ? ((this.#spans as RecordSpans).kinds[slot] as RecordKind) : slot.kind;
  }

  #own(records: readonly RecordNode[]): void {
    for (const record of records) {
      if (record.holder !== undefined) throw new Error('a record belongs to one message at a time');
      record.holder = this;
    }
  }

  /** Call this after a change of the list of records. */
  #changed(): void {
    this.#index = undefined;
    this.touch();
  }

  #list(): Slot[] {
    if (this.#slots === undefined) {
      const { first, spans, rest } = parseRecords(this, this.#bytes as Uint8Array);
      this.#slots = spans === undefined ? first : first.concat(spans.indexes);
      this.#spans = spans;
      this.#rest = rest;
    }
    return this.#slots;
  }
}

const NO_BYTES = new Uint8Array(0);

/**
 * Returns the end of the run of consecutive records, from the record at `index` on, that have no nodes yet.
 */
function runEnd(slots: readonly Slot[], index: number): number {
  const first = slots[index] as number;
  let end = index + 1;
  while (slots[end] === first + end - index) end++;
  return end;
}

function disown(slot: Slot): void {
  if (typeof slot !== 'number') slot.holder = undefined;
}
