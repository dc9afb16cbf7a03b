import { fieldByName, messageByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type FieldTable, type MessageTable, TYPE_BYTES } from '../../base/schema/table.js';
import { BLOB, type Entry, entriesOf, MESSAGE_ENTRY, SCALAR } from '../../read/outline/entries.js';

/** Ways to count a record of an entry. */
export const SHAPE_NUMBER = 0;
export const SHAPE_MESSAGE = 1;
export const SHAPE_TEXT = 2;
export const SHAPE_BLOB = 3;

/** Messages that are counted by the member of their oneof. */
export const ROLE_NONE = 0;
export const ROLE_ACTION = 1;
export const ROLE_TRIGGER = 2;
/**
 * A trigger that no operation waits for, for example in `trigger_order`. The members of such a trigger are
 * not counted.
 */
const ROLE_OTHER_TRIGGER = 3;

const { entries, messages } = entriesOf(MDL);

export const ENTRIES: readonly Entry[] = entries;
export const MESSAGES = messages;
export const ENTRY_COUNT = entries.length;
export const TYPE_COUNT = messages.length;

/** Kinds are the ids of members, and these values for actions and triggers without a known member. */
export const ACTION_UNSET = ENTRY_COUNT;
/** No known member is set, but there is an unknown field, which may be a member. */
export const ACTION_UNKNOWN = ENTRY_COUNT + 1;
export const TRIGGER_UNSET = ENTRY_COUNT + 2;
export const TRIGGER_UNKNOWN = ENTRY_COUNT + 3;
export const KIND_COUNT = ENTRY_COUNT + 4;

export const ACTION = typeNamed('ProtoMDLAction');
const TRIGGER = typeNamed('ProtoMDLTrigger');

export const ACTIONS_ID = idOf('ProtoMDLOperation', 'actions');
const OPERATION_TRIGGER_ID = idOf('ProtoMDLOperation', 'trigger');
export const OPERATIONS_ID = idOf('ProtoMDLContext', 'operations');
export const PRELIMINARY_OPERATIONS_ID = idOf('ProtoMDLPreliminaryConfig', 'operation');
export const EDGE_LAYERS_ID = idOf('ProtoMDLContextMetadata', 'edge_layers');
export const TRIGGER_ORDER_ID = idOf('ProtoMDLContextMetadata', 'trigger_order');
export const GROUPS_ID = idOf('ProtoMDLMdl', 'network_groups');
export const PRELIMINARY_ID = idOf('ProtoMDLNetworkGroup', 'preliminary_config');
export const CORE_OP_PRELIMINARY_ID = idOf('ProtoMDLCoreOp', 'preliminary_config');
export const CONTEXT_NAME_ID = idOf('ProtoMDLContextMetadata', 'name');
/** An action that points to words after the message, and the fields that describe the words. */
export const POINTER_ID = idOf('ProtoMDLAction', 'write_data_ccw_ptr');
export const POINTER_FIELDS = [
  idOf('ProtoMDLActionWriteDataCcwPtr', 'offset'),
  idOf('ProtoMDLActionWriteDataCcwPtr', 'size'),
  idOf('ProtoMDLActionWriteDataCcwPtr', 'cfg_channel_index'),
] as const;
/** Entry of the resources, which are also data after the message. */
export const RESOURCE_ID = idOf('ProtoMDLMdl', 'external_resources');
export const RESOURCE_FIELDS = [
  idOf('ProtoMDLExternalResource', 'offset'),
  idOf('ProtoMDLExternalResource', 'size'),
] as const;
/** 1 for numbers that describe data after the message. */
export const IS_POINTED = Uint8Array.from(entries, ({ id }) =>
  Number([...POINTER_FIELDS, ...RESOURCE_FIELDS].includes(id)),
);
export const RESOURCE_NAME_ID = idOf('ProtoMDLExternalResource', 'name');
const MAPPING_ID = idOf('ProtoMDLMdl', 'mapping');

export const SHAPES = Uint8Array.from(entries, shapeOf);
/** Index of the message type in a record. */
export const CHILD_TYPES = Int16Array.from(entries, ({ child }) => child?.table.index ?? -1);
/** By `type × 128 + tag byte`: the entry's id, or -1. */
export const BY_TAG = new Int16Array(TYPE_COUNT * 128).fill(-1);
for (const { id, tag, message } of entries) if (tag < 128) BY_TAG[message.index * 128 + tag] = id;

export const ROLES = Uint8Array.from(entries, ({ id, child }) => {
  if (id === ACTIONS_ID) return ROLE_ACTION;
  if (id === OPERATION_TRIGGER_ID) return ROLE_TRIGGER;
  return child?.table === TRIGGER ? ROLE_OTHER_TRIGGER : ROLE_NONE;
});

/** True for members of the oneof of an action or trigger. */
export const IS_MEMBER = Uint8Array.from(entries, ({ message, field }) =>
  (message === ACTION || message === TRIGGER) && field.oneof === 0 ? 1 : 0,
);

/** By type: 1 if the type is recursive, so that its content would be counted twice without a check. */
export const IS_RECURSIVE_TYPE = Uint8Array.from(messages, ({ table }) => Number(reach(table).has(table)));

/** 1 for groups, contexts, and the configuration written before the first context. */
export const IS_SCOPE = Uint8Array.from(entries, ({ id, child }) => {
  const name = child?.table.typeName;
  return Number(id === GROUPS_ID || name === 'ProtoMDLContext' || name === 'ProtoMDLPreliminaryConfig');
});

/** Names of groups, contexts and resources. */
export const IS_NAME: readonly boolean[] = entries.map(
  ({ message, field }) =>
    field.name === 'network_group_name' ||
    (message.typeName === 'ProtoMDLExternalResource' && field.name === 'name') ||
    (message.typeName === 'ProtoMDLContextMetadata' && field.name === 'name'),
);

/** Slots of the blob histograms: kinds of actions that have blobs, the mapping, and other blobs. */
export const BLOB_SLOTS: readonly { readonly name: string; readonly id: number }[] = [
  ...entries
    .filter(
      ({ id, child }) =>
        IS_MEMBER[id] === 1 && child?.table.fields.some(({ type }) => type === TYPE_BYTES) === true,
    )
    .map(({ id, field }) => ({ name: field.name, id })),
  { name: 'mapping', id: MAPPING_ID },
  { name: 'other', id: -1 },
];
const OTHER_SLOT = BLOB_SLOTS.length - 1;
/** Slots by kind; for blobs outside of actions, by entry. */
export const SLOT_OF = new Uint8Array(KIND_COUNT).fill(OTHER_SLOT);
BLOB_SLOTS.forEach(({ id }, slot) => {
  if (id >= 0) SLOT_OF[id] = slot;
});

/** Blob sizes by powers of two: class 0 has empty blobs, class i has blobs from 2^(i-1) to 2^i - 1 bytes. */
export const SIZE_CLASSES = 32;

export function kindName(kind: number): string {
  if (kind < ENTRY_COUNT) return (entries[kind] as Entry).field.name;
  return kind === ACTION_UNSET || kind === TRIGGER_UNSET ? 'unset' : 'unknown';
}

function shapeOf({ kind, field }: Entry): number {
  if (kind === MESSAGE_ENTRY) return SHAPE_MESSAGE;
  if (kind === BLOB) return field.type === TYPE_BYTES ? SHAPE_BLOB : SHAPE_TEXT;
  return kind === SCALAR ? SHAPE_NUMBER : SHAPE_TEXT;
}

/** Returns the types that a message of a type can contain. */
function reach(table: MessageTable): ReadonlySet<MessageTable> {
  const found = new Set<MessageTable>();
  const open = [table];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { message } of next.fields) {
      const child = MDL.messages[message];
      if (child !== undefined && !found.has(child)) {
        found.add(child);
        open.push(child);
      }
    }
  }
  return found;
}

function typeNamed(name: string): MessageTable {
  return messageByName(MDL, name) as MessageTable;
}

function idOf(type: string, name: string): number {
  const table = typeNamed(type);
  const field = fieldByName(table, name) as FieldTable;
  const found = entries.find((entry) => entry.message === table && entry.field === field);
  return (found as Entry).id;
}
