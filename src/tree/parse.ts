import { fieldByNumber } from '../schema/lookup.js';
import { MDL } from '../schema/mdl.gen.js';
import type { SchemaTables } from '../schema/table.js';
import { Cursor, fieldNumberOf, OK, WIRE_EGROUP, WIRE_SGROUP, wireTypeOf } from '../wire/index.js';
import { MessageNode } from './message.js';
import { RecordNode } from './record.js';

/** A message of `bytes`, which are kept and must not change. The root of the schema unless told otherwise. */
export function parseTree(
  bytes: Uint8Array,
  schema: SchemaTables = MDL,
  table = schema.messages[0],
): MessageNode {
  return new MessageNode(schema, table, bytes);
}

/** The records of a message, as far as they can be read. */
export function parseRecords(
  message: MessageNode,
  bytes: Uint8Array,
): { records: RecordNode[]; rest: Uint8Array } {
  const records: RecordNode[] = [];
  const cursor = new Cursor(bytes);
  const depth = depthOf(message);
  if (depth > MAX_TREE_DEPTH) return { records, rest: bytes };
  for (;;) {
    const start = cursor.pos;
    if (start === bytes.length) return { records, rest: bytes.subarray(start) };
    if (cursor.readTag() !== OK) return { records, rest: bytes.subarray(start) };
    const { tag } = cursor;
    if (wireTypeOf(tag) === WIRE_EGROUP || cursor.skipValue(tag, depth) !== OK) {
      return { records, rest: bytes.subarray(start) };
    }
    const record = recordOf(message, tag, bytes.subarray(start, cursor.pos));
    record.holder = message;
    records.push(record);
  }
}

/** A record of a message by its tag. */
export function recordOf(message: MessageNode, tag: number, raw: Uint8Array): RecordNode {
  const number = fieldNumberOf(tag);
  const field = message.table === undefined ? undefined : fieldByNumber(message.table, number);
  return new RecordNode(field, number, wireTypeOf(tag), raw, openerOf(message.schema));
}

/** What opens the message in a record; one for each schema. */
export function openerOf(schema: SchemaTables): (record: RecordNode, bytes: Uint8Array) => MessageNode {
  let opener = openers.get(schema);
  if (opener === undefined) {
    opener = (record, bytes) => {
      // A group is an unknown field, whatever number it has.
      const table =
        record.wireType === WIRE_SGROUP ? undefined : schema.messages[record.field?.message ?? -1];
      const message = new MessageNode(schema, table, bytes);
      message.owner = record;
      return message;
    };
    openers.set(schema, opener);
  }
  return opener;
}

const openers = new WeakMap<SchemaTables, (record: RecordNode, bytes: Uint8Array) => MessageNode>();

/**
 * Messages further down are kept as bytes. Readers refuse 100 levels; beyond is for those who want to see them do
 * so, and a bound for what recurses.
 */
const MAX_TREE_DEPTH = 256;

/** Levels above a message; groups inside may go down to the limit of all parsers. */
function depthOf(message: MessageNode): number {
  let depth = 0;
  for (let owner = message.owner; owner !== undefined; owner = owner.holder?.owner) depth++;
  return depth;
}
