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
import { WIRE_I32, WIRE_I64, WIRE_LEN } from '../wire/tag.js';
import {
  KIND_BOOL,
  KIND_BYTES,
  KIND_I32,
  KIND_I64,
  KIND_MESSAGE,
  KIND_NONE,
  KIND_OPAQUE,
  KIND_PACKED,
  KIND_STRING,
  KIND_VARINT32,
  KIND_VARINT64,
  NODE_BOUND,
  NODE_JUDGED,
  NODE_LEAVE,
  NODE_RETAIN,
  NODE_UNKNOWN,
  type Plan,
  type Subscription,
  tagOf,
} from './plan.js';

/** Fields that get a bit of their own; the message types of ProtoMDL have at most half as many. */
const MASK_BITS = 30;

/** Integers of a node's state before its counters: its mask, and what it kept. */
const NODE_HEAD = 2;

/** Shared by nodes without long tags, which are most. */
const NO_TAGS = new Map<number, number>();

/**
 * Unrolls `schema` for one kind of consumer. For ProtoMDL, which becomes 150 nodes and 600 entries, that takes
 * a millisecond in code that was never run before: keep the result.
 * @throws RangeError for a schema that becomes more than 65,535 entries
 */
export function planOf(schema: SchemaTables, subscription: Subscription = {}): Plan {
  return new Unroller(schema, subscription).unroll();
}

/** What all nodes of a message have in common. */
interface Shape {
  readonly message: MessageTable;
  readonly fields: readonly FieldShape[];
  readonly counters: number;
  readonly need: number;
  readonly flags: number;
  readonly gathers: boolean;
}

/** What all entries of a field have in common. */
interface FieldShape {
  readonly field: FieldTable;
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

/** A row while it grows: nodes that share it add to it. */
interface Row {
  /** The element's node. */
  readonly owner: number;
  ints: number;
  slots: number;
}

interface Node {
  readonly message: number;
  readonly row: Row;
  readonly element: boolean;
  readonly at: number;
  readonly size: number;
  readonly sets: number;
  readonly need: number;
  parent: number;
  absent: number;
  flags: number;
}

class Unroller {
  readonly #schema: SchemaTables;
  readonly #leave: ReadonlySet<string>;
  readonly #retain: ReadonlySet<string>;
  readonly #opaque: ReadonlySet<string>;
  readonly #bounds: ReadonlyMap<string, number>;
  readonly #need: ReadonlySet<string>;
  readonly #gather: ReadonlySet<string>;
  readonly #unknown: ReadonlySet<string> | undefined;
  readonly #sets = new Map<string, { readonly set: number; readonly absent: boolean }>();
  readonly #setNames: readonly string[];

  readonly #shapes: (Shape | undefined)[] = [];
  readonly #elements: number[];
  /** Node 0 knows no field. */
  readonly #nodes: Node[] = [
    {
      message: -1,
      row: { owner: 0, ints: 1 + NODE_HEAD, slots: 0 },
      element: true,
      at: 1,
      size: NODE_HEAD,
      sets: -1,
      need: 0,
      parent: 0,
      absent: 0,
      flags: 0,
    },
  ];
  // Entries by column, entry 0 standing for none.
  readonly #kind: number[] = [KIND_NONE];
  readonly #field: (FieldTable | undefined)[] = [undefined];
  readonly #tag: number[] = [0];
  readonly #node: number[] = [0];
  readonly #bit: number[] = [0];
  readonly #oneof: number[] = [0];
  readonly #child: number[] = [0];
  readonly #counter: number[] = [-1];
  readonly #slot: number[] = [-1];
  readonly #max: number[] = [0];
  readonly #set: number[] = [-1];

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
    this.#setNames = [...new Set(sets.map(({ set }) => set))];
    for (const { field, set, absent = false } of sets) {
      this.#sets.set(field, { set: this.#setNames.indexOf(set), absent });
    }
    this.#elements = schema.messages.map(() => -1);
  }

  unroll(): Plan {
    for (const message of this.#schema.messages) this.#elementOf(message);
    if (this.#kind.length > 0xffff) {
      throw new RangeError('schema too wide for a plan: more than 65,535 entries');
    }
    const nodes = this.#nodes;
    const { messages } = this.#schema;
    const { lookup, longTags } = this.#entriesByTag();
    const none: ReadonlyMap<number, FieldTable> = new Map();
    const fields = messages.map((message) => new Map(message.fields.map((field) => [field.number, field])));
    return {
      schema: this.#schema,
      elementNode: new Int32Array(this.#elements),
      nodeMessage: new Int32Array(nodes.map(({ message }) => message)),
      nodeElement: new Uint8Array(nodes.map(({ element }) => (element ? 1 : 0))),
      nodeParent: new Int32Array(nodes.map(({ parent }) => parent)),
      nodeAt: new Int32Array(nodes.map(({ at }) => at)),
      nodeInts: new Int32Array(nodes.map(({ size }) => size)),
      nodeSets: new Int32Array(nodes.map(({ sets }) => sets)),
      nodeNeed: new Int32Array(nodes.map(({ need }) => need)),
      nodeAbsent: new Int32Array(nodes.map(({ absent }) => absent)),
      nodeFlags: new Uint8Array(
        nodes.map((node) => node.flags | (node.need | node.absent ? NODE_JUDGED : 0)),
      ),
      rowInts: new Int32Array(nodes.map(({ element, row }) => (element ? row.ints : 0))),
      rowSlots: new Int32Array(nodes.map(({ element, row }) => (element ? row.slots : 0))),
      fields: nodes.map(({ message }) => fields[message] ?? none),
      lookup,
      longTags,
      entryKind: new Uint8Array(this.#kind),
      entryField: this.#field,
      entryNode: new Int32Array(this.#node),
      entryBit: new Int32Array(this.#bit),
      entryOneof: new Int32Array(this.#oneof),
      entryChild: new Int32Array(this.#child),
      entryCounter: new Int32Array(this.#counter),
      entrySlot: new Int32Array(this.#slot),
      entryMax: new Float64Array(this.#max),
      entrySet: new Int32Array(this.#set),
      sets: this.#setNames,
      kept: this.#keptByRow(),
    };
  }

  /** The element node of a message, made at first need: recursion ends here. */
  #elementOf(message: MessageTable): number {
    const known = this.#elements[message.index] as number;
    if (known >= 0) return known;
    return this.#addNode(message, true, { owner: this.#nodes.length, ints: 1, slots: 0 }, []);
  }

  /** @param around messages in whose nodes of the same row this one lies */
  #addNode(message: MessageTable, element: boolean, row: Row, around: readonly number[]): number {
    const index = this.#nodes.length;
    const { fields, counters, need, flags, gathers } = this.#shapeOf(message);
    const at = row.ints;
    const fixed = NODE_HEAD + counters;
    const sets = element && gathers ? at + fixed : -1;
    const size = fixed + (sets < 0 ? 0 : 2 * this.#setNames.length);
    const node = { message: message.index, row, element, at, size, sets, need, parent: 0, absent: 0, flags };
    row.ints += size;
    this.#nodes.push(node);
    if (element) this.#elements[message.index] = index;

    const within = [...around, message.index];
    for (const shape of fields) {
      const child = shape.child === undefined ? 0 : this.#childOf(shape.child, shape.field, row, within);
      const entry = this.#kind.length;
      const counter = shape.counter < 0 ? -1 : at + NODE_HEAD + shape.counter;
      const slot = shape.keeps ? row.slots++ : -1;
      this.#addEntry(shape, shape.tag, shape.kind, index, child, counter, slot);
      if (shape.absent) node.absent = entry;
      const inner = this.#nodes[child] as Node;
      if (child > 0 && !inner.element) {
        inner.parent = entry;
        if (shape.bounded) inner.flags |= NODE_BOUND;
      }
      if (shape.packed) {
        this.#addEntry(shape, shape.field.number * 8 + WIRE_LEN, KIND_PACKED, index, child, counter, slot);
      }
    }
    return index;
  }

  /** A singular message becomes a node of the same row, unless it lies in itself: then it starts a row. */
  #childOf(message: MessageTable, field: FieldTable, row: Row, within: readonly number[]): number {
    if (field.repeated || within.includes(message.index)) return this.#elementOf(message);
    return this.#addNode(message, false, row, within);
  }

  #addEntry(
    { field, bit, oneof, max, set }: FieldShape,
    tag: number,
    kind: number,
    node: number,
    child: number,
    counter: number,
    slot: number,
  ): void {
    this.#kind.push(kind);
    this.#field.push(field);
    this.#tag.push(tag);
    this.#node.push(node);
    this.#bit.push(bit);
    this.#oneof.push(oneof);
    this.#child.push(child);
    this.#counter.push(counter);
    this.#slot.push(slot);
    this.#max.push(max);
    this.#set.push(set);
  }

  #shapeOf(message: MessageTable): Shape {
    const known = this.#shapes[message.index];
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
    this.#shapes[message.index] = shape;
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

  #entriesByTag(): Pick<Plan, 'lookup' | 'longTags'> {
    const lookup = new Uint16Array(this.#nodes.length * 128);
    const longTags: Map<number, number>[] = this.#nodes.map(() => NO_TAGS);
    for (let entry = 1; entry < this.#tag.length; entry++) {
      const node = this.#node[entry] as number;
      const tag = this.#tag[entry] as number;
      if (tag < 128) lookup[node * 128 + tag] = entry;
      else if (longTags[node] === NO_TAGS) longTags[node] = new Map([[tag, entry]]);
      else longTags[node]?.set(tag, entry);
    }
    return { lookup, longTags };
  }

  #keptByRow(): Plan['kept'] {
    const kept = new Map<number, number[]>();
    for (let entry = 1; entry < this.#slot.length; entry++) {
      if ((this.#slot[entry] as number) < 0 || this.#max[entry] === Number.POSITIVE_INFINITY) continue;
      const { owner } = (this.#nodes[this.#node[entry] as number] as Node).row;
      const others = kept.get(owner);
      if (others === undefined) kept.set(owner, [entry]);
      else others.push(entry);
    }
    return kept;
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
