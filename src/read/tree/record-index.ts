import { isKnown, type RecordKind } from './record.js';

/** Below this number of records a linear search is faster than an index. */
const FEWEST = 32;

/** Consecutive records of one kind. A long list in a hostile file is a single run. */
export interface RecordRun {
  readonly kind: RecordKind;
  readonly from: number;
  /** Index after the last record. */
  readonly to: number;
}

export interface FieldRecords {
  readonly count: number;
  kindAt(index: number): RecordKind;
  runs(): readonly RecordRun[];
}

/**
 * Positions of each field's records in a message, for callers that look up many fields: hostile files have
 * messages with long runs of one kind, and a search without this index visits every record.
 */
export class RecordIndex {
  #runs: Map<number, RecordRun[]> | undefined;

  /** @param records must not change while the index is used */
  constructor(private readonly records: FieldRecords) {}

  /**
   * Returns the index of the first record that readers take for a field, searching from `start` to the end,
   * and then from the beginning; -1 without such a record.
   */
  next(number: number, start: number): number {
    if (this.records.count < FEWEST) return this.#walk(number, start);
    this.#runs ??= runsOf(this.records);
    const runs = this.#runs.get(number);
    if (runs === undefined) return -1;
    let [low, high] = [0, runs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((runs[middle] as RecordRun).to <= start) low = middle + 1;
      else high = middle;
    }
    return low === runs.length ? (runs[0] as RecordRun).from : Math.max(start, (runs[low] as RecordRun).from);
  }

  #walk(number: number, start: number): number {
    const { records } = this;
    const { count } = records;
    for (let i = 0; i < count; i++) {
      const at = (start + i) % count;
      const kind = records.kindAt(at);
      if (kind.number === number && isKnown(kind)) return at;
    }
    return -1;
  }
}

/** Returns the runs that readers take for known fields, by field number, in order. */
export function runsOf(records: FieldRecords): Map<number, RecordRun[]> {
  const found = new Map<number, RecordRun[]>();
  for (const run of records.runs()) {
    if (!isKnown(run.kind)) continue;
    const runs = found.get(run.kind.number);
    if (runs === undefined) found.set(run.kind.number, [run]);
    else runs.push(run);
  }
  return found;
}
