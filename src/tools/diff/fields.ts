import type { FieldTable, MessageTable } from '../../base/schema/table.js';
import type { WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_EGROUP, WIRE_SGROUP } from '../../base/wire/tag.js';
import type { Segment } from './content.js';
import { Elements, type RecordSpan } from './elements.js';

/** A number: its halves, cut to what its type keeps. */
export interface ScalarValue extends RecordSpan {
  readonly kind: 'scalar';
  readonly lo: number;
  readonly hi: number;
}

/** A string, or bytes. */
export interface TextValue extends RecordSpan {
  readonly kind: 'text';
  readonly segment: Segment;
}

/** A singular message: all of its occurrences, which readers make one of. */
export interface MessageValue extends RecordSpan {
  readonly kind: 'message';
  readonly segments: Segment[];
}

/** Messages of a repeated field. */
export interface ElementsValue {
  readonly kind: 'elements';
  readonly elements: Elements;
}

/** Strings or bytes of a repeated field. */
export interface TextsValue {
  readonly kind: 'texts';
  readonly elements: Elements;
}

/** Numbers of a repeated field, packed or not. */
export interface NumbersValue {
  readonly kind: 'numbers';
  readonly lo: number[];
  readonly hi: number[];
  /** Offsets of the records that they are in. */
  readonly offsets: number[];
}

export type FieldValue = ScalarValue | TextValue | MessageValue | ElementsValue | TextsValue | NumbersValue;

/** Where a message stops making sense. */
export interface Break {
  readonly problem: WireProblem;
  readonly offset: number;
}

/** What a message says: its fields by number, merged as readers merge them. */
export class Fields {
  readonly values = new Map<number, FieldValue>();
  /** Payloads of unknown fields, and of known ones in another wire type, by tag. */
  readonly unknown = new Map<number, Elements>();
  /** What is in groups, without their end tags. */
  readonly groups = new Map<number, Elements>();
  /** Those that are varints. */
  readonly unknownNumbers = new Map<number, NumbersValue>();
  break: Break | undefined;
  /** What comes after the break, as far as the message goes. */
  rest: Segment | undefined;
  readonly #winners: number[] = [];

  constructor(readonly table: MessageTable) {}

  /** The number of the member of a oneof that is set; 0 for none. */
  winner(oneof: number): number {
    return this.#winners[oneof] ?? 0;
  }

  /** Another record of a member came: what the one before said does not count any more. */
  win({ oneof, number }: FieldTable): void {
    if (oneof < 0) return;
    const before = this.#winners[oneof] ?? 0;
    if (before !== 0 && before !== number) this.values.delete(before);
    this.#winners[oneof] = number;
  }

  elements(number: number, kind: 'elements' | 'texts'): Elements {
    const value = this.values.get(number);
    if (value?.kind === kind) return value.elements;
    const made = { kind, elements: new Elements() };
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
      elements = new Elements();
      map.set(tag, elements);
    }
    elements.push(segment, record, value, stop);
  }
}

/** Where the end tag of a group begins that the stretch ends with. Large ones keep it, and are compared as bytes. */
function groupEnd(segment: Segment): number {
  if (!segment.isSmall) return segment.end;
  const { memory, pos } = segment;
  const records = new RecordCursor(memory, pos, pos + segment.length);
  while (records.next());
  const { tag, start } = records;
  return tag === 0 || (tag & 7) === WIRE_EGROUP ? segment.offset + start - pos : segment.end;
}

/** The content of a group, which no schema knows. */
export const GROUP: MessageTable = { index: -1, typeName: 'group', fields: [], oneofs: [], mapEntry: false };
