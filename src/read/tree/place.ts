import { isPackable, joinPath } from '../../base/schema/table.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import type { MessageNode } from './message.js';
import { packedValues } from './packed.js';
import { isKnown, type RecordNode } from './record.js';

/** Position of a record, tag included, and its path in reports. */
export interface RecordPosition {
  /** Absolute offset of the record's tag. */
  readonly offset: number;
  /** Size in bytes, tag included. */
  readonly length: number;
  /** Schema names with indices; `""` is the message or the file. */
  readonly path: string;
}

/**
 * Returns the position that a record will have when its root is encoded.
 * @param base the offset of the root's first byte: a frame's header, or 0
 */
export function placeOf(record: RecordNode, base = 0): RecordPosition {
  return { offset: base + offsetOf(record), length: record.size, path: pathOf(record) };
}

/** Returns the offset of a record's tag from the beginning of its root. */
export function offsetOf(record: RecordNode): number {
  const { holder } = record;
  if (holder === undefined) return 0;
  return startOf(holder) + holder.sizeBefore(holder.indexOf(record));
}

/** Returns the offset of a message's first byte from the beginning of its root. */
export function startOf(message: MessageNode): number {
  const { owner } = message;
  return owner === undefined ? 0 : offsetOf(owner) + owner.headSize;
}

/**
 * Returns the path of a record, in the schema's names: `[i]` counts the elements of a repeated field, `#7` is
 * an unknown field. For a packed record, the result is the path of its first element. If a list continues in
 * another record of the same singular message, the count of its elements continues, because readers merge
 * these records.
 */
export function pathOf(record: RecordNode): string {
  const { holder } = record;
  if (holder === undefined) return '';
  const parent = holder.owner === undefined ? '' : pathOf(holder.owner);
  return joinPath(parent, stepOf(record));
}

function stepOf(record: RecordNode): string {
  const { field, number, holder } = record;
  if (field === undefined) return `#${number}`;
  // A record with another wire type than the schema's is an unknown field, but reports use the field's name.
  if (!field.repeated || !record.isKnown) return field.name;
  let index = 0;
  for (const message of mergedWith(holder as MessageNode)) {
    const end = message === holder ? holder.indexOf(record) : message.count;
    for (let i = 0; i < end; i++) {
      const kind = message.kindAt(i);
      if (kind.number === number && isKnown(kind)) index += elementsAt(message, i);
    }
    if (message === holder) return `${field.name}[${index}]`;
  }
  throw new Error('a message that those it is merged with do not have');
}

/**
 * Yields the messages that readers merge: this message, and the messages in earlier and later records of its
 * field.
 */
function* mergedWith(message: MessageNode): Generator<MessageNode> {
  const { owner } = message;
  if (owner?.field === undefined || owner.field.repeated || owner.holder === undefined) {
    yield message;
    return;
  }
  for (const outer of mergedWith(owner.holder)) {
    for (const record of outer.fields(owner.number)) {
      if (record.wireType === WIRE_LEN && record.message !== undefined) yield record.message;
    }
  }
}

function elementsAt(message: MessageNode, index: number): number {
  const { wireType, field } = message.kindAt(index);
  if (wireType !== WIRE_LEN || field === undefined || !isPackable(field.type)) return 1;
  return packedValues(message.at(index) as RecordNode).length;
}
