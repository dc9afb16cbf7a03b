import { fieldByNumber } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { fieldNumberOf, WIRE_SGROUP, wireTypeOf } from '../../base/wire/tag.js';
import { MessageNode } from './message.js';
import { type RecordKind, RecordNode } from './record.js';

/** A message of `bytes`, which are kept and must not change. The root of the schema by default. */
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
  const depth = depthOf(message);
  if (depth > MAX_TREE_DEPTH) return { records, rest: bytes };
  const cursor = new RecordCursor(bytes, 0, bytes.length, depth);
  let tag = 0;
  let kind: RecordKind | undefined;
  while (cursor.next()) {
    if (kind === undefined || cursor.tag !== tag) {
      tag = cursor.tag;
      kind = kindOf(message, tag);
    }
    const record = new RecordNode(kind, bytes, cursor.start, cursor.pos);
    record.holder = message;
    records.push(record);
  }
  return { records, rest: bytes.subarray(cursor.pos) };
}

/** The records of a message that have this tag. */
export function kindOf({ table, schema }: MessageNode, tag: number): RecordKind {
  const number = fieldNumberOf(tag);
  const field = table === undefined ? undefined : fieldByNumber(table, number);
  return { field, number, wireType: wireTypeOf(tag), open: openerOf(schema) };
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
