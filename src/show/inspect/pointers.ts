import { reachOf } from '../../base/container/layout.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable } from '../../base/schema/table.js';
import { numberOf } from '../../base/wire/value.js';
import { entriesOf, type MessageEntries, SCALAR } from '../../read/outline/entries.js';
import type { FileBytes } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';
import { fieldPlace, RecordWalk } from '../../read/outline/records.js';
import { tableNamed } from '../../tools/disasm/context-head.js';
import type { Found } from './found.js';
import type { PartTree } from './part-tree.js';

/** Bytes after the message that a pointer in the message refers to. */
export interface PointedBytes {
  /** Absolute offset. */
  readonly offset: number;
  /** Number of existing bytes. */
  readonly length: number;
  /** Number of bytes that the pointer claims. */
  readonly claimed: number;
}

const POINTER = tableNamed('ProtoMDLActionWriteDataCcwPtr');
const RESOURCE = tableNamed('ProtoMDLExternalResource');
/** Message types of pointers, with the numbers of their fields `offset` and `size`. */
export const FIELDS: ReadonlyMap<MessageTable, { readonly offset: number; readonly size: number }> = new Map(
  [POINTER, RESOURCE].map((table) => [
    table,
    { offset: fieldNumber(table, 'offset'), size: fieldNumber(table, 'size') },
  ]),
);

/**
 * Reads a pointer. If a field has several values, the last value is used.
 * @param type index of the pointer's message type in the schema
 */
export function* readPointer(file: FileBytes, from: number, end: number, type: number): Reading<Pointer> {
  const fields = entriesOf(MDL).messages[type] as MessageEntries;
  const numbers = FIELDS.get(fields.table);
  const pointer = { offset: 0, size: 0 };
  const level = { end, fields, depth: 1 };
  const walk = new RecordWalk(file, level, fieldPlace(level, from));
  while (walk.step() ?? (yield* walk.next())) {
    if (walk.kind !== SCALAR || walk.field === undefined) continue;
    if (walk.number === numbers?.offset) pointer.offset = numberOf(walk.lo, walk.hi);
    else if (walk.number === numbers?.size) pointer.size = numberOf(walk.lo, walk.hi);
  }
  return pointer;
}

interface Pointer {
  readonly offset: number;
  readonly size: number;
}

/**
 * Returns the bytes to which a pointer refers. The pointer is the last part of the chain, or the part that
 * contains it; null if neither is a pointer.
 */
export function* pointedBy(tree: PartTree, chain: readonly Found[]): Reading<PointedBytes | null> {
  const zero = zeroPointOf(tree);
  const pointer = pointerIn(chain.slice(-2));
  if (zero === undefined || pointer === undefined) return null;
  const { valueOffset, valueLength, table } = pointer.part;
  const { offset, size } = yield* readPointer(tree.file, valueOffset, valueOffset + valueLength, table);
  return bytesAt(tree, zero + offset, size);
}

export function isPointer(table: MessageTable | undefined): boolean {
  return table !== undefined && FIELDS.has(table);
}

export function pointerIn(chain: readonly Found[]): Found | undefined {
  return chain.findLast(({ part }) => isPointer(MDL.messages[part.table]));
}

/**
 * Returns the absolute offset to which the offsets of pointers are relative; undefined for a bare message.
 */
export function zeroPointOf({ detection }: PartTree): number | undefined {
  return detection.frame === null ? undefined : reachOf(detection.frame).zeroPoint;
}

export function bytesAt({ file }: PartTree, offset: number, claimed: number): PointedBytes {
  return { offset, length: Math.max(0, Math.min(claimed, file.size - offset)), claimed };
}

function fieldNumber(table: MessageTable, name: string): number {
  return table.fields.find((field) => field.name === name)?.number ?? 0;
}
