import type { Segment } from './content.js';

/** Position of a record: absolute, tag included. */
export interface RecordSpan {
  readonly offset: number;
  readonly length: number;
}

/**
 * LEN records of a repeated or unknown field. The records are not objects, because a file may have millions.
 */
export class ElementRecords {
  #records: Float64Array = new Float64Array(4);
  #values: Float64Array = new Float64Array(4);
  #ends: Float64Array = new Float64Array(4);
  /** The segment that contains each record; created when a second segment is added. */
  #parents: Segment[] = [];
  #parentOf: Int32Array | undefined;
  length = 0;

  /** Adds a record. All offsets are absolute. @param parent the stretch that contains the record */
  push(parent: Segment, record: number, value: number, end: number): void {
    const at = this.length++;
    if (at === this.#records.length) this.#grow();
    this.#records[at] = record;
    this.#values[at] = value;
    this.#ends[at] = end;
    let index = this.#parents.length - 1;
    if (this.#parents[index] !== parent) {
      index = this.#parents.push(parent) - 1;
      if (index === 1) this.#parentOf = new Int32Array(this.#records.length);
    }
    if (this.#parentOf !== undefined) this.#parentOf[at] = index;
  }

  at(index: number): Segment {
    const value = this.#values[index];
    return this.#parent(index).part(value, this.#ends[index] - value);
  }

  span(index: number): RecordSpan {
    return { offset: this.#records[index], length: this.#ends[index] - this.#records[index] };
  }

  start(index: number): number {
    return this.#records[index];
  }

  end(index: number): number {
    return this.#ends[index];
  }

  #parent(index: number): Segment {
    return this.#parents[this.#parentOf === undefined ? 0 : this.#parentOf[index]];
  }

  #grow(): void {
    const grown = (old: Float64Array) => {
      const array = new Float64Array(old.length * 4);
      array.set(old);
      return array;
    };
    this.#records = grown(this.#records);
    this.#values = grown(this.#values);
    this.#ends = grown(this.#ends);
    if (this.#parentOf !== undefined) {
      const parents = new Int32Array(this.#records.length);
      parents.set(this.#parentOf);
      this.#parentOf = parents;
    }
  }
}
