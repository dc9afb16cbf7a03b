import { fieldByNumber } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { fieldNumberOf, tagWireType, WIRE_SGROUP } from '../../base/wire/tag.js';
import { MessageNode } from './message.js';
import { type RecordKind, RecordNode } from './record.js';
import { RecordSpans, type SharedSpans } from './record-spans.js';

/**
 * Makes a message from `bytes`, which are kept and must not change. By default it is the root of the schema.
 * @param shared shared facts about the file, if several trees are made of it
 */
export function parseTree(
  bytes: Uint8Array,
  schema: SchemaTables = MDL,
  table = schema.messages[0],
  shared?: SharedSpans,
): MessageNode {
  return new MessageNode(schema, table, bytes, shared);
}

/**
 * Number of records of a message that get nodes at once, since most messages have fewer; further nodes are
 * made on demand.
 */
const FIRST_NODES = 64;

interface ParsedRecords {
  readonly first: (RecordNode | number)[];
  /** Spans of the records that get no nodes at first. */
  readonly spans: RecordSpans | undefined;
  readonly rest: Uint8Array;
}

export function parseRecords(message: MessageNode, bytes: Uint8Array): ParsedRecords {
  const first: RecordNode[] = [];
  const depth = depthOf(message);
  if (depth > MAX_TREE_DEPTH) return { first, spans: undefined, rest: bytes };
  const cursor = new RecordCursor(bytes, 0, bytes.length, depth);
  let tag = 0;
  let kind: RecordKind | undefined;
  const kindHere = (): RecordKind => {
    if (kind === undefined || cursor.tag !== tag) {
      tag = cursor.tag;
      kind = recordKindOf(message, tag);
    }
    return kind;
  };
  while (first.length < FIRST_NODES) {
    if (!cursor.next()) return { first, spans: undefined, rest: bytes.subarray(cursor.pos) };
    const record = new RecordNode(kindHere(), bytes, cursor.start, cursor.pos);
    record.holder = message;
    first.push(record);
  }
  const read = (): RecordSpans => {
    const spans = new RecordSpans(bytes, cursor.pos);
    while (cursor.next()) spans.put(kindHere(), cursor.pos);
    return spans;
  };
  const spans = message.shared?.of(bytes, message.table, depth, read) ?? read();
  return { first, spans, rest: bytes.subarray(spans.end) };
}

export function recordKindOf({ table, schema }: MessageNode, tag: number): RecordKind {
  const number = fieldNumberOf(tag);
  const field = table === undefined ? undefined : fieldByNumber(table, number);
  return { field, number, wireType: tagWireType(tag), open: openerOf(schema) };
}

export function openerOf(schema: SchemaTables): (record: RecordNode, bytes: Uint8Array) => MessageNode {
  let opener = openers.get(schema);
  if (opener === undefined) {
    opener = (record, bytes) => {
      // A group is an unknown field, even with the number of a known field.
      const table =
        record.wireType === WIRE_SGROUP ? undefined : schema.messages[record.field?.message ?? -1];
      const message = new MessageNode(schema, table, bytes, record.holder?.shared);
      message.owner = record;
      return message;
    };
    openers.set(schema, opener);
  }
  return opener;
}

const openers = new WeakMap<SchemaTables, (record: RecordNode, bytes: Uint8Array) => MessageNode>();

/**
 * Messages nested deeper than this are kept as bytes. Readers refuse more than 100 levels. The limit here is
 * higher, so that tests can check the readers' limit, and still limits recursive code.
 */
const MAX_TREE_DEPTH = 256;

/** Returns the number of levels above a message; groups inside may go down to the limit of all parsers. */
function depthOf(message: MessageNode): number {
  let depth = 0;
  for (let owner = message.owner; owner !== undefined; owner = owner.holder?.owner) depth++;
  return depth;
}
