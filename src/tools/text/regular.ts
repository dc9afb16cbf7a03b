import { OK, type WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { putVarint, varintSize } from '../../base/wire/value.js';
import { type Cell, type Cells, MESSAGE } from './notation.js';

/** Maps positions in memory to offsets in the file, for messages. */
export interface Origin {
  /** Returns the absolute offset of a position. */
  offsetOf(position: number): number;
}

/** Returns the origin of bytes that are contiguous in the file. @param base absolute offset of position 0 */
export function originAt(base: number): Origin {
  return { offsetOf: (position) => base + position };
}

/** A message in another encoding: see `regularize`. */
export interface Regular {
  /** Followed by 16 zeros, which are not part of the message. */
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly origin: Origin;
}

/** Called with each breakage found on the way, its offset and the field that has it, if any. */
export type OnProblem = (problem: WireProblem, offset: number, field: Cell | undefined) => void;

interface Piece {
  readonly order: number;
  readonly cell: Cell | undefined;
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

/**
 * Rewrites a message with its records in the order that a printer needs: by field number, lists together,
 * only the effective record of singular fields and oneofs, singular messages merged by joining their
 * payloads, unknown fields last. Nested messages are not rewritten.
 */
export function regularize(
  bytes: Uint8Array,
  from: number,
  to: number,
  cells: Cells,
  origin: Origin,
  onProblem: OnProblem,
): Regular {
  // One cursor for all pieces: a hostile file has tens of thousands of messages to merge.
  const records = new RecordCursor(bytes);
  const pieces = effective(recordsOf(records, from, to, cells, origin, onProblem));
  // The sort is stable: records of a field keep their order.
  pieces.sort((a, b) => a.order - b.order);
  const parts: Uint8Array[] = [];
  const starts: number[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (part: Uint8Array, offset: number): void => {
    starts.push(length);
    offsets.push(offset);
    parts.push(part);
    length += part.length;
  };
  for (let i = 0; i < pieces.length; ) {
    const piece = pieces[i] as Piece;
    let next = i + 1;
    if (piece.cell !== undefined) while (pieces[next]?.order === piece.order) next++;
    const same = pieces.slice(i, next);
    i = next;
    if (piece.cell === undefined || piece.cell.repeated || same.length === 1) {
      for (const { start, end } of same) add(bytes.subarray(start, end), origin.offsetOf(start));
    } else if (piece.cell.kind === MESSAGE) {
      // A truncated payload would swallow the next one.
      const ends = same.map(({ value, end, cell }) =>
        readableEnd(records, value, end, cell?.child, origin, onProblem),
      );
      const size = same.reduce((sum, { value }, i) => sum + (ends[i] as number) - value, 0);
      add(headOf(piece.cell.entry.tag, size), origin.offsetOf(piece.start));
      same.forEach(({ value }, i) => {
        // Hostile files have thousands of empty pieces.
        if (ends[i] !== value) add(bytes.subarray(value, ends[i]), origin.offsetOf(value));
      });
    } else {
      const { start, end } = same.at(-1) as Piece;
      add(bytes.subarray(start, end), origin.offsetOf(start));
    }
  }
  const regular = new Uint8Array(length + 16);
  parts.forEach((part, i) => void regular.set(part, starts[i] as number));
  return { bytes: regular, length, origin: { offsetOf: (at) => offsetIn(at, starts, offsets) } };
}

/** True if a printer can take the records of a message in their present order: see `regularize`. */
export function isRegular(records: RecordCursor, cells: Cells): boolean {
  let last = 0;
  let oneofs = 0;
  while (records.next()) {
    const cell = cells.of(records.tag);
    if (cell === undefined) {
      last = Number.POSITIVE_INFINITY;
      continue;
    }
    const { order, oneof, repeated } = cell;
    if (order < last || (order === last && !repeated)) return false;
    if (order > last && (oneofs & oneof) !== 0) return false;
    oneofs |= oneof;
    last = order;
  }
  return true;
}

/** Returns the end of the readable part of a message. */
function readableEnd(
  records: RecordCursor,
  from: number,
  to: number,
  cells: Cells | undefined,
  origin: Origin,
  onProblem: OnProblem,
): number {
  if (cells === undefined) return to;
  records.reset(records.bytes, from, to);
  while (records.next());
  reportBroken(records, cells, origin, onProblem);
  return records.pos;
}

function recordsOf(
  records: RecordCursor,
  from: number,
  to: number,
  cells: Cells,
  origin: Origin,
  onProblem: OnProblem,
): Piece[] {
  records.reset(records.bytes, from, to);
  const pieces: Piece[] = [];
  while (records.next()) {
    const { tag, start, value, pos: end } = records;
    const cell = cells.of(tag);
    pieces.push({ order: cell?.order ?? Number.POSITIVE_INFINITY, cell, start, value, end });
  }
  reportBroken(records, cells, origin, onProblem);
  return pieces;
}

function reportBroken(
  { problem, tag, start }: RecordCursor,
  cells: Cells,
  origin: Origin,
  onProblem: OnProblem,
): void {
  if (problem !== OK) onProblem(problem, origin.offsetOf(start), tag === 0 ? undefined : cells.of(tag));
}

/** Drops members of a oneof that a later member of the same oneof replaces. */
function effective(pieces: readonly Piece[]): Piece[] {
  const members = new Map<number, number>();
  const kept: Piece[] = [];
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i] as Piece;
    const oneof = piece.cell?.field.oneof ?? -1;
    if (oneof >= 0) {
      // Backwards: the first member found is the effective one, together with earlier records of the same
      // field up to a different member.
      const member = members.get(oneof);
      if (member === undefined) members.set(oneof, piece.order);
      else if (member !== piece.order) members.set(oneof, OVERWRITTEN);
      if (members.get(oneof) !== piece.order) continue;
    }
    kept.push(piece);
  }
  return kept.reverse();
}

const OVERWRITTEN = -1;

function headOf(tag: number, size: number): Uint8Array {
  const head = new Uint8Array(varintSize(tag) + varintSize(size));
  putVarint(head, putVarint(head, 0, tag), size);
  return head;
}

function offsetIn(at: number, starts: readonly number[], offsets: readonly number[]): number {
  let low = 0;
  let high = starts.length;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle;
  }
  return (offsets[low] ?? 0) + at - (starts[low] ?? 0);
}
