import type { Reading } from '../../read/outline/reading.js';
import { UNREADABLE } from '../../read/outline/records.js';
import type { Found } from './found.js';
import { RecordListing } from './listing.js';
import type { OpenRecords } from './merged-counts.js';
import type { PartTree } from './part-tree.js';

/** Limits on the search after a value: number of records, and time in milliseconds. */
const MAX_RECORDS = 10_000;
const MAX_MS = 50;

/** A later record of the same message that makes a value ineffective. */
export interface Overwriting {
  /** Path of the effective record. */
  readonly path: string;
  /** Absolute offset of the effective record. */
  readonly offset: number;
  /**
   * Reason: `last` if the last of several values is effective; `oneof` if another member of the oneof is
   * effective.
   */
  readonly by: 'last' | 'oneof';
}

/** Searches the enclosing message for a later record that makes the last part of a chain ineffective. */
export function* overwritingOf(tree: PartTree, chain: readonly Found[]): Reading<Overwriting | null> {
  const found = chain.at(-1) as Found;
  const around = chain.at(-2);
  const { field, part } = found;
  if (field === undefined || around === undefined || field.repeated || part.kind !== 'record') return null;
  // Several records of a message field are merged, so only another member of a oneof can replace them.
  const isMerged = field.message >= 0;
  if (isMerged && field.oneof < 0) return null;
  const open: OpenRecords[] = [];
  const listing = yield* tree.inside(around, open);
  if (!(listing instanceof RecordListing)) return null;
  const walk = yield* listing.walkTo(found.index + 1);
  const until = performance.now() + MAX_MS;
  let overwriting: Overwriting | null = null;
  for (let records = 0; records < MAX_RECORDS; ) {
    const step = walk.step();
    if (step === false) break;
    if (step === undefined) {
      yield* walk.supply();
      yield undefined;
      if (performance.now() > until) break;
      continue;
    }
    records++;
    const other = walk.field;
    if (other === undefined || walk.kind === UNREADABLE) continue;
    const isSame = other.number === field.number;
    if (isSame ? isMerged : field.oneof < 0 || other.oneof !== field.oneof) continue;
    const { path, offset } = listing.found(walk).part;
    overwriting = { path, offset, by: isSame ? 'last' : 'oneof' };
  }
  return overwriting;
}
