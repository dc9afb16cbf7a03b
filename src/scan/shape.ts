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
} from '../schema/table.js';
import { WIRE_I32, WIRE_I64 } from '../wire/tag.js';
import {
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
  type Subscription,
  tagOf,
} from './plan.js';

/** Fields that get a bit of their own; the message types of ProtoMDL have at most half as many. */
const MASK_BITS = 30;

/** What all nodes of a message have in common. */
export interface Shape {
  readonly message: MessageTable;
  readonly fields: readonly FieldShape[];
  readonly counters: number;
  readonly need: number;
  readonly flags: number;
  readonly gathers: boolean;
}

/** What all entries of a field have in common. */
export interface FieldShape {
  /** Undefined for no field. */
  readonly field: FieldTable | undefined;
  readonly tag: number;
  readonly kind: number;
  /** Whether a LEN record of it is a packed list. */
  readonly packed: boolean;
  readonly bit: number;
  /** Bits of all members of its oneof. */
  readonly oneof: number;
  /** The message that its records are entered as; undefined where they are not. */
  readonly child: MessageTable | undefined;
  /** Which of the node's counters counts it, or -1. */
  readonly counter: number;
  readonly keeps: boolean;
  readonly bounded: boolean;
  readonly max: number;
  readonly set: number;
  /** Whether its absence counts as a 0 in the set. */
  readonly absent: boolean;
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
  bounded: false,
  max: 0,
  set: -1,
  absent: false,
};

/** The shapes of a schema's messages for one kind of consumer, each worked out when it is first asked for. */
export class Shapes {
  /** Names of the sets that values are gathered in. */
  readonly setNames: readonly string[];
  readonly #schema: SchemaTables;
  readonly #leave: ReadonlySet<string>;
  readonly #retain: ReadonlySet<string>;
  readonly #opaque: ReadonlySet<string>;
  readonly #bounds: ReadonlyMap<string, number>;
  readonly #need: ReadonlySet<string>;
  readonly #gather: ReadonlySet<string>;
  readonly #unknown: ReadonlySet<string> | undefined;
  readonly #sets = new Map<string, { readonly set: number; readonly absent: boolean }>();
  readonly #made: (Shape | undefined)[];

  constructor(schema: SchemaTables, subscription: Subscription) {
    const { leave, retain, opaque, bounds, need, gather, unknown, sets = [] } = subscription;
    this.#schema = schema;
    this.#leave = new Set(leave);
    this.#retain = new Set(retain);
    this.#opaque = new Set(opaque);
    this.#bounds = new Map(bounds?.map(({ field, max }) => [field, max]));
    this.#need = new Set(need);
    this.#gather = new Set(gather);
    this.#unknown = unknown === undefined ? undefined : new Set(unknown);
    this.setNames = [...new Set(sets.map(({ set }) => set))];
    for (const { field, set, absent = false } of sets) {
      this.#sets.set(field, { set: this.setNames.indexOf(set), absent });
    }
    this.#made = schema.messages.map(() => undefined);
  }

  of(message: MessageTable): Shape {
    const known = this.#made[message.index];
    if (known !== undefined) return known;
    const name = message.typeName;
    const bits: number[] = [];
    let taken = 0;
    for (const { repeated } of message.fields) bits.push(repeated || taken === MASK_BITS ? 0 : 1 << taken++);
    const members = message.oneofs.map(() => 0);
    message.fields.forEach(({ oneof }, i) => {
      if (oneof >= 0) members[oneof] = (members[oneof] as number) | (bits[i] as number);
    });
    let need = 0;
    message.oneofs.forEach((oneof, i) => {
      if (this.#need.has(`${name}.${oneof.name}`)) need |= members[i] as number;
    });
    let counters = 0;
    const fields = message.fields.map((field, i) => {
      const key = `${name}.${field.name}`;
      const bit = bits[i] as number;
      if (this.#need.has(key)) need |= bit;
      const oneof = field.oneof < 0 ? 0 : (members[field.oneof] as number);
      return this.#fieldShape(field, key, bit, oneof, field.repeated ? counters++ : -1);
    });
    const flags =
      (this.#leave.has(name) ? NODE_LEAVE : 0) |
      (this.#retain.has(name) ? NODE_RETAIN : 0) |
      (this.#unknown?.has(name) === false ? 0 : NODE_UNKNOWN);
    const shape = { message, fields, counters, need, flags, gathers: this.#gather.has(name) };
    this.#made[message.index] = shape;
    return shape;
  }

  #fieldShape(field: FieldTable, key: string, bit: number, oneof: number, counter: number): FieldShape {
    const { repeated, type } = field;
    const gathered = repeated ? undefined : this.#sets.get(key);
    const bound = gathered === undefined ? this.#bounds.get(key) : -1;
    const message = type === TYPE_MESSAGE ? this.#schema.messages[field.message] : undefined;
    const opaque = repeated && message !== undefined && this.#opaque.has(message.typeName);
    return {
      field,
      tag: tagOf(field),
      kind: opaque ? KIND_OPAQUE : kindOf(type),
      packed: repeated && isPackable(type),
      bit,
      oneof,
      child: opaque ? undefined : message,
      counter,
      keeps: bit !== 0 && (bound !== undefined || type === TYPE_MESSAGE || field.oneof >= 0),
      bounded: bound !== undefined,
      max: bound ?? Number.POSITIVE_INFINITY,
      set: gathered === undefined || bit === 0 ? -1 : gathered.set,
      absent: gathered?.absent === true,
    };
  }
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
