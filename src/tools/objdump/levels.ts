import { type FieldTable, joinPath, type MessageTable, pathStep } from '../../base/schema/table.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { OVERWRITES, REPEATED } from './row.js';

const LEVELS = MAX_DEPTH + 2;

/** The open messages and groups by depth: their ends, and the fields seen in each. */
export class Levels {
  depth = 0;
  /** Absolute end, limited by the enclosing message; the end that the length claims is in `claims`. */
  readonly ends = new Float64Array(LEVELS);
  readonly claims = new Float64Array(LEVELS);
  /** The tag that ends the group; 0 for a message. */
  readonly groups = new Float64Array(LEVELS);
  /** Undefined inside groups and unknown messages. */
  readonly tables: (MessageTable | undefined)[] = new Array(LEVELS).fill(undefined);
  /** The field of each message, for paths. */
  readonly #fields: (FieldTable | undefined)[] = new Array(LEVELS).fill(undefined);
  readonly #numbers = new Int32Array(LEVELS);
  readonly #indexes = new Int32Array(LEVELS);
  /** Number of records of each field, by the field's index in the table. */
  readonly #counts: (Int32Array | undefined)[] = new Array(LEVELS).fill(undefined);
  /** The latest member of each oneof. */
  readonly #members: Int32Array[] = [];
  /**
   * Counts of singular messages that contain lists, by position and field: a second record continues the
   * numbering of the first.
   */
  readonly #kept: (Map<number, Int32Array> | undefined)[] = new Array(LEVELS).fill(undefined);
  /** 1 if the counts of a level are kept, so that their array must not be reused. */
  readonly #isKept = new Uint8Array(LEVELS);

  constructor(table: MessageTable | undefined, end: number) {
    this.ends[0] = end;
    this.claims[0] = end;
    this.tables[0] = table;
    this.#fresh(0, table);
  }

  /**
   * Counts a record of a known field of the open message.
   * @returns marks for a repetition of a singular field or oneof
   */
  count(field: FieldTable, place: number, elements: number): number {
    const { depth } = this;
    const counts = this.#counts[depth] as Int32Array;
    const before = counts[place] as number;
    counts[place] = before + elements;
    this.#indexes[depth + 1] = before;
    let marks = before > 0 && !field.repeated ? REPEATED : 0;
    if (field.oneof >= 0) {
      const members = this.#members[depth] as Int32Array;
      const last = members[field.oneof] as number;
      if (last !== 0 && last !== field.number) marks |= OVERWRITES;
      members[field.oneof] = field.number;
    }
    return marks;
  }

  /** Enters the message or group that was counted last. */
  enter(
    field: FieldTable | undefined,
    number: number,
    table: MessageTable | undefined,
    claim: number,
    group: number,
  ): void {
    const depth = this.depth + 1;
    this.depth = depth;
    this.ends[depth] = Math.min(claim, this.ends[depth - 1] as number);
    this.claims[depth] = claim;
    this.groups[depth] = group;
    this.tables[depth] = table;
    this.#fields[depth] = field;
    this.#numbers[depth] = number;
    this.#fresh(depth, table);
    if (table === undefined || field === undefined || field.repeated || !holdsLists(table)) return;
    this.#kept[depth - 1] ??= new Map();
    const kept = this.#kept[depth - 1] as Map<number, Int32Array>;
    const counts = kept.get(number);
    // Only lists continue their count; a scalar in both records is not a repetition within the second.
    table.fields.forEach((one, place) => {
      if (one.repeated && counts !== undefined) {
        (this.#counts[depth] as Int32Array)[place] = counts[place] as number;
      }
    });
    kept.set(number, this.#counts[depth] as Int32Array);
    this.#isKept[depth] = 1;
  }

  /** True if the innermost level claims more bytes than the enclosing message has. */
  get overruns(): boolean {
    return (this.claims[this.depth] as number) > (this.ends[this.depth] as number);
  }

  /** The overrun has been reported: enclosing messages that end at the same place need no further report. */
  closeOverruns(): void {
    for (let depth = this.depth; depth > 0; depth--) {
      if ((this.claims[depth] as number) > (this.ends[depth] as number))
        this.claims[depth] = this.ends[depth] as number;
      else if (this.groups[depth] === 0) break;
    }
  }

  /** Leaves the open groups up to a message, which has a definite end. */
  leaveGroups(): void {
    while (this.groups[this.depth] !== 0) this.depth--;
  }

  /** Path of the open message at this depth: the nearest one that the schema knows, as in reports. */
  path(depth = this.depth): string {
    let path = '';
    for (let d = 1; d <= depth; d++) {
      const step = pathStep(this.#fields[d], this.#numbers[d] as number, this.#indexes[d] as number);
      path = joinPath(path, step);
    }
    return path;
  }

  /** Number of records of a field in the open message. */
  countOf(place: number): number {
    return (this.#counts[this.depth] as Int32Array)[place] as number;
  }

  #fresh(depth: number, table: MessageTable | undefined): void {
    this.#kept[depth] = undefined;
    if (table === undefined) return;
    const size = table.fields.length;
    const counts = this.#counts[depth];
    if (counts === undefined || counts.length < size || this.#isKept[depth] === 1) {
      this.#counts[depth] = new Int32Array(size);
      this.#isKept[depth] = 0;
    } else counts.fill(0, 0, size);
    const members = this.#members[depth];
    if (members === undefined || members.length < table.oneofs.length) {
      this.#members[depth] = new Int32Array(Math.max(table.oneofs.length, 4));
    } else members.fill(0);
  }
}

const lists = new WeakMap<MessageTable, boolean>();

function holdsLists(table: MessageTable): boolean {
  let holds = lists.get(table);
  if (holds === undefined) {
    holds = table.fields.some(({ repeated }) => repeated);
    lists.set(table, holds);
  }
  return holds;
}
