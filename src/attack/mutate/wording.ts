import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';

/**
 * Returns the name of a record for sentences: the schema's name of its field. Texts of the file are never
 * repeated.
 */
export function recordName(record: RecordNode): string {
  const { field, number } = record;
  return field === undefined ? `#${number}` : field.name;
}

/** Returns the name of a message: its type, without the common prefix. */
export function messageType(message: MessageNode): string {
  return message.table?.typeName.replace(/^ProtoM(DL|dl)/, '') ?? 'group';
}

/** `1 byte`, `4,096 bytes`. */
export function inBytes(count: number): string {
  return `${groupedDigits(count)} ${count === 1 ? 'byte' : 'bytes'}`;
}

export function inBits(count: number): string {
  return `${count} ${count === 1 ? 'bit' : 'bits'}`;
}

export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
