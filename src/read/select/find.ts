import { MDL } from '../../base/schema/mdl.gen.js';
import {
  type FieldTable,
  joinPath,
  pathStep,
  type SchemaTables,
  wireTypeOf,
} from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { OK, type WireProblem } from '../../base/wire/problem.js';
import { PACKED } from '../outline/entries.js';
import { Tape } from '../tape/reader.js';
import { BYTES_STEP, END, ENTER, LEAVE, MORE, PROBLEM, UNKNOWN_STEP, VALUE } from '../tape/step.js';
import { includesElement, type Selector, type SelectorStep } from './selector.js';

/** A selected record, or element of a packed list. */
export interface Selected {
  /** The exact path, without holes. */
  readonly path: string;
  readonly field: FieldTable | undefined;
  /** Unsigned tag of the record. */
  readonly tag: number;
  /** Absolute offset and bytes of the whole record, tag included. */
  readonly offset: number;
  readonly length: number;
  /** Offset of the value: the payload of a LEN record, or the element of a packed list. */
  readonly valueOffset: number;
  readonly valueLength: number;
  /** The halves of a number, as signed 32-bit integers; 0 for anything else. */
  readonly lo: number;
  readonly hi: number;
}

export interface FindOptions {
  /** Absolute offsets of the message in the source. */
  readonly from: number;
  readonly end: number;
  readonly schema?: SchemaTables;
  readonly windowSize?: number;
  /** True to find a message that continues past the end of the source, up to the cut (default: false). */
  readonly entersCut?: boolean;
  /** Called for each malformed record on the path. */
  readonly onProblem?: (problem: WireProblem, offset: number) => void;
}

/** Number of elements seen in a message along the path, over all records of the message. */
interface Seen {
  readonly path: string;
  count: number;
  inner: Seen | undefined;
}

/**
 * Finds the elements that a selector names, in file order. Only records on the path are read; all other
 * records are skipped. The whole message (an empty selector) is not a record and is never found.
 * @throws ProtomdlError if the source throws
 */
export async function* findSelected(
  source: Source,
  selector: Selector,
  { from, end, schema = MDL, windowSize, entersCut = false, onProblem }: FindOptions,
): AsyncGenerator<Selected> {
  const { steps } = selector;
  if (steps.length === 0) return;
  const tape = new Tape(source, from, end, {
    schema,
    wants: ({ kind }) => kind === PACKED,
    entersCut,
    ...(windowSize === undefined ? {} : { windowSize }),
  });
  const open: Seen[] = [{ path: '', count: 0, inner: undefined }];
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) {
      await tape.fill();
      continue;
    }
    if (step === PROBLEM) {
      onProblem?.(tape.problem, tape.problemOffset);
      continue;
    }
    if (step === LEAVE) {
      if (tape.depth < open.length - 1) open.pop();
      continue;
    }
    const depth = open.length - 1;
    const isHere = tape.depth - (step === ENTER ? 1 : 0) === depth;
    const wanted = steps[depth];
    const seen = open[depth];
    if (!isHere || wanted === undefined || seen === undefined || tape.tag >>> 3 !== wanted.number) {
      if (step === ENTER && tape.entry !== undefined) tape.skip();
      continue;
    }
    if (step === BYTES_STEP && tape.entry?.kind === PACKED) {
      if (depth === steps.length - 1) yield* packed(tape, wanted, seen);
      continue;
    }
    const index = seen.count++;
    const isIncluded = includesElement(wanted.elements, wanted.field?.repeated === false ? 0 : index);
    const isKnown = step === VALUE || step === BYTES_STEP || tape.entry !== undefined;
    const path = joined(seen.path, wanted, index, isKnown);
    if (depth === steps.length - 1) {
      const isAsked = isIncluded || wanted.elements === 'all';
      if (isAsked && (step !== UNKNOWN_STEP || wanted.field === undefined)) yield found(tape, wanted, path);
      if (step === ENTER && tape.entry !== undefined) tape.skip();
    } else if (step === ENTER) {
      if (!isIncluded || tape.entry === undefined) {
        if (tape.entry !== undefined) tape.skip();
        continue;
      }
      open.push(opened(seen, wanted, path));
    }
  }
}

/** Opens a message on the path. Another record of a singular message continues the counts of its lists. */
function opened(seen: Seen, { field }: SelectorStep, path: string): Seen {
  if (field?.repeated === true || seen.inner === undefined) seen.inner = { path, count: 0, inner: undefined };
  return seen.inner;
}

function joined(parent: string, { field, number }: SelectorStep, index: number, isKnown: boolean): string {
  return joinPath(parent, pathStep(isKnown ? field : undefined, number, index));
}

function found(tape: Tape, { field }: SelectorStep, path: string): Selected {
  const { tag, offset, valueOffset, length } = tape;
  return {
    path,
    field,
    tag,
    offset,
    length: valueOffset + length - offset,
    valueOffset,
    valueLength: length,
    lo: (tag & 7) === 2 ? 0 : tape.lo,
    hi: (tag & 7) === 2 ? 0 : tape.hi,
  };
}

function* packed(tape: Tape, wanted: SelectorStep, seen: Seen): Generator<Selected> {
  if (!tape.hasPayload) return;
  const { tag, offset, valueOffset } = tape;
  const { payload } = tape;
  const length = valueOffset + payload.length - offset;
  const cursor = new Cursor(payload);
  const wireType = wireTypeOf((wanted.field as FieldTable).type);
  while (cursor.pos < cursor.end) {
    const at = cursor.pos;
    const problem = readNumber(cursor, wireType);
    if (problem !== OK) return;
    const index = seen.count++;
    if (!includesElement(wanted.elements, index)) continue;
    yield {
      path: joined(seen.path, wanted, index, true),
      field: wanted.field,
      tag,
      offset,
      length,
      valueOffset: valueOffset + at,
      valueLength: cursor.pos - at,
      lo: cursor.lo,
      hi: cursor.hi,
    };
  }
}
