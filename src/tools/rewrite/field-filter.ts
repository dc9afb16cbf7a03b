import { MDL } from '../../base/schema/mdl.gen.js';
import { type Entry, entriesOf } from '../../read/tape/entries.js';

/** Which fields are left out. */
export interface FieldFilter {
  drops(entry: Entry): boolean;
  /** Whether something in the message of this field may be left out. */
  reaches(entry: Entry): boolean;
  readonly dropsUnknown: boolean;
}

/** Leaves nothing out. */
export const EVERYTHING: FieldFilter = { drops: () => false, reaches: () => false, dropsUnknown: false };

/** Made of a question that is asked once for each field of the schema. */
export function filterOf(isDropped: (entry: Entry) => boolean, dropsUnknown = false): FieldFilter {
  const { entries } = entriesOf(MDL);
  const dropped = entries.map(isDropped);
  // Messages with something to leave out in them, at any depth.
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
