import type { SchemaTables } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { findSelected, type Selected } from '../../read/select/find.js';
import { parseSelector, type Selector, selectedTable, selectsOne } from '../../read/select/selector.js';
import type { Stretch } from './content.js';

/**
 * One match of a selector: a singular message with all its pieces, or the last record of another singular
 * field.
 */
export interface Match {
  readonly path: string;
  readonly record: Selected;
  /** Payloads, for a message. */
  readonly pieces: readonly Stretch[];
}

/** Yields the matches of a selector, in file order. */
export async function* matchesOf(
  source: Source,
  selector: Selector,
  from: number,
  end: number,
  schema: SchemaTables,
): AsyncGenerator<Match> {
  const isSingular = selector.steps.at(-1)?.field?.repeated === false;
  let waiting: { path: string; record: Selected; pieces: Stretch[] } | undefined;
  for await (const record of findSelected(source, selector, { from, end, schema })) {
    const piece = { from: record.valueOffset, end: record.valueOffset + record.valueLength };
    // Pieces of one message are consecutive, because each element of the repeated fields around it is one
    // record.
    if (isSingular && waiting?.path === record.path) {
      waiting.pieces.push(piece);
      waiting.record = record;
      continue;
    }
    if (waiting !== undefined) yield waiting;
    waiting = { path: record.path, record, pieces: [piece] };
  }
  if (waiting !== undefined) yield waiting;
}

export { parseSelector, type Selector, selectedTable, selectsOne };
