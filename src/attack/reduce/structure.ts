/**
 * Takes records away: whole lists, halves of lists, single records, then what is in those that have to stay. What
 * holds most bytes comes first, wherever it lies, so that a file of megabytes is a small one after some ten checks.
 */
import { WIRE_LEN } from '../../base/wire/tag.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';
import { walkTree } from '../../read/tree/walk.js';
import type { Attempt } from './attempt.js';
import type { Edit } from './edit.js';

const NO_BYTES = new Uint8Array(0);

/** Attempts to take away everything in a message, and whatever follows from their failing. */
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

/** An attempt to take these records of a message away; then either half of them, in bytes; then what is in one. */
function removal(message: MessageNode, records: readonly RecordNode[]): Attempt {
  return {
    weight: sizeOf(records),
    candidate: (subject) => subject.edited(without(message, records)),
    failed: () =>
      records.length > 1 ? halvesOf(records).map((half) => removal(message, half)) : within(records),
  };
}

/** What to try with a record that has to stay. */
function within(records: readonly RecordNode[]): Attempt[] {
  const record = records[0] as RecordNode;
  if (record.message !== undefined) return structureAttempts(record.message);
  if (record.wireType !== WIRE_LEN || record.bytes.length === 0) return [];
  return [emptying([record])];
}

/** Two parts, of about as many bytes each. */
function halvesOf(records: readonly RecordNode[]): [RecordNode[], RecordNode[]] {
  const half = sizeOf(records) / 2;
  let size = 0;
  let at = 0;
  while (at < records.length - 1) {
    const next = size + (records[at] as RecordNode).size;
    // The record in the middle goes where the parts come out more alike.
    if (at > 0 && next - half > half - size) break;
    size = next;
    at++;
    if (size >= half) break;
  }
  return [records.slice(0, at), records.slice(at)];
}

function without(message: MessageNode, records: readonly RecordNode[]): Edit {
  const gone = new Set(records);
  const kept = message.records.filter((record) => !gone.has(record));
  return new Map([[message, { records: kept, rest: message.rest }]]);
}

function sizeOf(records: readonly RecordNode[]): number {
  return records.reduce((sum, { size }) => sum + size, 0);
}

/** An attempt to leave nothing in the payloads of LEN records that are no messages. */
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

/** The edit that puts something else in the places of records, in whichever messages they are. */
export function replacing(
  records: readonly RecordNode[],
  by: (record: RecordNode) => RecordNode | undefined,
): Edit {
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

/** Payloads from this size on are blobs, and no names. */
const BLOB_BYTES = 256;
/** A message with more records is not gone over for its blobs alone: all of them would be in memory. */
const MAX_GONE_OVER = 300_000;

/** An attempt to empty every blob there is: mostly they are mere freight, and nearly all of the file. */
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

/** Attempts to take away every record of one field of one message type, where there are several. */
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
      // Others may have gone since, with what they lay in.
      candidate: (subject) => subject.edited(outermost(records, root)),
    }));
}

/** Records that can be tried in pairs: more of them would be too many pairs. */
const MAX_PAIRED = 20;

/** Attempts to take away two records at once, where few are left: a count and its list, say. */
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

/** The edit that takes away those of some records that are still there, without those inside others. */
function outermost(records: readonly RecordNode[], root: MessageNode): Edit {
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

/** Whether a record still belongs to a message, at whatever depth. */
export function isIn(record: RecordNode, root: MessageNode): boolean {
  for (let holder = record.holder; holder !== undefined; holder = holder.owner?.holder) {
    if (holder === root) return true;
  }
  return false;
}

function holds(outer: RecordNode, inner: RecordNode): boolean {
  return outer.message !== undefined && isIn(inner, outer.message);
}
