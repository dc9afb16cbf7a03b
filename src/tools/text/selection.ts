import type { SchemaTables } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { findSelected, type Selected } from '../../read/select/find.js';
import { parseSelector, type Selector, selectedTable, selectsOne } from '../../read/select/selector.js';
import type { Stretch } from './spans.js';

/** One thing that a selector stands for: a singular message in all its pieces, of another singular field the last. */
export interface Match {
  readonly path: string;
  readonly record: Selected;
  /** Payloads, where it is a message. */
  readonly pieces: readonly Stretch[];
}

/** What a selector stands for, in file order. */
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
    // Pieces of one message come one after the other: what is repeated around them is one record.
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
