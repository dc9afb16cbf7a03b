import { MDL } from '../../base/schema/mdl.gen.js';
import { type Entry, entriesOf } from '../../read/outline/entries.js';

/** Selects fields to leave out. */
export interface FieldFilter {
  drops(entry: Entry): boolean;
  /** True if the message in this field may contain a field to leave out. */
  reaches(entry: Entry): boolean;
  readonly dropsUnknown: boolean;
}

/** A filter that leaves no fields out. */
export const EVERYTHING: FieldFilter = { drops: () => false, reaches: () => false, dropsUnknown: false };

/** Makes a filter from a predicate that is evaluated once for each field of the schema. */
export function filterOf(isDropped: (entry: Entry) => boolean, dropsUnknown = false): FieldFilter {
  const { entries } = entriesOf(MDL);
  const dropped = entries.map(isDropped);
  // Messages that contain a field to leave out, at any depth.
  const holders = new Set(entries.filter(({ id }) => dropped[id]).map(({ message }) => message.index));
  for (let before = -1; before !== holders.size; ) {
    before = holders.size;
    for (const { message, child } of entries) {
      if (child !== undefined && holders.has(child.table.index)) holders.add(message.index);
    }
  }
  const reached = entries.map(
    ({ child }) => dropsUnknown || (child !== undefined && holders.has(child.table.index)),
  );
  return {
    drops: ({ id }) => dropped[id] as boolean,
    reaches: ({ id }) => reached[id] as boolean,
    dropsUnknown,
  };
}
