import type { RecordNode } from './record.js';

/** Fewer records are gone through faster than they are put in order. */
const FEWEST = 32;

/**
 * Where the records of each field are in a message, for searches that ask for many fields: a message of hostile
 * files has all its records of one kind, and a search for another would go through them all each time.
 */
export class RecordIndex {
  #positions: Map<number, number[]> | undefined;

  /** @param records not to be changed as long as the index is asked */
  constructor(private readonly records: readonly RecordNode[]) {}

  /** The first record that readers take for a field, from `start` on and around the end; -1 for none. */
  next(number: number, start: number): number {
    if (this.records.length < FEWEST) return this.#walk(number, start);
    this.#positions ??= positionsOf(this.records);
    const positions = this.#positions.get(number);
    if (positions === undefined) return -1;
    let [low, high] = [0, positions.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((positions[middle] as number) < start) low = middle + 1;
      else high = middle;
    }
    return positions[low === positions.length ? 0 : low] as number;
  }

  #walk(number: number, start: number): number {
    const { records } = this;
    const count = records.length;
    for (let i = 0; i < count; i++) {
      const at = (start + i) % count;
      const record = records[at] as RecordNode;
      if (record.number === number && record.isKnown) return at;
    }
    return -1;
  }
}

/** Where the records are that readers take for fields, by field number, in order. */
export function positionsOf(records: readonly RecordNode[]): Map<number, number[]> {
  const positions = new Map<number, number[]>();
  // Of the record before: long lists are of one kind.
  let before = -1;
  let list: number[] = [];
  for (let i = 0; i < records.length; i++) {
    const record = records[i] as RecordNode;
    const { number } = record;
    if (!record.isKnown) continue;
    if (number !== before) {
      list = positions.get(number) ?? [];
      if (list.length === 0) positions.set(number, list);
      before = number;
    }
    list.push(i);
  }
  return positions;
}
