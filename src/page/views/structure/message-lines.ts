import type { FieldCount } from '../../../show/inspect/field-counts.js';
import type { Part } from '../../../show/inspect/part.js';

interface MessageLine {
  /** Name in the schema, `#7` for an unknown field. */
  readonly name: string;
  /** True for a list of several values, which are shown below each other. */
  readonly isList: boolean;
  /** Listed values, in file order. */
  readonly parts: readonly Part[];
  /** Number of values in the message; null if the message has not been read completely. */
  readonly count: number | null;
}

/** Matches the index in a repeated field. */
const INDEX = /\[\d+\]$/;

/**
 * Groups the parts of a message by field, in the order of the fields' first occurrence.
 * @param counts number of values of each field; null if unknown
 */
export function messageLines(parts: readonly Part[], counts: readonly FieldCount[] | null): MessageLine[] {
  const byName = new Map<string, Part[]>((counts ?? []).map(({ name }) => [name, []]));
  for (const part of parts) {
    const name = part.label.replace(INDEX, '');
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [part]);
    else known.push(part);
  }
  const total = new Map(counts?.map(({ name, count }) => [name, count]));
  return [...byName].map(([name, parts]) => {
    const [first] = parts;
    const isPacked = parts.length === 1 && first?.hasChildren === true && first.table < 0;
    const isList = parts.length !== 1 || (INDEX.test(first?.label ?? '') && !isPacked);
    return { name, isList, parts, count: total.get(name) ?? null };
  });
}
