import { ProtomdlError } from '../../base/diagnostics/error.js';
import { joinPath } from '../../base/schema/table.js';
import { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { OK, TOO_DEEP } from '../../base/wire/problem.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { findMember, findRecord, member, NONE, UNSURE } from './find.js';
import type { FieldLayout, MessageLayout } from './layout.js';
import type { ElementPlaces } from './list.js';
import { malformed } from './malformed.js';
import { FieldOffsets } from './record-index.js';
import { Walker } from './walker.js';
import { NO_BYTES, NO_STORE, Part, partOffset, Window } from './window.js';

/** Payloads below this size are scanned at every read, because an index would cost more. */
const SMALL = 1024;

/**
 * Cursor at the value that was located last, in `found.window`; for a LEN record, at the payload, whose size
 * is `probe.length`. Valid until the next read only.
 */
export const probe = new Cursor(NO_BYTES);
export const found: { window: Window } = { window: new Window(NO_STORE, NO_BYTES, 0) };

/** A message that looks up its fields. All reads of a view use this lookup. */
export class FieldFinder extends Part {
  /** Field lookup for this message type. */
  declare readonly layout: MessageLayout;
  /** The view that contains this one; null for a root. */
  declare readonly parent: FieldFinder | null;
  /**
   * Field of the parent that holds this message; for a root or an unknown field, the path of this message.
   */
  declare readonly origin: FieldLayout | string;
  /** Index in the parent's list; -1 outside of a list. */
  declare position: number;
  /** Number of levels above this message: 0 for a root. */
  declare readonly depth: number;
  declare private records: FieldOffsets | null;
  /** @internal */
  declare protected places: ElementPlaces[] | null;

  /** @hidden */
  constructor(
    window: Window,
    start: number,
    end: number,
    head: number,
    next: Part | null,
    layout: MessageLayout,
    parent: FieldFinder | null,
    origin: FieldLayout | string,
    position: number,
    depth: number,
  ) {
    super(window, start, end, head, next);
    this.layout = layout;
    this.parent = parent;
    this.origin = origin;
    this.position = position;
    this.depth = depth;
    this.records = null;
    this.places = null;
    if (depth > MAX_DEPTH) throw malformed(TOO_DEEP, partOffset(this) - head, this.path);
  }

  /** Path of this message in the schema's names: `network_groups[0].contexts[2]`. Empty for a root. */
  get path(): string {
    const { parent, origin, position } = this;
    const own = typeof origin === 'string' ? origin : origin.table.name;
    return joinPath(parent === null ? '' : parent.path, position < 0 ? own : `${own}[${position}]`);
  }

  /** @internal Returns a walker before the first record. */
  walk(): Walker {
    const walker = new Walker(this.depth, this.layout);
    walker.start(this);
    return walker;
  }

  /** @internal The error of a walker that has stopped in this message. */
  malformed(walker: Walker): ProtomdlError {
    const { problem, problemOffset, problemNumber } = walker;
    // The error is made once, because most reads of a malformed message stop at the same offset.
    const index = this.records?.walk.stopsLike(walker) === true ? this.records : undefined;
    if (index?.error !== undefined) return index.error;
    const unknown = problemNumber === 0 ? '' : `#${problemNumber}`;
    const error = malformed(
      problem,
      problemOffset,
      joinPath(this.path, this.layout.find(problemNumber)?.table.name ?? unknown),
    );
    if (index !== undefined) index.error = error;
    return error;
  }

  /**
   * Returns the singular field of this number. @throws ProtomdlError if the schema has another kind of field
   */
  protected singular(number: number, type: number): FieldLayout {
    const field = this.layout.field(number);
    if (field.type !== type || field.table.repeated) throw this.wrongType(field);
    return field;
  }

  protected wrongType(field: FieldLayout): ProtomdlError {
    const name = `${this.layout.table.typeName}.${field.table.name}`;
    return new ProtomdlError('schema-wrong-type', `${name} was read as something else than the schema says`);
  }

  protected get isSmall(): boolean {
    return this.end - this.start < SMALL && this.end >= 0 && this.next === null;
  }

  /** Forgets all positions: the view is about to show another message. */
  protected forget(): void {
    this.records = null;
    this.places = null;
  }

  /** @internal The index of all records before the first malformed record. */
  protected get index(): FieldOffsets {
    this.records ??= new FieldOffsets(this, this.layout, this.depth);
    return this.records;
  }

  /** The index of all records. @throws ProtomdlError if a record is malformed */
  protected get wholeIndex(): FieldOffsets {
    const { index } = this;
    if (index.walk.problem !== OK) throw this.malformed(index.walk);
    return index;
  }

  /**
   * Returns the position of a singular field's value in this view's window; NONE if the field is absent;
   * UNSURE if only the index can decide. For a LEN record, the position is that of the length.
   */
  protected quickFind(field: FieldLayout, once: boolean): number {
    if (!this.isSmall) return UNSURE;
    const { bytes } = this.window;
    if (field.oneof < 0) return findRecord(bytes, this.start, this.end, field.tag, once);
    const tag = findMember(bytes, this.start, this.end, this.layout, field.oneof);
    if (tag < 0) return tag;
    return tag === field.tag ? member.value : NONE;
  }

  /** Moves `probe` to the value of a singular field; returns false if the field is absent. */
  protected locate(number: number, type: number): boolean {
    const field = this.singular(number, type);
    const value = this.quickFind(field, false);
    if (value === NONE) return false;
    if (value !== UNSURE) {
      found.window = this.window;
      probe.reset(this.window.bytes, value, this.end);
      if ((field.tag & 7) === WIRE_LEN) probe.readLength();
      return true;
    }
    const walker = this.recordOf(field);
    if (walker === undefined) return false;
    found.window = walker.window;
    probe.reset(walker.bytes, walker.valuePos, walker.end);
    probe.length = walker.valueLength;
    return true;
  }

  protected isThere(field: FieldLayout): boolean {
    if (field.oneof >= 0) return this.memberOf(field.oneof) === field;
    const value = this.quickFind(field, false);
    if (value !== UNSURE) return value !== NONE;
    // A field with a record is present, even if later bytes are malformed.
    if ((this.index.counts[field.slot] as number) > 0) return true;
    return (this.wholeIndex.counts[field.slot] as number) > 0;
  }

  protected memberOf(oneof: number): FieldLayout | undefined {
    const { layout } = this;
    if (this.isSmall) {
      const tag = findMember(this.window.bytes, this.start, this.end, layout, oneof);
      if (tag === NONE) return undefined;
      if (tag !== UNSURE) return layout.fields[layout.slotOf(tag)];
    }
    return layout.fields[this.wholeIndex.cases[oneof] as number];
  }

  /** @internal Returns a walker at the effective record of a singular field. The next call moves it. */
  recordOf(field: FieldLayout): Walker | undefined {
    const { wholeIndex } = this;
    const part = wholeIndex.parts[field.slot];
    if (!part) return undefined;
    const { walk } = wholeIndex;
    walk.resume(part, wholeIndex.places[field.slot] as number, 0);
    walk.next();
    return walk;
  }
}
