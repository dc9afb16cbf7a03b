import type { FieldTable } from '../../base/schema/table.js';
import { CUT, OK } from '../../base/wire/problem.js';
import type { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { MESSAGE_ENTRY } from './entries.js';

/** A field, as protobuf's rules need it. */
interface MergedField {
  readonly field: FieldTable;
  readonly kind: number;
  /** Field number, by which records are ordered. */
  readonly order: number;
  readonly repeated: boolean;
  /** Bit of the field's oneof; 0 outside of a oneof. */
  readonly oneof: number;
}

interface FieldsByTag<F> {
  /** Returns undefined for an unknown field, or one of another wire type. */
  of(tag: number): F | undefined;
}

/** A record of a message. For a singular message in several pieces, the first piece. */
export interface Piece<F> {
  readonly order: number;
  /** Undefined for an unknown field. */
  readonly cell: F | undefined;
  readonly start: number;
  readonly value: number;
  readonly end: number;
  more: Piece<F>[] | undefined;
}

/** Sorts unknown fields after all known fields. */
const UNKNOWN_ORDER = Number.MAX_SAFE_INTEGER;

/**
 * True if the records of a message are already in the order that a printer needs: see `inOrder`.
 * @param entersTail true if a truncated message is printed up to the end of the bytes
 */
export function isRegular(
  records: RecordCursor,
  cells: FieldsByTag<MergedField>,
  entersTail: boolean,
): boolean {
  let last = 0;
  let oneofs = 0;
  for (;;) {
    const isWhole = records.next();
    if (!isWhole && !(entersTail && isCutMessage(records, cells))) return true;
    const cell = cells.of(records.tag);
    if (cell === undefined) {
      last = Number.POSITIVE_INFINITY;
      continue;
    }
    const { order, oneof, repeated } = cell;
    if (order < last || (order === last && !repeated)) return false;
    if (order > last && (oneofs & oneof) !== 0) return false;
    if (!isWhole) return true;
    oneofs |= oneof;
    last = order;
  }
}

/**
 * Returns the records of a message in the order that a printer needs: by field number, lists together, only
 * the effective record of singular fields and oneofs, the pieces of singular messages together, unknown fields
 * last. A malformed rest of the message is the last piece.
 * @param records at the beginning of the message
 * @param entersTail as for `isRegular`
 */
export function inOrder<F extends MergedField>(
  records: RecordCursor,
  cells: FieldsByTag<F>,
  entersTail: boolean,
): Piece<F>[] {
  const pieces: Piece<F>[] = [];
  const add = (cell: F | undefined, end: number): void => {
    const { start, value } = records;
    pieces.push({ order: cell?.order ?? UNKNOWN_ORDER, cell, start, value, end, more: undefined });
  };
  while (records.next()) add(cells.of(records.tag), records.pos);
  if (records.problem !== OK) {
    add(entersTail && isCutMessage(records, cells) ? cells.of(records.tag) : undefined, records.end);
  }
  const ordered: Piece<F>[] = [];
  // The sort is stable: records of a field keep their order.
  for (const piece of effective(pieces, ({ cell }) => cell?.field).sort((a, b) => a.order - b.order)) {
    const last = ordered.at(-1);
    const { cell } = piece;
    if (last === undefined || cell === undefined || cell.repeated || last.order !== piece.order) {
      ordered.push(piece);
    } else if (cell.kind !== MESSAGE_ENTRY) ordered[ordered.length - 1] = piece;
    else if (last.more === undefined) last.more = [piece];
    else last.more.push(piece);
  }
  return ordered;
}

/**
 * True if the cursor stopped at a message whose head is complete, but whose payload continues past the end.
 */
export function isCutMessage(
  { problem, tag, length }: RecordCursor,
  cells: FieldsByTag<Pick<MergedField, 'kind'>>,
): boolean {
  return problem === CUT && (tag & 7) === WIRE_LEN && length >= 0 && cells.of(tag)?.kind === MESSAGE_ENTRY;
}

/** Drops the records of oneof members that a later member of the same oneof replaces. */
export function effective<T>(
  records: readonly T[],
  fieldOf: (record: T) => Pick<FieldTable, 'oneof' | 'number'> | undefined,
): T[] {
  const members = new Map<number, number>();
  const kept: T[] = [];
  for (let i = records.length - 1; i >= 0; i--) {
    const record = records[i] as T;
    const { oneof, number } = fieldOf(record) ?? UNKNOWN_FIELD;
    if (oneof >= 0) {
      // The loop runs backwards, so that the first member found is the effective member, together with
      // earlier records of the same field up to a different member.
      const member = members.get(oneof);
      if (member === undefined) members.set(oneof, number);
      else if (member !== number) members.set(oneof, OVERWRITTEN);
      if (members.get(oneof) !== number) continue;
    }
    kept.push(record);
  }
  return kept.reverse();
}

const UNKNOWN_FIELD = { oneof: -1, number: 0 };
const OVERWRITTEN = -1;
