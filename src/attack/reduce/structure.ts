/**
 * Removes records: whole lists, halves of lists, single records, then the content of single records that have
 * to stay. The largest records are tried first, at any depth, so that a file of megabytes becomes small
 * within about ten checks.
 */
import { WIRE_LEN } from '../../base/wire/tag.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';
import { walkTree } from '../../read/tree/walk.js';
import type { Attempt } from './attempt-queue.js';
import type { ReducingEdit } from './edit.js';

const NO_BYTES = new Uint8Array(0);

/** Makes attempts to remove everything in a message; after a failure, parts of the message. */
export function structureAttempts(message: MessageNode): Attempt[] {
  const { records, rest } = message;
  const attempts: Attempt[] = [];
  if (records.length > 0) attempts.push(removal(message, records));
  if (rest.length > 0) {
    attempts.push({
      weight: rest.length,
      candidate: (subject) =>
        subject.edited(new Map([[message, { records: message.records, rest: NO_BYTES }]])),
    });
  }
  return attempts;
}

/**
 * Makes an attempt to remove records of a message. After a failure, each half of the records by size is
 * tried; for a single record, its content.
 */
function removal(message: MessageNode, records: readonly RecordNode[]): Attempt {
  return {
    weight: sizeOf(records),
    candidate: (subject) => subject.edited(without(message, records)),
    failed: () =>
      records.length > 1 ? halvesOf(records).map((half) => removal(message, half)) : within(records),
  };
}

/** Makes attempts for the content of a record that has to stay. */
function within(records: readonly RecordNode[]): Attempt[] {
  const record = records[0] as RecordNode;
  if (record.message !== undefined) return structureAttempts(record.message);
  if (record.wireType !== WIRE_LEN || record.bytes.length === 0) return [];
  return [emptying([record])];
}

/** Splits records into two parts of about the same total size. */
function halvesOf(records: readonly RecordNode[]): [RecordNode[], RecordNode[]] {
  const half = sizeOf(records) / 2;
  let size = 0;
  let at = 0;
  while (at < records.length - 1) {
    const next = size + (records[at] as RecordNode).size;
    // The middle record is added to the part that makes the sizes more equal.
    if (at > 0 && next - half > half - size) break;
    size = next;
    at++;
    if (size >= half) break;
  }
  return [records.slice(0, at), records.slice(at)];
}

function without(message: MessageNode, records: readonly RecordNode[]): ReducingEdit {
  const gone = new Set(records);
  const kept = message.records.filter((record) => !gone.has(record));
  return new Map([[message, { records: kept, rest: message.rest }]]);
}

function sizeOf(records: readonly RecordNode[]): number {
  return records.reduce((sum, { size }) => sum + size, 0);
}

/** Makes an attempt to empty the payloads of LEN records that are not messages. */
function emptying(records: readonly RecordNode[]): Attempt {
  return {
    weight: records.reduce((sum, { bytes }) => sum + bytes.length, 0),
    candidate: (subject) => subject.edited(replacing(records, emptied)),
  };
}

function emptied(record: RecordNode): RecordNode {
  const copy = record.clone();
  copy.setBytes(NO_BYTES);
  return copy;
}

export function replacing(
  records: readonly RecordNode[],
  by: (record: RecordNode) => RecordNode | undefined,
): ReducingEdit {
  const wanted = new Set(records);
  const edit = new Map<MessageNode, { records: readonly RecordNode[]; rest: Uint8Array }>();
  for (const { holder } of records) {
    if (holder === undefined || edit.has(holder)) continue;
    const list = holder.records.flatMap((record) => {
      const other = wanted.has(record) ? by(record) : record;
      return other === undefined ? [] : [other];
    });
    edit.set(holder, { records: list, rest: holder.rest });
  }
  return edit;
}

/** Payloads of at least this size are treated as blobs. */
const BLOB_BYTES = 256;
/** Maximum number of records to search for blobs, because the search keeps all records in memory. */
const MAX_GONE_OVER = 300_000;

/** Makes an attempt to empty all blobs, which rarely matter and are nearly the whole file. */
export function freightAttempts(root: MessageNode): Attempt[] {
  const blobs: RecordNode[] = [];
  let seen = 0;
  for (const record of walkTree(root, ({ holdsMessage, size }) => holdsMessage && size >= BLOB_BYTES)) {
    if (++seen > MAX_GONE_OVER) return [];
    if (record.wireType === WIRE_LEN && !record.holdsMessage && record.bytes.length >= BLOB_BYTES)
      blobs.push(record);
  }
  return blobs.length === 0 ? [] : [emptying(blobs)];
}

/** Makes attempts to remove all records of one field in one message type, if there are several. */
export function alikeAttempts(root: MessageNode): Attempt[] {
  const kinds = new Map<string, RecordNode[]>();
  let seen = 0;
  for (const record of walkTree(root)) {
    if (++seen > MAX_GONE_OVER) return [];
    const kind = `${record.holder?.table?.index} ${record.number}`;
    const alike = kinds.get(kind);
    if (alike === undefined) kinds.set(kind, [record]);
    else alike.push(record);
  }
  return [...kinds.values()]
    .filter((records) => records.length > 1)
    .map((records) => ({
      weight: sizeOf(records),
      // Some of the records may no longer exist, because a message around them was removed.
      candidate: (subject) => subject.edited(outermost(records, root)),
    }));
}

/** Maximum number of records to try in pairs. */
const MAX_PAIRED = 20;

/** Makes attempts to remove two records at once, such as a count and its list, if few records are left. */
export function pairAttempts(root: MessageNode): Attempt[] {
  const records: RecordNode[] = [];
  for (const record of walkTree(root)) {
    records.push(record);
    if (records.length > MAX_PAIRED) return [];
  }
  return records.flatMap((a, index) =>
    records.slice(index + 1).flatMap((b): Attempt[] => {
      if (holds(a, b)) return [];
      return [{ weight: a.size + b.size, candidate: (subject) => subject.edited(outermost([a, b], root)) }];
    }),
  );
}

/**
 * Returns an edit that removes the records still in the tree; records inside other removed records need no
 * change.
 */
function outermost(records: readonly RecordNode[], root: MessageNode): ReducingEdit {
  const wanted = new Set(records);
  const isInside = (record: RecordNode): boolean => {
    for (let owner = record.holder?.owner; owner !== undefined; owner = owner.holder?.owner) {
      if (wanted.has(owner)) return true;
    }
    return false;
  };
  const there = records.filter((record) => isIn(record, root) && !isInside(record));
  return replacing(there, () => undefined);
}

/** True if a record still belongs to a message, at any depth. */
export function isIn(record: RecordNode, root: MessageNode): boolean {
  for (let holder = record.holder; holder !== undefined; holder = holder.owner?.holder) {
    if (holder === root) return true;
  }
  return false;
}

function holds(outer: RecordNode, inner: RecordNode): boolean {
  return outer.message !== undefined && isIn(inner, outer.message);
}
