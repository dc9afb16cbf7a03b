import { type MessageTable, type SchemaTables, TYPE_MESSAGE } from '../../base/schema/table.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { fieldNumberOf, tagWireType, WIRE_LEN } from '../../base/wire/tag.js';

/**
 * Counts a message and all messages inside it: the objects that a decoder creates. Broken parts are counted
 * up to the breakage.
 */
export function countMessages(tables: SchemaTables, bytes: Uint8Array, start: number, end: number): number {
  const children = tables.messages.map(childrenOf);
  const count = (type: number, from: number, to: number, depth: number): number => {
    const records = new RecordCursor(bytes, from, to, depth);
    let messages = 1;
    while (records.next()) {
      const { tag } = records;
      const child = tagWireType(tag) === WIRE_LEN ? children[type]?.get(fieldNumberOf(tag)) : undefined;
      if (child === undefined) continue;
      if (depth >= MAX_DEPTH) break;
      messages += count(child, records.value, records.valueEnd, depth + 1);
    }
    return messages;
  };
  return count(0, start, end, 0);
}

function childrenOf({ fields }: MessageTable): ReadonlyMap<number, number> {
  return new Map(
    fields.filter(({ type }) => type === TYPE_MESSAGE).map(({ number, message }) => [number, message]),
  );
}
