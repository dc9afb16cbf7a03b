import { MDL } from '../../base/schema/mdl.gen.js';
import { typesAround } from '../../read/outline/entries.js';
import type { Reading } from '../../read/outline/reading.js';
import { Row } from '../../tools/objdump/row.js';
import { rowsOf } from '../../tools/objdump/rows.js';
import type { Part } from './part.js';
import type { PartTree } from './part-tree.js';
import {
  bytesAt,
  FIELDS,
  isPointer,
  type PointedBytes,
  pointerIn,
  readPointer,
  zeroPointOf,
} from './pointers.js';

/** Pointers to bytes after the message. */
export interface Pointers {
  /** The first pointers, in the order of the message. */
  readonly first: readonly (PointedBytes & {
    /** Path of the pointer: `network_groups[0].contexts[1].operations[2].actions[3].write_data_ccw_ptr`. */
    readonly path: string;
    /** Absolute offset of the pointer's record. */
    readonly record: number;
  })[];
  /** Number of pointers to the byte. */
  readonly count: number;
  /** True if the file has more pointers than the limit. */
  readonly isCut: boolean;
}

/**
 * Maximum number of pointers in the list, which takes 24 bytes for each. Real files have at most some
 * thousand.
 */
const MAX_POINTERS = 1 << 20;
const MAX_LISTED = 20;
/** Number of rows to read before other work may run. */
const TURN = 8192;

/** Message types that may contain a pointer; all other messages are skipped. */
const LEADING = typesAround(MDL, FIELDS.keys());

/** The targets of all pointers in a file, collected at the first request. */
export class PointerList {
  readonly #from: number[] = [];
  readonly #sizes: number[] = [];
  readonly #records: number[] = [];
  #isCut = false;
  #isComplete = false;

  constructor(private readonly tree: PartTree) {}

  /** Returns the pointers whose targets contain a byte. */
  *at(offset: number): Reading<Pointers> {
    const zero = zeroPointOf(this.tree);
    if (zero === undefined) return { first: [], count: 0, isCut: false };
    if (!this.#isComplete) yield* this.#gather();
    const first: Pointers['first'][number][] = [];
    let count = 0;
    for (let i = 0; i < this.#from.length; i++) {
      const from = zero + (this.#from[i] as number);
      const claimed = this.#sizes[i] as number;
      if (offset < from || offset >= from + claimed) continue;
      count++;
      if (first.length >= MAX_LISTED) continue;
      const record = this.#records[i] as number;
      const path = pointerIn(yield* this.tree.chain(record))?.part.path ?? '';
      first.push({ ...bytesAt(this.tree, from, claimed), path, record });
    }
    return { first, count, isCut: this.#isCut };
  }

  *#gather(): Reading<void> {
    const { message } = this.tree.parts;
    this.#from.length = this.#sizes.length = this.#records.length = 0;
    if (message !== undefined) yield* this.#gatherIn(message);
    this.#isComplete = true;
  }

  *#gatherIn({ valueOffset: from, valueLength }: Part): Reading<void> {
    const { file, schema } = this.tree;
    const enters = ({ field }: Row): boolean => {
      const table = MDL.messages[field?.message ?? -1];
      return table !== undefined && LEADING.has(table) && !isPointer(table);
    };
    let rows = 0;
    for (const row of rowsOf(file, from, from + valueLength, { schema, type: 0, enters, checks: false })) {
      if (!(row instanceof Row)) {
        yield row;
        continue;
      }
      if (++rows % TURN === 0) yield undefined;
      const type = row.field?.message ?? -1;
      if (row.kind !== 'record' || !isPointer(MDL.messages[type])) continue;
      const value = row.offset + row.headLength;
      const { offset, size } = yield* readPointer(file, value, row.offset + row.length, type);
      this.#isCut ||= this.#from.length >= MAX_POINTERS;
      if (this.#isCut) continue;
      this.#from.push(offset);
      this.#sizes.push(size);
      this.#records.push(row.offset);
    }
  }
}
