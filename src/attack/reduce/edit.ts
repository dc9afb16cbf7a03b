import { concatBytes } from '../../base/wire/bytes.js';
import { tagOf, WIRE_EGROUP, WIRE_LEN } from '../../base/wire/tag.js';
import { putVarint } from '../../base/wire/value.js';
import { encodeRecord } from '../../read/tree/encode.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';

interface Content {
  readonly records: readonly RecordNode[];
  readonly rest: Uint8Array;
}

/**
 * A planned change of a tree: new contents for some of its messages. No changed message is inside a removed
 * part of another message. Candidates are encoded from the tree and its edit, so that the tree, including
 * unusual encodings of its records, stays unchanged if a candidate fails.
 */
export type ReducingEdit = ReadonlyMap<MessageNode, Content>;

export function encodeEdited(root: MessageNode, edit: ReducingEdit): Uint8Array {
  const around = ownersOf(edit);
  const pieces: Uint8Array[] = [];
  const add = (message: MessageNode): number => {
    const { records, rest } = edit.get(message) ?? message;
    let size = 0;
    for (const record of records) {
      const inner = around.has(record) ? record.message : undefined;
      if (inner === undefined) {
        const bytes = record.raw ?? encodeRecord(record);
        pieces.push(bytes);
        size += bytes.length;
        continue;
      }
      const at = pieces.length;
      pieces.push(NO_BYTES); // The record's tag and length, set after the content.
      const content = add(inner);
      const head = headOf(record, content);
      pieces[at] = head;
      size += head.length + content;
      if (record.payload.kind === 'group') {
        const end = endOf(record);
        pieces.push(end);
        size += end.length;
      }
    }
    pieces.push(rest);
    return size + rest.length;
  };
  add(root);
  return concatBytes(pieces);
}

/** Applies the edit to the tree. The encoding of the tree then equals the result of `encodeEdited`. */
export function makeEdit(edit: ReducingEdit): void {
  for (const record of ownersOf(edit)) keepStyle(record);
  for (const [message, { records, rest }] of edit) {
    message.setRecords([]);
    for (let at = 0; at < records.length; at += AT_ONCE) message.append(...records.slice(at, at + AT_ONCE));
    message.rest = rest;
  }
}

/** Maximum number of arguments in one call, because arguments are on the stack. */
const AT_ONCE = 10_000;

const NO_BYTES = new Uint8Array(0);

/** Returns the records of edited messages, and all records that enclose them. */
function ownersOf(edit: ReducingEdit): Set<RecordNode> {
  const owners = new Set<RecordNode>();
  for (const message of edit.keys()) {
    let { owner } = message;
    while (owner !== undefined && !owners.has(owner)) {
      owners.add(owner);
      owner = owner.holder?.owner;
    }
  }
  return owners;
}

/** Stores a record's overlong tag or length, which a change of the content would normalise. */
function keepStyle(record: RecordNode): void {
  const style = record.writtenStyle;
  if (style.tagWidth !== undefined || style.lengthWidth !== undefined || style.valueWidth !== undefined) {
    record.setStyle(style);
  }
}

function headOf(record: RecordNode, content: number): Uint8Array {
  const { tagWidth, lengthWidth, claim } = record.writtenStyle;
  const bytes = new Uint8Array(24);
  let at = putVarint(bytes, 0, tagOf(record.number, record.wireType), tagWidth);
  if (record.wireType === WIRE_LEN) at = putVarint(bytes, at, claim ?? content, lengthWidth);
  return bytes.subarray(0, at);
}

function endOf(record: RecordNode): Uint8Array {
  const bytes = new Uint8Array(12);
  return bytes.subarray(
    0,
    putVarint(bytes, 0, tagOf(record.number, WIRE_EGROUP), record.writtenStyle.tagWidth),
  );
}
