import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MESSAGE } from '../../read/tape/entries.js';
import { END, ENTER, LEAVE, MORE, PROBLEM } from '../../read/tape/step.js';
import type { Tapes } from '../../read/tape/tapes.js';
import type { Cells } from './notation.js';
import type { Stretch } from './spans.js';

/** What a message holds of a field: the records that count. */
export interface Holding {
  readonly order: number;
  /** Its last record, tag included: the one that counts of a singular field. */
  last: Stretch;
  /** Of a singular message: its payloads. */
  readonly payloads: Stretch[];
}

/** How a message is written, as far as its own records go. */
export interface Survey {
  /** Whether it can be printed as it goes by. */
  readonly isRegular: boolean;
  /** By field number, ascending, of known fields. */
  readonly holdings: readonly Holding[];
  readonly hasUnknown: boolean;
  /** Where the last record ends that could be read. */
  readonly readableEnd: number;
}

/** No encoder writes a singular message in more pieces, and they would fill the memory. */
const MAX_PIECES = 65536;

/** The same function each time: a tape remembers what a function has said. */
const WANTS_NOTHING = (): boolean => false;

/**
 * Goes over the records of a message, from head to head: what is in them is hopped over.
 * @throws ProtomdlError `dump-too-scattered` for a singular message in very many pieces
 */
export async function survey(tapes: Tapes, from: number, end: number, { table }: Cells): Promise<Survey> {
  const tape = tapes.take(from, end, table, WANTS_NOTHING);
  const holdings = new Map<number, Holding>();
  /** Member of each oneof that was met last. */
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
    // Before anything is skipped, which moves the window that the tape's offsets are relative to.
    const { entry, offset, valueOffset } = tape;
    const recordEnd = valueOffset + tape.length;
    if (step === ENTER && entry !== undefined) tape.skip();
    // Of an unknown group what matters is that it is there.
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
