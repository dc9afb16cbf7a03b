import { messageByName } from '../../base/schema/lookup.js';
import { type FieldTable, type SchemaTables, wireTypeOf } from '../../base/schema/table.js';

/**
 * The plan of a scan: the schema's tables unrolled into flat arrays, with the subscriptions of a consumer.
 *
 * *Elements and nodes.* Protobuf merges repeated occurrences of a singular message and lets the last scalar
 * win, so a verdict on a message is only known when the repeated record around it ends. An *element* is such
 * a record (or the root); the singular messages inside it are its *nodes*. Each open element has one row of
 * state: per node a mask of the fields seen and a counter per repeated field, and a slot (value, span) per
 * subscribed field. A second record of a singular message continues with the state of its node; another
 * member of a oneof drops the state. Merging is therefore exact at no cost.
 */
export interface Plan {
  readonly schema: SchemaTables;
  /**
   * Element node per message index, where a scan may start; -1 for messages that are not elements or not
   * reachable from the root.
   */
  readonly elementNode: Int32Array;

  // Per node. Node 0 has no known fields, and represents unknown groups.
  readonly nodeMessage: Int32Array;
  /** 1 when the node is an element's own. */
  readonly nodeElement: Uint8Array;
  /** The node of the element whose row contains this node's state. */
  readonly nodeOwner: Int32Array;
  /** Entry of the field that holds the node's message; 0 for the element's own node. */
  readonly nodeParent: Int32Array;
  /** Start of the node's state in the row: mask, kept mask, counters, sets. */
  readonly nodeAt: Int32Array;
  /** Number of integers in the node's state. */
  readonly nodeInts: Int32Array;
  /** Start of the node's sets in the row, two integers each; -1 without sets. */
  readonly nodeSets: Int32Array;
  /** Masks of fields: of each mask, at least one field must be present. */
  readonly nodeNeeds: readonly (readonly number[])[];
  /** Repeated fields that must not be empty, as entries. */
  readonly nodeLists: readonly (readonly number[])[];
  readonly nodeTogether: readonly (readonly Together[])[];
  /** Fields whose sum has a limit, as entries. */
  readonly nodeSums: readonly (readonly number[])[];
  /** Sets of ids that restart in each element of this node. */
  readonly nodeDistinct: readonly (readonly number[])[];
  /** The entry of a field whose absence counts as 0 in a set (0 without such a field), and the set. */
  readonly nodeAbsent: Int32Array;
  readonly nodeAbsentSet: Int32Array;
  /** NODE_ bits. */
  readonly nodeFlags: Uint8Array;
  /** Number of integers in a row of this element: the suspect flag, masks, counters. */
  readonly rowInts: Int32Array;
  /** Number of slots in a row of this element. */
  readonly rowSlots: Int32Array;
  /** Fields by number: a known number in another wire type is a mismatch, not an unknown field. */
  readonly fields: readonly ReadonlyMap<number, FieldTable>[];
  /** node × SHORT_TAGS + tag → entry; 0 for no entry. */
  readonly lookup: Uint16Array;
  readonly longTags: readonly ReadonlyMap<number, number>[];

  // Per entry: a field of a node in one wire type. Entry 0 is unused.
  readonly entryKind: Uint8Array;
  readonly entryField: readonly (FieldTable | undefined)[];
  readonly entryNode: Int32Array;
  /** The field's bit in the node's mask; 0 for repeated fields, and for fields past the mask's last bit. */
  readonly entryBit: Int32Array;
  /** Bits of all members of its oneof; 0 outside of a oneof. */
  readonly entryOneof: Int32Array;
  readonly entryChild: Int32Array;
  /** Position of a repeated field's counter in the row; -1 for singular fields. */
  readonly entryCounter: Int32Array;
  /** Slot in the row; -1 without a subscription. */
  readonly entrySlot: Int32Array;
  /** ENTRY_ bits. */
  readonly entryFlags: Uint8Array;
  /** Values up to this maximum are not checked by any rule; -1 if all values are checked. */
  readonly entryPlain: Float64Array;
  /** Values above this are kept in the slot and make the row suspect. -1 keeps all values. */
  readonly entryMax: Float64Array;
  /** Values below this are also kept, and make the row suspect. */
  readonly entryMin: Float64Array;
  /** Values in which one of these bits is set are also kept, and make the row suspect. */
  readonly entryLow: Uint8Array;
  /** The set that collects the field's values; -1 without a set. Values without a set are kept. */
  readonly entrySet: Int32Array;
  /** The set of ids that has the field's values; -1 without a set. */
  readonly entryDistinct: Int32Array;
  /** 1 for strings whose values the handler receives, and for blobs whose first bytes it receives. */
  readonly entryText: Uint8Array;
  /** Names of the sets that gather values, and of the sets of ids that should differ. */
  readonly sets: readonly string[];
  readonly distinct: readonly string[];
  /** Per element node: the entries in its row whose values may be kept. */
  readonly kept: ReadonlyMap<number, readonly number[]>;
}

/** Fields that are meaningless without another field, as bits of the kept and of the seen masks. */
export interface Together {
  /** Scalars (kept) and messages (seen); any of these fields requires the other field. */
  readonly presentKept: number;
  readonly presentSeen: number;
  /** The field that must be present: a scalar or a message. */
  readonly withoutKept: number;
  readonly withoutSeen: number;
}

/** Tags below this limit are looked up by their first byte: their second byte, if any, is always 1. */
export const SHORT_TAGS = 256;

/** Number of values that a set can hold: 0 to 63. */
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
/** The node restarts sets of ids. */
export const NODE_WITHIN = 4;
/** The node's unknown fields are emitted one by one. */
export const NODE_UNKNOWN = 16;
/**
 * The node's end is checked: the node has required fields, a field whose absence counts, or fields that
 * belong together.
 */
export const NODE_CHECKED = 8;

/** The field's records are announced: all of them, or the first in their container. */
export const ENTRY_ANNOUNCE = 1;
export const ENTRY_ANNOUNCE_FIRST = 2;
/** The record reader enters the field's records: opening a frame is not enough. */
export const ENTRY_CAREFUL = 4;
/** The field's value is subscribed to. A value that overwrites another also overwrites it in the slot. */
export const ENTRY_BOUNDED = 8;
/** Values other than 0 are kept. */
export const ENTRY_TOGETHER = 16;
/** Every value is emitted, and kept. */
export const ENTRY_EMIT = 32;
/** The values are part of a sum; values other than 0 are kept. */
export const ENTRY_SUMMED = 64;

/** Bit of a node's mask: a LEN record with a field number that the schema does not know was seen. */
export const SAW_UNKNOWN_LEN = 1 << 31;

/** Integer of a row that is set when its element is suspect. */
export const ROW_SUSPECT = 0;

/**
 * Returns the entry of a field below an element: `entryOf(plan, 'ProtoMDLAction',
 * 'enable_lcu.network_index')`; 0 in an element that no scan by this plan reaches.
 * @throws Error for a name that the schema does not have, which is a bug that shows when the module is loaded
 */
export function entryOf(plan: Plan, typeName: string, path: string): number {
  const { schema, elementNode, entryChild } = plan;
  let message = messageByName(schema, typeName);
  let node = message === undefined ? 0 : Math.max(0, elementNode[message.index] as number);
  let entry = 0;
  for (const name of path.split('.')) {
    const field = message?.fields.find((known) => known.name === name);
    if (field === undefined) throw new Error(`no field ${name} in ${typeName} for ${path}`);
    entry = entryByTag(plan, node, fieldTag(field));
    node = entryChild[entry] as number;
    message = schema.messages[field.message];
  }
  return entry;
}

/** Returns the entry of a tag in a node; 0 if the node has no such entry. */
export function entryByTag(plan: Plan, node: number, tag: number): number {
  return tag < SHORT_TAGS
    ? (plan.lookup[node * SHORT_TAGS + tag] as number)
    : (plan.longTags[node]?.get(tag) ?? 0);
}

/** Returns the tag of a field that is not packed. */
export function fieldTag({ number, type }: FieldTable): number {
  return number * 8 + wireTypeOf(type);
}

/** True if `node` is `around` or lies in it, within the same element. */
export function isInside({ nodeParent, entryNode }: Plan, node: number, around: number): boolean {
  for (let at = node; at !== 0; at = entryNode[nodeParent[at] as number] as number)
    if (at === around) return true;
  return false;
}
