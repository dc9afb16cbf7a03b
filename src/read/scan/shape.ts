import {
  type FieldTable,
  isPackable,
  type MessageTable,
  type SchemaTables,
  TYPE_BOOL,
  TYPE_BYTES,
  TYPE_ENUM,
  TYPE_INT32,
  TYPE_MESSAGE,
  TYPE_SINT32,
  TYPE_STRING,
  TYPE_UINT32,
  wireTypeOf,
} from '../../base/schema/table.js';
import { WIRE_I32, WIRE_I64 } from '../../base/wire/tag.js';
import {
  ENTRY_ANNOUNCE,
  ENTRY_ANNOUNCE_FIRST,
  ENTRY_BOUNDED,
  ENTRY_CAREFUL,
  ENTRY_EMIT,
  ENTRY_SUMMED,
  ENTRY_TOGETHER,
  fieldTag,
  KIND_BOOL,
  KIND_BYTES,
  KIND_I32,
  KIND_I64,
  KIND_MESSAGE,
  KIND_NONE,
  KIND_OPAQUE,
  KIND_STRING,
  KIND_VARINT32,
  KIND_VARINT64,
  NODE_LEAVE,
  NODE_RETAIN,
  NODE_UNKNOWN,
  NODE_WITHIN,
  type Together,
} from './plan.js';
import type { BoundSubscription, DistinctSubscription, Subscription } from './subscription.js';

/**
 * Maximum number of fields with a bit in the mask; the message types of ProtoMDL have at most half as many.
 */
const MASK_BITS = 30;

/** Properties that all nodes of a message share. */
export interface PayloadShape {
  readonly message: MessageTable;
  readonly fields: readonly FieldShape[];
  readonly counters: number;
  /** Masks of fields. At least one field of each mask must be present. */
  readonly needs: readonly number[];
  readonly together: readonly Together[];
  readonly flags: number;
  readonly gathers: boolean;
  /** Sets of ids that restart in the message. */
  readonly distinct: readonly number[];
}

/** Properties that all entries of a field share. */
export interface FieldShape {
  /** Undefined only in NO_FIELD. */
  readonly field: FieldTable | undefined;
  readonly tag: number;
  readonly kind: number;
  /** True if the field's LEN records are packed lists. */
  readonly packed: boolean;
  readonly bit: number;
  /** Bits of all members of the field's oneof. */
  readonly oneof: number;
  /** Type of the message that is entered for a record; undefined if records are not entered. */
  readonly child: MessageTable | undefined;
  /** Index of the field's counter among the node's counters, or -1. */
  readonly counter: number;
  readonly keeps: boolean;
  /** True for a repeated field that must not be empty. */
  readonly needed: boolean;
  /** ENTRY_ bits. */
  readonly flags: number;
  readonly plain: number;
  /** True if the handler receives its value; for a blob, the first bytes. */
  readonly text: boolean;
  readonly max: number;
  readonly min: number;
  readonly low: number;
  readonly set: number;
  readonly distinct: number;
  /** The only element in which the value is an id; undefined for any element. */
  readonly idOf: string | undefined;
  readonly keptIn: readonly string[];
  /** The set in which the field's absence counts as 0; -1 without a set. */
  readonly absent: number;
}

export const NO_FIELD: FieldShape = {
  field: undefined,
  tag: 0,
  kind: KIND_NONE,
  packed: false,
  bit: 0,
  oneof: 0,
  child: undefined,
  counter: -1,
  keeps: false,
  needed: false,
  flags: 0,
  plain: 0,
  text: false,
  max: 0,
  min: 0,
  low: 0,
  set: -1,
  distinct: -1,
  idOf: undefined,
  keptIn: [],
  absent: -1,
};

/** All checks on a field's value, combined. */
interface Bound {
  readonly max: number;
  readonly min: number;
  /** Bits that must be 0. */
  readonly low: number;
}

/** The shapes of a schema's messages for one kind of consumer, each computed on first use. */
export class Shapes {
  /** Names of the sets that gather values, and of the sets of ids that should differ. */
  readonly setNames: readonly string[];
  readonly distinctNames: readonly string[];
  readonly #schema: SchemaTables;
  readonly #leave: ReadonlySet<string>;
  readonly #announce: ReadonlySet<string>;
  readonly #announceFirst: ReadonlySet<string>;
  readonly #retain: ReadonlySet<string>;
  readonly #opaque: ReadonlySet<string>;
  readonly #bounds: ReadonlyMap<string, Bound>;
  readonly #keep = new Map<string, string[]>();
  readonly #need: ReadonlySet<string>;
  readonly #gather: ReadonlySet<string>;
  readonly #text: ReadonlySet<string>;
  readonly #head: ReadonlySet<string>;
  readonly #emit: ReadonlySet<string>;
  readonly #summed: ReadonlySet<string>;
  readonly #unknown: ReadonlySet<string> | undefined;
  readonly #together: readonly { readonly present: readonly string[]; readonly without: string }[];
  readonly #sets = new Map<string, { readonly set: number; readonly absent: boolean }>();
  readonly #distinct = new Map<string, { readonly set: number; readonly of: string | undefined }>();
  /** Message types per set of ids. */
  readonly #within: ReadonlySet<string>[];
  readonly #made: (PayloadShape | undefined)[];

  constructor(schema: SchemaTables, subscription: Subscription) {
    const { leave, announce, announceFirst, retain, opaque, need, gather, unknown, text, head, emit } =
      subscription;
    const { bounds = [], sets = [], together = [], distinct = [], keep = [], sums = [] } = subscription;
    this.#schema = schema;
    this.#leave = new Set(leave);
    this.#announce = new Set(announce);
    this.#announceFirst = new Set(announceFirst);
    this.#retain = new Set(retain);
    this.#opaque = new Set(opaque);
    this.#bounds = tightest(bounds);
    for (const { field, of } of keep) this.#keep.set(field, [...(this.#keep.get(field) ?? []), of]);
    this.#need = new Set(need);
    this.#gather = new Set(gather);
    this.#text = new Set(text);
    this.#head = new Set(head);
    this.#emit = new Set(emit);
    this.#summed = new Set(sums.flatMap(({ of, fields }) => fields.map((name) => `${of}.${name}`)));
    this.#unknown = unknown === undefined ? undefined : new Set(unknown);
    this.#together = together.map(({ present, without }) => ({ present: listOf(present), without }));
    this.setNames = [...new Set(sets.map(({ set }) => set))];
    for (const { field, set, absent = false } of sets) {
      this.#sets.set(field, { set: this.setNames.indexOf(set), absent });
    }
    this.distinctNames = [...new Set(distinct.map(({ set }) => set))];
    this.#within = this.distinctNames.map((name) => typesWithin(distinct, name));
    for (const { field, set, of } of distinct) {
      this.#distinct.set(field, { set: this.distinctNames.indexOf(set), of });
    }
    this.#made = schema.messages.map(() => undefined);
  }

  of(message: MessageTable): PayloadShape {
    const known = this.#made[message.index];
    if (known !== undefined) return known;
    const name = message.typeName;
    const bits: number[] = [];
    let taken = 0;
    for (const { repeated } of message.fields) bits.push(repeated || taken === MASK_BITS ? 0 : 1 << taken++);
    const members = message.oneofs.map((_, oneof) =>
      message.fields.reduce(
        (mask, field, i) => (field.oneof === oneof ? mask | (bits[i] as number) : mask),
        0,
      ),
    );
    const needs = new Set<number>();
    message.oneofs.forEach((oneof, i) => {
      if (this.#need.has(`${name}.${oneof.name}`)) needs.add(members[i] as number);
    });
    let counters = 0;
    const fields = message.fields.map((field, i) => {
      const key = `${name}.${field.name}`;
      const bit = bits[i] as number;
      if (this.#need.has(key)) needs.add(bit);
      const oneof = field.oneof < 0 ? 0 : (members[field.oneof] as number);
      return this.#fieldShape(field, key, bit, oneof, field.repeated ? counters++ : -1);
    });
    // Bit 0 stands for no bit, so it cannot show that a field is missing.
    needs.delete(0);
    const distinct = this.#within.flatMap((types, set) => (types.has(name) ? [set] : []));
    const shape: PayloadShape = {
      message,
      fields,
      counters,
      needs: [...needs],
      together: this.#togetherIn(name, fields),
      flags: this.#flagsOf(name),
      gathers: this.#gather.has(name),
      distinct,
    };
    this.#made[message.index] = shape;
    return shape;
  }

  inElement(shape: FieldShape, typeName: string): FieldShape {
    const distinct = shape.idOf === undefined || shape.idOf === typeName ? shape.distinct : -1;
    if (shape.keptIn.includes(typeName)) {
      const flags = shape.flags | ENTRY_BOUNDED;
      return { ...shape, distinct, flags, keeps: true, plain: -1, max: -1 };
    }
    return distinct === shape.distinct ? shape : { ...shape, distinct };
  }

  #flagsOf(name: string): number {
    return (
      (this.#leave.has(name) ? NODE_LEAVE : 0) |
      (this.#retain.has(name) ? NODE_RETAIN : 0) |
      (this.#unknown?.has(name) === false ? 0 : NODE_UNKNOWN) |
      (this.#within.some((types) => types.has(name)) ? NODE_WITHIN : 0)
    );
  }

  #fieldShape(field: FieldTable, key: string, bit: number, oneof: number, counter: number): FieldShape {
    const { repeated, type } = field;
    const asSet = bit === 0 ? undefined : this.#sets.get(key);
    // A message has no value: only its absence counts.
    const gathered = type === TYPE_MESSAGE ? undefined : asSet;
    const id = this.#distinct.get(key);
    const distinct = id?.set ?? -1;
    const together = this.#together.some(({ present, without }) => without === key || present.includes(key));
    const bound = this.#bounds.get(key);
    const { max, min, low } = bound ?? NO_BOUND;
    const message = type === TYPE_MESSAGE ? this.#schema.messages[field.message] : undefined;
    const opaque = repeated && message !== undefined && this.#opaque.has(message.typeName);
    const kind = opaque ? KIND_OPAQUE : kindOf(type);
    if (distinct >= 0 && (bit === 0 || kind !== KIND_VARINT32)) {
      throw new Error(`${key} cannot be an id: it is not a singular 32-bit field`);
    }
    const asked = bound !== undefined || gathered !== undefined;
    const emitted = bit !== 0 && this.#emit.has(key);
    const summed = bit !== 0 && (kind === KIND_VARINT32 || kind === KIND_VARINT64) && this.#summed.has(key);
    const bounded = asked || together || emitted || summed;
    // For other kinds, a handler may need the position of any value.
    const isRange = min === 0 && low === 0 && gathered === undefined && !emitted && !summed;
    const isPlainable = kind === KIND_VARINT32 && isRange;
    const flags =
      this.#flagsOfEntry(field, key, message) |
      (bounded ? ENTRY_BOUNDED : 0) |
      (together && type !== TYPE_MESSAGE ? ENTRY_TOGETHER : 0) |
      (emitted ? ENTRY_EMIT : 0) |
      (summed ? ENTRY_SUMMED : 0);
    return {
      field,
      tag: fieldTag(field),
      kind,
      packed: repeated && isPackable(type),
      bit,
      oneof,
      child: opaque ? undefined : message,
      counter,
      keeps: bit !== 0 && (bounded || type === TYPE_MESSAGE || field.oneof >= 0),
      needed: repeated && this.#need.has(key),
      text: (type === TYPE_STRING && this.#text.has(key)) || (type === TYPE_BYTES && this.#head.has(key)),
      flags,
      plain: distinct >= 0 || (bounded && !isPlainable) ? -1 : together ? Math.min(0, max) : max,
      max,
      min,
      low,
      set: gathered === undefined ? -1 : gathered.set,
      absent: asSet?.absent === true ? asSet.set : -1,
      distinct,
      idOf: id?.of,
      keptIn: bit === 0 ? [] : (this.#keep.get(key) ?? []),
    };
  }

  #flagsOfEntry({ repeated }: FieldTable, key: string, message: MessageTable | undefined): number {
    if (message === undefined) return 0;
    // A singular field has only a first record. (It is announced only if its message contains itself: other
    // singular messages are not elements.)
    const first = this.#announceFirst.has(key);
    const announced = this.#announce.has(key) || (first && !repeated);
    const careful = announced || (this.#flagsOf(message.typeName) & (NODE_RETAIN | NODE_WITHIN)) !== 0;
    return (
      (careful ? ENTRY_CAREFUL : 0) |
      (announced ? ENTRY_ANNOUNCE : 0) |
      (first && repeated ? ENTRY_ANNOUNCE_FIRST : 0)
    );
  }

  #togetherIn(name: string, fields: readonly FieldShape[]): Together[] {
    const maskOf = (keys: readonly string[], messages: boolean) =>
      fields
        .filter(({ field }) => field !== undefined && keys.includes(`${name}.${field.name}`))
        .filter(({ kind }) => (kind === KIND_MESSAGE) === messages)
        .reduce((mask, { bit }) => mask | bit, 0);
    return this.#together
      .filter(({ without }) => fields.some(({ field }) => `${name}.${field?.name}` === without))
      .map(({ present, without }) => {
        const others = present.filter((key) => key !== without);
        // A written scalar counts as seen, even if its value is 0.
        const itself = present.length > others.length ? maskOf([without], false) : 0;
        return {
          presentKept: maskOf(others, false),
          presentSeen: maskOf(others, true) | itself,
          withoutKept: maskOf([without], false),
          withoutSeen: maskOf([without], true),
        };
      });
  }
}

const NO_BOUND: Bound = { max: Number.POSITIVE_INFINITY, min: 0, low: 0 };

/** Combines several limits, so that each subscriber gets at least the values that it subscribed to. */
function tightest(bounds: readonly BoundSubscription[]): Map<string, Bound> {
  const byField = new Map<string, Bound>();
  for (const { field, max = NO_BOUND.max, min = NO_BOUND.min, multipleOf = 1 } of bounds) {
    const before = byField.get(field) ?? NO_BOUND;
    const low = before.low | (multipleOf - 1);
    byField.set(field, { max: Math.min(before.max, max), min: Math.max(before.min, min), low });
  }
  return byField;
}

function typesWithin(distinct: readonly DistinctSubscription[], name: string): Set<string> {
  return new Set(distinct.flatMap(({ set, within }) => (set === name ? listOf(within) : [])));
}

function listOf(names: string | readonly string[]): readonly string[] {
  return typeof names === 'string' ? [names] : names;
}

function kindOf(type: number): number {
  switch (type) {
    case TYPE_BOOL:
      return KIND_BOOL;
    case TYPE_BYTES:
      return KIND_BYTES;
    case TYPE_ENUM:
    case TYPE_INT32:
    case TYPE_SINT32:
    case TYPE_UINT32:
      return KIND_VARINT32;
    case TYPE_MESSAGE:
      return KIND_MESSAGE;
    case TYPE_STRING:
      return KIND_STRING;
  }
  const wireType = wireTypeOf(type);
  return wireType === WIRE_I32 ? KIND_I32 : wireType === WIRE_I64 ? KIND_I64 : KIND_VARINT64;
}
