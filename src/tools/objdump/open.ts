import { type FieldTable, joinPath, pathStep } from '../../base/schema/table.js';
import type { MessageEntries } from '../../read/outline/entries.js';
import type { OpenMessage, RecordWalk } from '../../read/outline/records.js';

/** An open message or group. */
export class Open implements OpenMessage {
  /** Absolute end, limited to the existing bytes. */
  end: number;
  readonly depth: number;
  /** Smallest end that this message and its enclosing messages claim; may be past the end of the file. */
  readonly limit: number;
  /** True if the existing bytes end before `limit`. */
  isCut: boolean;
  /**
   * Number of elements of each field in earlier records of the same message; after the walk, in all records.
   */
  counts: readonly number[];
  /** Singular messages by field number: a second record of a message continues the numbering of the first. */
  inner: Map<number, Open> | undefined;
  /** Field numbers of the latest members, by oneof. */
  members: number[] | undefined;

  /** @param claim end that the message's length claims, which may be past the end of the enclosing message */
  constructor(
    readonly around: Open | undefined,
    readonly claim: number,
    size: number,
    readonly fields: MessageEntries | undefined,
    readonly field: FieldTable | undefined,
    readonly number: number,
    readonly index: number,
    /** End of a group, including its end tag; undefined for a message. */
    readonly group: number | undefined,
  ) {
    this.depth = around === undefined ? 1 : around.depth + 1;
    this.limit = around === undefined ? claim : Math.min(claim, around.limit);
    this.end = Math.min(this.limit, size);
    this.counts = fields?.noCounts ?? [];
    this.isCut = claim > this.end && claim !== Number.POSITIVE_INFINITY;
  }

  get path(): string {
    const { around, field, number, index } = this;
    return around === undefined ? '' : joinPath(around.path, pathStep(field, number, index));
  }

  /** The open message; for a group, the message around the group. */
  get message(): Open {
    let open: Open = this;
    while (open.group !== undefined && open.around !== undefined) open = open.around;
    return open;
  }
}

/** Opens the message at a walk's record. @param size size of the file */
export function messageIn(open: Open, walk: RecordWalk, size: number): Open {
  const { entry, field, number, index, valueOffset, claimed } = walk;
  const inner = new Open(open, valueOffset + claimed, size, entry?.child, field, number, index, undefined);
  if (field?.repeated !== false || entry?.child?.isFlat !== false) return inner;
  const before = open.inner?.get(number);
  // A second record of the message continues the counts of lists only: a scalar in both records is not marked
  // as repeated.
  if (before !== undefined) {
    inner.counts = before.counts.map((count, place) => (isList(before.fields, place) ? count : 0));
    inner.inner = before.inner;
  }
  open.inner ??= new Map();
  open.inner.set(number, inner);
  return inner;
}

/** Opens the group at a walk's record. @param size size of the file */
export function groupIn(open: Open, { number, valueEnd, end, problem }: RecordWalk, size: number): Open {
  const inner = new Open(open, open.limit, size, undefined, undefined, number, 0, end);
  inner.end = valueEnd;
  inner.isCut = problem !== null;
  return inner;
}

function isList(fields: MessageEntries | undefined, place: number): boolean {
  return fields?.table.fields[place]?.repeated === true;
}
