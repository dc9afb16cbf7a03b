import type { MessageTable, SchemaTables } from '../schema/table.js';
import { TYPE_MESSAGE } from '../schema/table.js';
import { Cursor, fieldNumberOf, MAX_DEPTH, OK, WIRE_LEN, wireTypeOf } from '../wire/index.js';

/**
 * How many messages lie in a message, itself included: what a decoder makes objects of. Broken parts are
 * counted as far as they can be followed.
 */
export function countMessages(tables: SchemaTables, bytes: Uint8Array, start: number, end: number): number {
  const children = tables.messages.map(childrenOf);
  const count = (type: number, from: number, to: number, depth: number): number => {
    const cursor = new Cursor(bytes, from, to);
    let messages = 1;
    while (cursor.pos < to && cursor.readTag() === OK) {
      const { tag } = cursor;
      const child = wireTypeOf(tag) === WIRE_LEN ? children[type]?.get(fieldNumberOf(tag)) : undefined;
      if (child === undefined) {
        if (cursor.skipValue(tag, depth) !== OK) break;
        continue;
      }
      if (cursor.readLength() !== OK || cursor.pos + cursor.length > to || depth >= MAX_DEPTH) break;
      messages += count(child, cursor.pos, cursor.pos + cursor.length, depth + 1);
      cursor.pos += cursor.length;
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
