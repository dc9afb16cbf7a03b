import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MESSAGE } from '../../read/outline/entries.js';
import { END, ENTER, LEAVE, MORE, PROBLEM } from '../../read/tape/step.js';
import type { Tapes } from '../../read/tape/tapes.js';
import type { Cells } from './notation.js';
import type { Stretch } from './spans.js';

/** The effective records of one field in a message. */
export interface Holding {
  readonly order: number;
  /** Its last record, tag included: the effective one of a singular field. */
  last: Stretch;
  /** For a singular message: its payloads. */
  readonly payloads: Stretch[];
}

/** Layout of a message's own records. */
export interface Survey {
  /** True if the message can be printed in one pass. */
  readonly isRegular: boolean;
  /** Known fields, by ascending field number. */
  readonly holdings: readonly Holding[];
  readonly hasUnknown: boolean;
  /** End of the last readable record. */
  readonly readableEnd: number;
}

/**
 * Limit for the pieces of a singular message: encoders never write this many, and they would fill the memory.
 */
const MAX_PIECES = 65536;

/** Always the same function: a tape caches its answers. */
const WANTS_NOTHING = (): boolean => false;

/**
 * Reads the heads of a message's records and skips their content.
 * @throws ProtomdlError `dump-too-scattered` for a singular message in very many pieces
 */
export async function survey(tapes: Tapes, from: number, end: number, { table }: Cells): Promise<Survey> {
  const tape = tapes.take(from, end, table, WANTS_NOTHING);
  const holdings = new Map<number, Holding>();
  /** The last member found of each oneof. */
  const members = new Map<number, number>();
  let isRegular = true;
  let hasUnknown = false;
  let last = 0;
  let readableEnd = from;
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) {
      await tape.fill();
      continue;
    }
    if (step === PROBLEM) continue;
    // Read these before skipping, which moves the window that the tape's offsets are relative to.
    const { entry, offset, valueOffset } = tape;
    const recordEnd = valueOffset + tape.length;
    if (step === ENTER && entry !== undefined) tape.skip();
    // The content of unknown groups does not matter here.
    if (tape.depth > 0 || step === LEAVE) {
      if (step === LEAVE && tape.depth === 0) readableEnd = tape.position;
      hasUnknown = true;
      last = Number.POSITIVE_INFINITY;
      continue;
    }
    readableEnd = Math.min(recordEnd, end);
    if (entry === undefined) {
      hasUnknown = true;
      last = Number.POSITIVE_INFINITY;
      continue;
    }
    const { number, repeated, oneof } = entry.field;
    if (number < last || (number === last && !repeated)) isRegular = false;
    last = Math.max(last, number);
    if (oneof >= 0) {
      const member = members.get(oneof);
      if (member !== undefined && member !== number) {
        isRegular = false;
        holdings.delete(member);
      }
      members.set(oneof, number);
    }
    let holding = holdings.get(number);
    if (holding === undefined) {
      holding = { order: number, last: { from: offset, end: recordEnd }, payloads: [] };
      holdings.set(number, holding);
    }
    holding.last = { from: offset, end: recordEnd };
    if (entry.kind === MESSAGE && !repeated) {
      if (holding.payloads.length === MAX_PIECES) {
        throw new ProtomdlError(
          'dump-too-scattered',
          `${entry.field.name} comes in more than ${MAX_PIECES} pieces`,
          offset,
        );
      }
      holding.payloads.push({ from: valueOffset, end: recordEnd });
    }
  }
  tapes.give(tape);
  return {
    isRegular,
    hasUnknown,
    readableEnd,
    holdings: [...holdings.values()].sort((a, b) => a.order - b.order),
  };
}
