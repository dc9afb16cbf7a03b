import { TYPE_MESSAGE } from '../../base/schema/table.js';
import type { List } from './list.js';
import type { ElementValue, MessageView } from './message-view.js';

/** Key types of map fields. */
export type MapKey = number | bigint | boolean | string;

/** Reads a map from its entries. A duplicate key has its last value, at the position of its first entry. */
export function readMap<K extends MapKey, V extends ElementValue>(
  entries: List<MessageView>,
): ReadonlyMap<K, V> {
  const map = new Map<K, V>();
  for (const entry of entries) {
    const isMessage = entry.layout.field(2).type === TYPE_MESSAGE;
    const value = isMessage ? (entry.message(2) ?? entry.emptyMessage(2)) : entry.scalar(2);
    map.set(entry.scalar(1) as K, value as V);
  }
  return map;
}
