import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { type MessageTable, TYPE_MESSAGE } from '../../base/schema/table.js';
import { OK } from '../../base/wire/problem.js';
import { BlobHandle } from './blob.js';
import { scalarReader } from './element.js';
import { probe } from './field-finder.js';
import { afterValue, NONE, UNSURE } from './find.js';
import type { FieldLayout, MessageLayout } from './layout.js';
import { ElementPlaces, FieldList, type List } from './list.js';
import { type MapKey, readMap } from './map.js';
import { type ScalarValue, ScalarView } from './scalar-view.js';
import { type UnknownField, UnknownFields } from './unknown-field.js';
import type { Walker } from './walker.js';
import { loadSmall, NO_BYTES, type Part, partLength, partOffset, Window } from './window.js';

/** Types of elements in lists and maps. */
export type ElementValue = ScalarValue | MessageView;

/** Types of values that `get` returns. */
export type FieldValue = ElementValue | List<ElementValue> | ReadonlyMap<MapKey, ElementValue>;

/**
 * A message, read lazily from its bytes: a field is decoded when it is read, and its value is not kept. Reads
 * follow protobuf's rules: the last record of a scalar counts, records of a singular message merge, the
 * last member of a oneof clears the others, lists may be packed or not, a known field of another wire type
 * is an unknown field, and 32-bit values are cut as parsers cut them.
 *
 * A read that needs malformed bytes throws ProtomdlError with the code of the wire-level finding, absolute
 * offset and path. Parts before the error remain readable if the error cannot change them: elements of lists,
 * the presence of a message. A scalar before the error is not readable, because a later record could have
 * changed it.
 *
 * Reading a field with another number or type than in the schema throws `schema-unknown-field` or
 * `schema-wrong-type`, because the caller made a mistake.
 *
 * Views are made by `openModel`, `viewOf` and other views.
 */
export class MessageView extends ScalarView {
  declare readonly parent: MessageView | null;
  /** The message type in the schema. */
  get table(): MessageTable {
    return this.layout.table;
  }

  /**
   * The record of this message, tag included, with absolute offsets; if several records merge, the first. For
   * a root, the whole message.
   */
  get span(): Span {
    return { offset: partOffset(this) - this.head, length: this.head + partLength(this) };
  }

  /**
   * True if a field is set. A message, a member of a oneof or an `optional` field is set if it has a record;
   * any other scalar, if it differs from its type's default; a list or map, if it is not empty.
   */
  has(number: number): boolean {
    const field = this.layout.field(number);
    const { repeated, optional } = field.table;
    if (repeated) {
      const walker = this.walk();
      if (walker.nextOf(field)) return true;
      if (walker.problem !== OK) throw this.malformed(walker);
      return false;
    }
    if (optional || field.oneof >= 0 || field.type === TYPE_MESSAGE) return this.isThere(field);
    const value = this.scalar(number);
    // -0 is not the default, because its bits differ.
    return value instanceof BlobHandle
      ? value.length > 0
      : Boolean(value) || Number.isNaN(value) || Object.is(value, -0);
  }

  /** Returns a singular message, or undefined if it is absent. */
  message(number: number): MessageView | undefined {
    const field = this.singular(number, TYPE_MESSAGE);
    const value = this.quickFind(field, true);
    if (value === NONE) return undefined;
    if (value !== UNSURE) {
      const { window } = this;
      probe.reset(window.bytes, value, this.end);
      probe.readLength();
      const start = probe.pos;
      const head = start - value + field.tagLength;
      return this.#child(field, window, start, start + probe.length, head, null);
    }
    const { wholeIndex } = this;
    const first = wholeIndex.messages[field.slot];
    if (!first) return undefined;
    wholeIndex.views[field.slot] ??= this.#merged(field, first);
    return wholeIndex.views[field.slot];
  }

  /**
   * Returns a list of messages.
   * @param wrap makes the list's elements from views
   * @param unwrap returns the view of an element
   */
  messages<T>(number: number, wrap: (view: MessageView) => T, unwrap: (value: T) => MessageView): List<T> {
    const field = this.#repeated(number);
    if (field.type !== TYPE_MESSAGE) throw this.wrongType(field);
    return new FieldList<T>(
      this,
      field,
      (walker, owner, field, index) => wrap(owner.element(walker, field, index)),
      (value, walker, index) => unwrap(value).#move(walker, index),
    );
  }

  /** Returns a list of scalars. `T` has to match the decoded type of the field. */
  scalars<T extends ScalarValue>(number: number): List<T> {
    const field = this.#repeated(number);
    if (field.type === TYPE_MESSAGE) throw this.wrongType(field);
    return new FieldList<T>(this, field, scalarReader(field.type) as () => T);
  }

  /**
   * Returns a list of any kind. For a map, returns the list of its entries, which have the key in field 1 and
   * the value in field 2.
   */
  repeated(number: number): List<ElementValue> {
    const field = this.#repeated(number);
    if (field.type !== TYPE_MESSAGE) return this.scalars(number);
    return this.messages<MessageView>(number, itself, itself) as List<ElementValue>;
  }

  /**
   * Returns a map, in which the last entry of a key counts. The call reads all entries, but blobs and
   * messages are read on access.
   */
  map<K extends MapKey, V extends ElementValue>(number: number): ReadonlyMap<K, V> {
    const field = this.#repeated(number);
    if (field.type !== TYPE_MESSAGE || !field.message.table.mapEntry) throw this.wrongType(field);
    return readMap<K, V>(this.messages<MessageView>(number, itself, itself));
  }

  /**
   * Returns any field. A missing scalar has its type's default; a missing message, member of a oneof or
   * `optional` field is undefined.
   */
  get(number: number): FieldValue | undefined {
    const field = this.layout.field(number);
    if (field.table.repeated) {
      const isMap = field.type === TYPE_MESSAGE && field.message.table.mapEntry;
      return isMap ? this.map(number) : this.repeated(number);
    }
    if (field.type === TYPE_MESSAGE) return this.message(number);
    if ((field.table.optional || field.oneof >= 0) && !this.isThere(field)) return undefined;
    return this.scalar(number);
  }

  /** Returns the number of the oneof's member that is set, or undefined. */
  whichOneof(name: string): number | undefined {
    const oneof = this.table.oneofs.findIndex((candidate) => candidate.name === name);
    if (oneof < 0) {
      throw new ProtomdlError('schema-unknown-field', `${this.table.typeName} has no oneof ${name}`);
    }
    return this.memberOf(oneof)?.table.number;
  }

  /** Returns the same number as `whichOneof`, for the oneof's index in the table; 0 if no member is set. */
  oneofCase(oneof: number): number {
    return this.memberOf(oneof)?.table.number ?? 0;
  }

  /**
   * Returns the last record of a scalar, the first record of a message, or the record with element `index` of
   * a list. Undefined if the record does not exist.
   */
  fieldSpan(number: number, index = 0): Span | undefined {
    const field = this.layout.field(number);
    if (field.type === TYPE_MESSAGE && !field.table.repeated) return this.message(number)?.span;
    const value = field.table.repeated ? UNSURE : this.quickFind(field, false);
    if (value === NONE) return undefined;
    if (value !== UNSURE) {
      const { bytes, base } = this.window;
      const start = value - field.tagLength;
      return { offset: base + start, length: afterValue(bytes, value, this.end, field.tag & 7) - start };
    }
    const walker = field.table.repeated ? this.placesOf(field).seek(index) : this.recordOf(field);
    return walker && { offset: walker.recordOffset, length: walker.recordLength };
  }

  /**
   * Returns the records that the schema does not know, including known fields of another wire type, in file
   * order.
   */
  unknownFields(): Iterable<UnknownField> {
    return new UnknownFields(this);
  }

  /** @internal Returns the view of the list element at a walker's position. */
  element(walker: Walker, field: FieldLayout, index: number): MessageView {
    const view = new MessageView(
      this.window,
      0,
      0,
      0,
      null,
      field.message,
      this,
      field,
      index,
      this.depth + 1,
    );
    view.#move(walker, index);
    return view;
  }

  /** @internal Returns a view of an unknown LEN record that a walker has read. */
  foreign(part: Part, layout: MessageLayout, origin: string): MessageView {
    loadSmall(part);
    const { window, start, end, head } = part;
    return new MessageView(window, start, end, head, null, layout, this, origin, -1, this.depth + 1);
  }

  /** @internal Returns a message without fields, for the entry of a map that has no value. */
  emptyMessage(number: number): MessageView {
    const window = new Window(this.window.store, NO_BYTES, partOffset(this) + partLength(this));
    return this.#child(this.singular(number, TYPE_MESSAGE), window, 0, 0, 0, null);
  }

  /**
   * @internal Returns the positions of the elements in a list, which are kept for large messages, because
   * finding them takes long.
   */
  placesOf(field: FieldLayout): ElementPlaces {
    if (this.isSmall) return new ElementPlaces(this, field);
    this.places ??= [];
    let places = this.places.find((candidate) => candidate.field === field);
    if (places === undefined) {
      places = new ElementPlaces(this, field);
      this.places.push(places);
    }
    return places;
  }

  #move(walker: Walker, index: number): void {
    this.forget();
    this.position = index;
    walker.payload(this);
    loadSmall(this);
  }

  #merged(field: FieldLayout, first: Part): MessageView {
    for (let part: Part | null = first; part !== null; part = part.next) loadSmall(part);
    return this.#child(field, first.window, first.start, first.end, first.head, first.next);
  }

  #child(
    field: FieldLayout,
    window: Window,
    start: number,
    end: number,
    head: number,
    next: Part | null,
  ): MessageView {
    return new MessageView(window, start, end, head, next, field.message, this, field, -1, this.depth + 1);
  }

  #repeated(number: number): FieldLayout {
    const field = this.layout.field(number);
    if (!field.table.repeated) throw this.wrongType(field);
    return field;
  }
}

function itself(view: MessageView): MessageView {
  return view;
}
