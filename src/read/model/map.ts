import { TYPE_MESSAGE } from '../../base/schema/table.js';
import type { List } from './list.js';
import type { ElementValue, MessageView } from './message-view.js';

/** What a map field can be keyed by. */
export type MapKey = number | bigint | boolean | string;

/** A map from its entries: of two with the same key the last one counts, and the first one's place. */
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
