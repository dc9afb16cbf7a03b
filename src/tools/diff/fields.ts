import type { FieldTable, MessageTable } from '../../base/schema/table.js';
import type { WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_EGROUP, WIRE_SGROUP } from '../../base/wire/tag.js';
import type { Segment } from './content.js';
import { ElementRecords, type RecordSpan } from './elements.js';

/** A number: both halves, reduced to the bits that its type keeps. */
export interface ComparedScalar extends RecordSpan {
  readonly kind: 'scalar';
  readonly lo: number;
  readonly hi: number;
}

export interface TextValue extends RecordSpan {
  readonly kind: 'text';
  readonly segment: Segment;
}

/** A singular message with all of its occurrences, which readers merge. */
export interface MessageValue extends RecordSpan {
  readonly kind: 'message';
  readonly segments: Segment[];
}

export interface ElementsValue {
  readonly kind: 'elements';
  readonly elements: ElementRecords;
}

/** Strings or bytes of a repeated field. */
export interface TextsValue {
  readonly kind: 'texts';
  readonly elements: ElementRecords;
}

/** Numbers of a repeated field, packed or not. */
export interface NumbersValue {
  readonly kind: 'numbers';
  readonly lo: number[];
  readonly hi: number[];
  readonly offsets: number[];
}

export type ComparedValue =
  | ComparedScalar
  | TextValue
  | MessageValue
  | ElementsValue
  | TextsValue
  | NumbersValue;

/** The position from which a message cannot be read. */
export interface Break {
  readonly problem: WireProblem;
  readonly offset: number;
}

/** The content of a message: its fields by number, merged as readers merge them. */
export class Fields {
  readonly values = new Map<number, ComparedValue>();
  /** Payloads of unknown fields, and of known fields in another wire type, by tag. */
  readonly unknown = new Map<number, ElementRecords>();
  /** Content of groups, without the end tags. */
  readonly groups = new Map<number, ElementRecords>();
  readonly unknownNumbers = new Map<number, NumbersValue>();
  break: Break | undefined;
  /** The rest of the message after a break. */
  rest: Segment | undefined;
  readonly #winners: number[] = [];

  constructor(readonly table: MessageTable) {}

  /** Returns the number of the oneof's member that is set; 0 if no member is set. */
  winner(oneof: number): number {
    return this.#winners[oneof] ?? 0;
  }

  /** Registers a record of a member: it replaces the previous member of the oneof. */
  win({ oneof, number }: FieldTable): void {
    if (oneof < 0) return;
    const before = this.#winners[oneof] ?? 0;
    if (before !== 0 && before !== number) this.values.delete(before);
    this.#winners[oneof] = number;
  }

  elements(number: number, kind: 'elements' | 'texts'): ElementRecords {
    const value = this.values.get(number);
    if (value?.kind === kind) return value.elements;
    const made = { kind, elements: new ElementRecords() };
    this.values.set(number, made);
    return made.elements;
  }

  numbers(number: number): NumbersValue {
    const value = this.values.get(number);
    if (value?.kind === 'numbers') return value;
    const made: NumbersValue = { kind: 'numbers', lo: [], hi: [], offsets: [] };
    this.values.set(number, made);
    return made;
  }

  putUnknownNumber(tag: number, lo: number, hi: number, record: number): void {
    let list = this.unknownNumbers.get(tag);
    if (list === undefined) {
      list = { kind: 'numbers', lo: [], hi: [], offsets: [] };
      this.unknownNumbers.set(tag, list);
    }
    list.lo.push(lo);
    list.hi.push(hi);
    list.offsets.push(record);
  }

  putUnknown(tag: number, segment: Segment, record: number, value: number, end: number): void {
    const isGroup = (tag & 7) === WIRE_SGROUP;
    const stop = isGroup ? groupEnd(segment.part(value, end - value)) : end;
    const map = isGroup && stop < end ? this.groups : this.unknown;
    let elements = map.get(tag);
    if (elements === undefined) {
      elements = new ElementRecords();
      map.set(tag, elements);
    }
    elements.push(segment, record, value, stop);
  }
}

/**
 * Returns the position of the end tag of the group that the stretch contains. Large groups keep the end tag,
 * and are compared as bytes.
 */
function groupEnd(segment: Segment): number {
  if (!segment.isSmall) return segment.end;
  const { memory, pos } = segment;
  const records = new RecordCursor(memory, pos, pos + segment.length);
  while (records.next());
  const { tag, start } = records;
  return tag === 0 || (tag & 7) === WIRE_EGROUP ? segment.offset + start - pos : segment.end;
}

/** The content of a group. Groups are not in the schema. */
export const UNKNOWN_GROUP: MessageTable = {
  index: -1,
  typeName: 'group',
  fields: [],
  oneofs: [],
  mapEntry: false,
};
