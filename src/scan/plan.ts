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

/**
 * The plan of a scan: the schema's tables unrolled into flat arrays, with what the consumer wants to be
 * told about.
 *
 * *Elements and nodes.* Protobuf merges repeated occurrences of a singular message and lets the last scalar
 * win, so a verdict on a message is only known when the repeated record around it ends. An *element* is
 * such a record (or the root); the singular messages inside it are its *nodes*. Each open element has one
 * row of state: per node a mask of the fields seen and a counter per repeated field, and a slot (value,
 * span) per field that somebody asked for. Entering a singular message a second time goes on with its
 * node's state; switching a oneof's member drops it. That is how merging is exact at no cost.
 */
export interface Plan {
  readonly schema: SchemaTables;
  /** Element node per message index, or -1: where a scan may start. */
  readonly elementNode: Int32Array;

  // Per node. Node 0 knows no field: it stands for unknown groups.
  readonly nodeMessage: Int32Array;
  /** 1 when the node is an element's own. */
  readonly nodeElement: Uint8Array;
  /** The entry that leads to a node inside its element; 0 for the element's own. */
  readonly nodeParent: Int32Array;
  /** Where in the row its state starts: mask, kept, its counters, then its sets. */
  readonly nodeAt: Int32Array;
  /** Integers of its state. */
  readonly nodeInts: Int32Array;
  /** Where in the row its sets start, two integers each; -1 where it gathers none. */
  readonly nodeSets: Int32Array;
  /** Of these fields at least one must be present; 0 asks for nothing. */
  readonly nodeNeed: Int32Array;
  /** The field whose absence counts as a 0 in its set, as an entry; 0 is none. */
  readonly nodeAbsent: Int32Array;
  /** NODE_ bits. */
  readonly nodeFlags: Uint8Array;
  /** Integers in a row of this element: the suspect flag, masks, counters. */
  readonly rowInts: Int32Array;
  /** Slots in a row of this element. */
  readonly rowSlots: Int32Array;
  /** Fields by number: a known number in another wire type is a mismatch, not news. */
  readonly fields: readonly ReadonlyMap<number, FieldTable>[];
  /** node × 128 + one-byte tag → entry; 0 is no entry. */
  readonly lookup: Uint16Array;
  /** Longer tags. */
  readonly longTags: readonly ReadonlyMap<number, number>[];

  // Per entry: a field of a node in one wire type. Entry 0 is none.
  readonly entryKind: Uint8Array;
  readonly entryField: readonly (FieldTable | undefined)[];
  readonly entryNode: Int32Array;
  /** The field's bit in the node's mask; 0 for repeated fields and those that did not fit. */
  readonly entryBit: Int32Array;
  /** Bits of all members of its oneof, 0 outside of one. */
  readonly entryOneof: Int32Array;
  readonly entryChild: Int32Array;
  /** Where in the row its counter is (repeated), otherwise -1. */
  readonly entryCounter: Int32Array;
  /** Slot in the row, -1 where nobody asked. */
  readonly entrySlot: Int32Array;
  /** Values above this are kept in the slot and make the row suspect. -1 keeps all. */
  readonly entryMax: Float64Array;
  /** The set that its values are gathered in, -1 for none. Its max is -1: what no set takes is kept. */
  readonly entrySet: Int32Array;
  /** Names of the sets. */
  readonly sets: readonly string[];
  /** Per element node: the entries in its row whose values may be kept. */
  readonly kept: ReadonlyMap<number, readonly number[]>;
}

/** What a consumer wants to hear of. Fields are named `Message.field`, as the schema spells them. */
export interface Subscription {
  /** Messages whose end is always announced when they are elements; others only when suspect. */
  readonly leave?: readonly string[];
  /** Messages that are handed over whole, as bytes, when they end. */
  readonly retain?: readonly string[];
  /**
   * Values above `max` make the element suspect and are kept for its end; `max` -1 keeps every value.
   * Strings and bytes count with their length, messages with 0.
   */
  readonly bounds?: readonly { readonly field: string; readonly max: number }[];
  /** Messages that are skipped by their length and announced: somebody else reads them. */
  readonly opaque?: readonly string[];
  /** Messages of which a oneof, or else a singular field, must be set. */
  readonly need?: readonly string[];
  /** Messages whose unknown fields are told one by one (default: all); those of others are only counted. */
  readonly unknown?: readonly string[];
  /** Messages that, where they are elements, gather the sets of what lies in them (of the nearest such one). */
  readonly gather?: readonly string[];
  /**
   * Singular fields whose values are gathered as a set, so that values which are right in one file and wrong
   * in the next cost nothing until it is known. It has every value that a parser ends up with and that is
   * below SET_VALUES (and perhaps one that was overwritten). A larger one, or one written more than once, is
   * kept as with `max` -1. With `absent`, a message without the field counts as one with 0; at most one field of a message.
   */
  readonly sets?: readonly SetSubscription[];
}

export interface SetSubscription {
  readonly field: string;
  /** Name of the set; fields may share one. */
  readonly set: string;
  readonly absent?: boolean;
}

/** Values that a set can hold: 0 to 63. */
export const SET_VALUES = 64;

export const KIND_NONE = 0;
export const KIND_MESSAGE = 1;
export const KIND_VARINT32 = 2;
export const KIND_VARINT64 = 3;
export const KIND_BOOL = 4;
export const KIND_STRING = 5;
export const KIND_BYTES = 6;
export const KIND_I32 = 7;
export const KIND_I64 = 8;
export const KIND_PACKED = 9;
export const KIND_OPAQUE = 10;

export const NODE_LEAVE = 1;
export const NODE_RETAIN = 2;
/** Its occurrence is a value that somebody asked for. */
export const NODE_BOUND = 4;
/** Its unknown fields are told one by one. */
export const NODE_UNKNOWN = 16;
/** Its end is not silent: it needs something, or an absent field counts. */
export const NODE_JUDGED = 8;

/** Bit of a node's mask: a LEN record with a field number that the schema does not know was seen. */
export const SAW_UNKNOWN_LEN = 1 << 31;

/** Fields that get a bit of their own; the message types of ProtoMDL have at most half as many. */
const MASK_BITS = 30;

/** Where a row says that its element deserves a look. */
export const ROW_SUSPECT = 0;

interface Builder {
  readonly schema: SchemaTables;
  readonly leave: ReadonlySet<string>;
  readonly retain: ReadonlySet<string>;
  readonly opaque: ReadonlySet<string>;
  readonly bounds: ReadonlyMap<string, number>;
  readonly need: ReadonlySet<string>;
  readonly gather: ReadonlySet<string>;
  readonly unknown: ReadonlySet<string>;
  readonly sets: ReadonlyMap<string, SetSubscription>;
  readonly setNames: readonly string[];
  readonly nodes: NodeDraft[];
  readonly entries: EntryDraft[];
  readonly elements: number[];
}

/** A row while it grows: nodes that share it add to it. */
interface Row {
  readonly owner: number;
  ints: number;
  slots: number;
}

interface NodeDraft {
  readonly message: number;
  parent: number;
  /** The element's node that the row belongs to. */
  readonly owner: number;
  readonly element: boolean;
  readonly at: number;
  /** Mask, kept, counters and sets: integers of its state. */
  readonly size: number;
  readonly sets: number;
  need: number;
  absent: number;
  flags: number;
  /** Row sizes, on the element's own node. */
  ints: number;
  slots: number;
  readonly tags: Map<number, number>;
}

interface EntryDraft {
  readonly kind: number;
  readonly field: FieldTable | undefined;
  readonly node: number;
  readonly bit: number;
  readonly oneof: number;
  readonly child: number;
  readonly counter: number;
  readonly slot: number;
  readonly max: number;
  readonly set: number;
}

const KINDS: Readonly<Record<number, number>> = {
  [TYPE_BOOL]: KIND_BOOL,
  [TYPE_BYTES]: KIND_BYTES,
  [TYPE_ENUM]: KIND_VARINT32,
  [TYPE_INT32]: KIND_VARINT32,
  [TYPE_MESSAGE]: KIND_MESSAGE,
  [TYPE_SINT32]: KIND_VARINT32,
  [TYPE_STRING]: KIND_STRING,
  [TYPE_UINT32]: KIND_VARINT32,
};

function kindOf(type: number): number {
  const wireType = wireTypeOf(type);
  return wireType === WIRE_I32 ? KIND_I32 : wireType === WIRE_I64 ? KIND_I64 : (KINDS[type] ?? KIND_VARINT64);
}

/** Unrolls `schema` for one kind of consumer. Costs about a millisecond for ProtoMDL: keep the result. */
export function planOf(schema: SchemaTables, subscription: Subscription = {}): Plan {
  const builder: Builder = {
    schema,
    leave: new Set(subscription.leave),
    retain: new Set(subscription.retain),
    opaque: new Set(subscription.opaque),
    bounds: new Map(subscription.bounds?.map(({ field, max }) => [field, max])),
    need: new Set(subscription.need),
    gather: new Set(subscription.gather),
    unknown: new Set(subscription.unknown ?? schema.messages.map(({ typeName }) => typeName)),
    sets: new Map(subscription.sets?.map((set) => [set.field, set])),
    setNames: [...new Set(subscription.sets?.map(({ set }) => set))],
    nodes: [draftNode(-1, 0, true, 1, 2, -1, 0)],
    entries: [
      {
        kind: KIND_NONE,
        field: undefined,
        node: 0,
        bit: 0,
        oneof: 0,
        child: 0,
        counter: -1,
        slot: -1,
        max: 0,
        set: -1,
      },
    ],
    elements: schema.messages.map(() => -1),
  };
  for (const message of schema.messages) elementOf(builder, message);
  return freeze(builder);
}

function draftNode(
  message: number,
  owner: number,
  element: boolean,
  at: number,
  size: number,
  sets: number,
  flags: number,
): NodeDraft {
  return {
    message,
    parent: 0,
    owner,
    element,
    at,
    size,
    sets,
    need: 0,
    absent: 0,
    flags,
    ints: 3,
    slots: 0,
    tags: new Map(),
  };
}

/** The element node of a message, made at first need: recursion ends here. */
function elementOf(builder: Builder, message: MessageTable): number {
  const known = builder.elements[message.index] as number;
  if (known >= 0) return known;
  const row: Row = { owner: builder.nodes.length, ints: 1, slots: 0 };
  const index = addNode(builder, message, true, row, []);
  const node = builder.nodes[index] as NodeDraft;
  node.ints = row.ints;
  node.slots = row.slots;
  return index;
}

function addNode(
  builder: Builder,
  message: MessageTable,
  element: boolean,
  row: Row,
  around: readonly number[],
): number {
  const index = builder.nodes.length;
  const name = message.typeName;
  const repeated = message.fields.filter((field) => field.repeated);
  const flags =
    (builder.leave.has(name) ? NODE_LEAVE : 0) |
    (builder.retain.has(name) ? NODE_RETAIN : 0) |
    (builder.unknown.has(name) ? NODE_UNKNOWN : 0);
  const gathers = element && builder.gather.has(name);
  const fixed = 2 + repeated.length;
  const size = fixed + (gathers ? 2 * builder.setNames.length : 0);
  const sets = gathers ? row.ints + fixed : -1;
  const node = draftNode(message.index, row.owner, element, row.ints, size, sets, flags);
  row.ints += size;
  builder.nodes.push(node);
  if (element) builder.elements[message.index] = index;

  const bits = new Map<FieldTable, number>();
  for (const field of message.fields) {
    if (!field.repeated && bits.size < MASK_BITS) bits.set(field, 1 << bits.size);
  }
  const members = message.oneofs.map((oneof) =>
    message.fields.reduce(
      (mask, field) => (oneof.members.includes(field.number) ? mask | (bits.get(field) ?? 0) : mask),
      0,
    ),
  );
  for (const field of message.fields) {
    const key = `${name}.${field.name}`;
    const gathered = field.repeated ? undefined : builder.sets.get(key);
    const bound = gathered === undefined ? builder.bounds.get(key) : -1;
    const singularMessage = field.type === TYPE_MESSAGE && !field.repeated;
    const keeps =
      !field.repeated && bits.has(field) && (bound !== undefined || singularMessage || field.oneof >= 0);
    const opaque =
      field.repeated && builder.opaque.has(builder.schema.messages[field.message]?.typeName ?? '');
    const draft: EntryDraft = {
      kind: opaque ? KIND_OPAQUE : kindOf(field.type),
      field,
      node: index,
      bit: bits.get(field) ?? 0,
      oneof: field.oneof < 0 ? 0 : (members[field.oneof] as number),
      child: opaque ? 0 : childOf(builder, field, row, [...around, message.index]),
      counter: field.repeated ? node.at + 2 + repeated.indexOf(field) : -1,
      slot: keeps ? row.slots++ : -1,
      max: bound ?? Number.POSITIVE_INFINITY,
      set: gathered === undefined || !bits.has(field) ? -1 : builder.setNames.indexOf(gathered.set),
    };
    if (gathered?.absent) node.absent = builder.entries.length;
    if (builder.need.has(key)) node.need |= draft.bit;
    const child = builder.nodes[draft.child] as NodeDraft;
    if (draft.child > 0 && !child.element) {
      child.parent = builder.entries.length;
      if (bound !== undefined) child.flags |= NODE_BOUND;
    }
    addEntry(builder, node, field.number * 8 + wireTypeOf(field.type), draft);
    if (field.repeated && isPackable(field.type)) {
      addEntry(builder, node, field.number * 8 + WIRE_LEN, { ...draft, kind: KIND_PACKED });
    }
  }
  message.oneofs.forEach((oneof, i) => {
    if (builder.need.has(`${name}.${oneof.name}`)) node.need |= members[i] as number;
  });
  return index;
}

/** A singular message becomes a node of the same row, unless it lies in itself: then it starts a row. */
function childOf(builder: Builder, field: FieldTable, row: Row, around: readonly number[]): number {
  if (field.type !== TYPE_MESSAGE) return 0;
  const message = builder.schema.messages[field.message] as MessageTable;
  if (field.repeated || around.includes(message.index)) return elementOf(builder, message);
  return addNode(builder, message, false, row, around);
}

function addEntry(builder: Builder, node: NodeDraft, tag: number, draft: EntryDraft): void {
  node.tags.set(tag, builder.entries.length);
  builder.entries.push(draft);
}

function freeze({ schema, nodes, entries, elements, setNames }: Builder): Plan {
  if (entries.length > 0xffff) throw new RangeError('schema too wide for a plan: more than 65,535 entries');
  const lookup = new Uint16Array(nodes.length * 128);
  nodes.forEach((node, index) => {
    for (const [tag, entry] of node.tags) if (tag < 128) lookup[index * 128 + tag] = entry;
  });
  return {
    schema,
    elementNode: Int32Array.from(elements),
    nodeMessage: Int32Array.from(nodes, (node) => node.message),
    nodeElement: Uint8Array.from(nodes, (node) => (node.element ? 1 : 0)),
    nodeParent: Int32Array.from(nodes, (node) => node.parent),
    nodeAt: Int32Array.from(nodes, (node) => node.at),
    nodeInts: Int32Array.from(nodes, (node) => node.size),
    nodeSets: Int32Array.from(nodes, (node) => node.sets),
    nodeAbsent: Int32Array.from(nodes, (node) => node.absent),
    nodeNeed: Int32Array.from(nodes, (node) => node.need),
    nodeFlags: Uint8Array.from(nodes, (node) => node.flags | (node.need | node.absent ? NODE_JUDGED : 0)),
    rowInts: Int32Array.from(nodes, (node) => node.ints),
    rowSlots: Int32Array.from(nodes, (node) => node.slots),
    fields: nodes.map((node) => fieldsOf(schema.messages[node.message])),
    lookup,
    longTags: nodes.map((node) => new Map([...node.tags].filter(([tag]) => tag >= 128))),
    entryKind: Uint8Array.from(entries, (entry) => entry.kind),
    entryField: entries.map((entry) => entry.field),
    entryNode: Int32Array.from(entries, (entry) => entry.node),
    entryBit: Int32Array.from(entries, (entry) => entry.bit),
    entryOneof: Int32Array.from(entries, (entry) => entry.oneof),
    entryChild: Int32Array.from(entries, (entry) => entry.child),
    entryCounter: Int32Array.from(entries, (entry) => entry.counter),
    entrySlot: Int32Array.from(entries, (entry) => entry.slot),
    entryMax: Float64Array.from(entries, (entry) => entry.max),
    entrySet: Int32Array.from(entries, (entry) => entry.set),
    sets: setNames,
    kept: keptOf(nodes, entries),
  };
}

function fieldsOf(message: MessageTable | undefined): ReadonlyMap<number, FieldTable> {
  return new Map(message?.fields.map((field) => [field.number, field]));
}

function keptOf(nodes: readonly NodeDraft[], entries: readonly EntryDraft[]): ReadonlyMap<number, number[]> {
  const kept = new Map<number, number[]>();
  entries.forEach((entry, index) => {
    if (entry.slot < 0 || entry.max === Number.POSITIVE_INFINITY) return;
    const owner = (nodes[entry.node] as NodeDraft).owner;
    kept.set(owner, [...(kept.get(owner) ?? []), index]);
  });
  return kept;
}

/**
 * The entry of a field below an element: `entryOf(plan, 'ProtoMDLAction', 'enable_lcu.network_index')`.
 * @throws Error for a name that the schema does not have: a bug of ours, found when the module loads
 */
export function entryOf(plan: Plan, typeName: string, path: string): number {
  const message = plan.schema.messages.find((table) => table.typeName === typeName);
  let node = message === undefined ? 0 : (plan.elementNode[message.index] as number);
  let entry = 0;
  for (const name of path.split('.')) {
    entry = plan.entryField.findIndex((field, i) => plan.entryNode[i] === node && field?.name === name);
    if (entry <= 0) throw new Error(`no field ${name} in ${typeName} for ${path}`);
    node = plan.entryChild[entry] as number;
  }
  return entry;
}
