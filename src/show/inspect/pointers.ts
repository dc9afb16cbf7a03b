import { reachOf } from '../../base/container/layout.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable } from '../../base/schema/table.js';
import { numberOf } from '../../base/wire/value.js';
import type { Reading } from '../../read/outline/reading.js';
import { Tape } from '../../read/tape/reader.js';
import { END, MORE, VALUE } from '../../read/tape/step.js';
import { tableNamed } from '../../tools/disasm/context-head.js';
import type { Found } from './found.js';
import type { PartTree } from './part-tree.js';

/** Bytes after the message that a part of it points to. */
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
/** Message types of pointers, with the numbers of their fields for offset and size. */
export const FIELDS: ReadonlyMap<MessageTable, { readonly offset: number; readonly size: number }> = new Map(
  [POINTER, RESOURCE].map((table) => [
    table,
    { offset: fieldNumber(table, 'offset'), size: fieldNumber(table, 'size') },
  ]),
);

/** Reads a pointer from its values on a tape: the last one of a field counts. */
export class PointerValues {
  offset = 0;
  size = 0;

  begin(): void {
    this.offset = 0;
    this.size = 0;
  }

  /** Takes the tape's current value. */
  take({ entry, lo, hi }: Tape): void {
    const fields = entry && FIELDS.get(entry.message);
    if (fields === undefined) return;
    if (entry?.field.number === fields.offset) this.offset = numberOf(lo, hi);
    else if (entry?.field.number === fields.size) this.size = numberOf(lo, hi);
  }
}

/**
 * Returns the target of the last part in a chain, or of the pointer that it is a field of; null if it is not
 * a pointer.
 */
export function* pointedBy(tree: PartTree, chain: readonly Found[]): Reading<PointedBytes | null> {
  const zero = zeroPointOf(tree);
  const pointer = pointerIn(chain.slice(-2));
  if (zero === undefined || pointer === undefined) return null;
  const { valueOffset, valueLength, table } = pointer.part;
  const tape = new Tape(tree.file.source, valueOffset, valueOffset + valueLength, {
    schema: tree.schema,
    table: MDL.messages[table] as MessageTable,
    wants: () => false,
  });
  const values = new PointerValues();
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) {
      const waiting = tape.fill();
      if (waiting !== undefined) yield waiting;
    } else if (step === VALUE) values.take(tape);
  }
  return bytesAt(tree, zero + values.offset, values.size);
}

export function isPointer(table: MessageTable | undefined): boolean {
  return table !== undefined && FIELDS.has(table);
}

export function pointerIn(chain: readonly Found[]): Found | undefined {
  return chain.findLast(({ part }) => isPointer(MDL.messages[part.table]));
}

/** Returns the origin of pointers; undefined if there is none. */
export function zeroPointOf({ detection }: PartTree): number | undefined {
  return detection.frame === null ? undefined : reachOf(detection.frame).zeroPoint;
}

export function bytesAt({ file }: PartTree, offset: number, claimed: number): PointedBytes {
  return { offset, length: Math.max(0, Math.min(claimed, file.size - offset)), claimed };
}

function fieldNumber(table: MessageTable, name: string): number {
  return table.fields.find((field) => field.name === name)?.number ?? 0;
}
