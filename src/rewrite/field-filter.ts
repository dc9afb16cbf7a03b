import { MDL } from '../schema/mdl.gen.js';
import { type Entry, entriesOf } from '../tape/index.js';

/** Which fields are left out. */
export interface FieldFilter {
  drops(entry: Entry): boolean;
  readonly dropsUnknown: boolean;
}

/** Leaves nothing out. */
export const EVERYTHING: FieldFilter = { drops: () => false, dropsUnknown: false };

/** Made of a question that is asked once for each field of the schema. */
export function filterOf(isDropped: (entry: Entry) => boolean, dropsUnknown = false): FieldFilter {
  const dropped = entriesOf(MDL).entries.map(isDropped);
  return { drops: ({ id }) => dropped[id] as boolean, dropsUnknown };
}
