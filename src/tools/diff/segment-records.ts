import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { BAD_TYPE, CUT, OK, TOO_DEEP, type WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_EGROUP, WIRE_LEN, WIRE_SGROUP } from '../../base/wire/tag.js';
import type { Segment } from './content.js';

/** Number of bytes of a large segment that are requested at a time: the heads of some records. */
const HEADS = 512;

const NO_BYTES: Uint8Array = new Uint8Array(0);

/**
 * Moves from record to record of a segment. Small segments are loaded; of larger segments, only the heads of
 * the records are read. All positions are absolute offsets.
 */
export class SegmentRecords {
  tag = 0;
  start = 0;
  value = 0;
  /** End of the record; for a group, the end of its end tag. */
  end = 0;
  /** Halves of a number, as signed 32-bit integers. */
  lo = 0;
  hi = 0;
  /** Reason why `next` returned false; OK at the end of the segment. */
  problem: WireProblem = OK;

  /** Reads the records of a small segment, or one head of a large segment. */
  readonly #records = new RecordCursor(NO_BYTES);
  #isLoaded = true;
  /** Distance from a position in the loaded bytes to its offset. */
  #shift = 0;
  // State of the records of a large segment.
  #segment: Segment | undefined;
  #heads = NO_BYTES;
  #base = 0;

  /** Starts with the records of a segment. */
  begin(segment: Segment): void {
    this.#isLoaded = segment.isSmall;
    this.#segment = segment;
    this.end = segment.offset;
    if (this.#isLoaded) {
      const { memory, pos } = segment;
      this.#records.reset(memory, pos, pos + segment.length);
      this.#shift = segment.offset - pos;
    } else this.#heads = NO_BYTES;
  }

  /** Starts with the records in the payload of another reader's record. */
  within(outer: SegmentRecords): void {
    const { value, end } = outer;
    if (outer.#isLoaded) {
      this.#isLoaded = true;
      this.#shift = outer.#shift;
      this.#records.reset(outer.#records.bytes, outer.#records.value, outer.#records.valueEnd);
    } else this.begin((outer.#segment as Segment).part(value, end - value));
  }

  /** Moves to the next record. @returns true if the next record is complete */
  next(): boolean {
    if (!this.#isLoaded) return this.#nextHead();
    const records = this.#records;
    const isWhole = records.next();
    this.start = records.start + this.#shift;
    if (!isWhole) {
      this.problem = records.problem;
      return false;
    }
    this.tag = records.tag;
    this.lo = records.lo;
    this.hi = records.hi;
    this.value = records.value + this.#shift;
    this.end = records.pos + this.#shift;
    return true;
  }

  #nextHead(): boolean {
    const start = this.end;
    this.start = start;
    this.problem = OK;
    if (start >= (this.#segment as Segment).end) return false;
    this.problem = this.#read(start);
    if (this.problem === OK && (this.tag & 7) === WIRE_EGROUP) this.problem = BAD_TYPE;
    if (this.problem === OK && (this.tag & 7) === WIRE_SGROUP) {
      const { tag, value } = this;
      this.problem = this.#skipGroup();
      this.tag = tag;
      this.value = value;
    }
    return this.problem === OK;
  }

  /** Reads the record at an offset; of a group, only the tag. */
  #read(at: number): WireProblem {
    const segment = this.#segment as Segment;
    const needed = Math.min(at + MAX_HEAD_BYTES, segment.end);
    if (at < this.#base || needed > this.#base + this.#heads.length) {
      this.#heads = segment.content.load(at, Math.min(HEADS, segment.end - at));
      this.#base = at;
    }
    const base = this.#base;
    const records = this.#records;
    records.reset(this.#heads, at - base, this.#heads.length);
    const isWhole = records.next();
    const { tag, length } = records;
    if (tag === 0) return records.problem;
    this.tag = tag;
    this.value = base + records.value;
    this.end = this.value;
    const wireType = tag & 7;
    if (wireType === WIRE_SGROUP || wireType === WIRE_EGROUP) return OK;
    if (wireType === WIRE_LEN && length >= 0) {
      this.end += length;
      return this.end > segment.end ? CUT : OK;
    }
    if (!isWhole) return records.problem;
    this.lo = records.lo;
    this.hi = records.hi;
    this.end = base + records.pos;
    return OK;
  }

  #skipGroup(): WireProblem {
    const open = [this.tag];
    while (open.length > 0) {
      if (this.end >= (this.#segment as Segment).end) return CUT;
      const problem = this.#read(this.end);
      if (problem !== OK) return problem;
      if ((this.tag & 7) === WIRE_EGROUP) {
        if (((open.pop() as number) ^ this.tag) !== (WIRE_SGROUP ^ WIRE_EGROUP)) return BAD_TYPE;
      } else if ((this.tag & 7) === WIRE_SGROUP && open.push(this.tag) > MAX_DEPTH) return TOO_DEEP;
    }
    return OK;
  }
}
