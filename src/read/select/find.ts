import { ProtomdlError } from '../../base/diagnostics/error.js';
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
import { OK } from '../../base/wire/problem.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { entriesOf, MESSAGE_ENTRY, type MessageEntries, PACKED } from '../outline/entries.js';
import { FileBytes } from '../outline/file-bytes.js';
import { completed } from '../outline/reading.js';
import { fieldPlace, GROUP_CELL, type OpenMessage, RecordWalk, UNREADABLE } from '../outline/records.js';
import { includesElement, type Selector, type SelectorStep } from './selector.js';

/** A record around others: a message, or a packed list. */
export interface Enclosing {
  readonly number: number;
  /** Absolute offset of the record. */
  readonly offset: number;
  readonly valueOffset: number;
  /** Size of the value. */
  readonly length: number;
  /** The record around this one; undefined for a record of the root. */
  readonly around: Enclosing | undefined;
}

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
  /** The innermost record around the value; undefined in the root. */
  readonly around: Enclosing | undefined;
}

export interface FindOptions {
  /** Absolute offsets of the message in the source. */
  readonly from: number;
  readonly end: number;
  readonly schema?: SchemaTables;
  /** Size of the smallest read. */
  readonly block?: number;
  /** True to find a message that continues past the end of the source, up to the cut (default: false). */
  readonly entersCut?: boolean;
}

/** Number of elements seen in a message along the path, over all records of the message. */
interface Seen {
  readonly path: string;
  count: number;
  inner: Seen | undefined;
}

/** An open message on the path. */
interface Level {
  readonly walk: RecordWalk;
  readonly message: OpenMessage;
  readonly seen: Seen;
  readonly around: Enclosing | undefined;
}

/**
 * Finds the elements that a selector names, in file order. Only records on the path are read; all other
 * records are skipped, and so is the rest of a broken message. The whole message (an empty selector) is not a
 * record and is never found.
 * @throws ProtomdlError `source-not-seekable` for a stream, and the codes of the source
 */
export async function* findSelected(
  source: Source,
  selector: Selector,
  { from, end, schema = MDL, block, entersCut = false }: FindOptions,
): AsyncGenerator<Selected> {
  const { steps } = selector;
  if (steps.length === 0) return;
  if (!source.randomAccess || source.size === undefined) {
    throw new ProtomdlError('source-not-seekable', 'a stream cannot be searched: it only goes forward', from);
  }
  const file = new FileBytes(source, block);
  const limit = Math.min(end, file.size);
  const open: Level[] = [];
  const enter = (
    fields: MessageEntries | undefined,
    offset: number,
    to: number,
    seen: Seen,
    around: Enclosing | undefined,
  ): void => {
    const message = { end: to, fields, depth: open.length + 1 };
    open.push({ walk: new RecordWalk(file, message, fieldPlace(message, offset)), message, seen, around });
  };
  enter(entriesOf(schema).messages[0], from, limit, { path: '', count: 0, inner: undefined }, undefined);
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { walk, message, seen, around } = level;
    const stepped = walk.step();
    if (stepped === undefined) {
      await completed(walk.supply());
      continue;
    }
    if (!stepped || walk.kind === UNREADABLE) {
      open.pop();
      continue;
    }
    const wanted = steps[open.length - 1] as SelectorStep;
    const { kind, entry } = walk;
    if (walk.number !== wanted.number) continue;
    if (walk.problem !== null && kind !== GROUP_CELL) {
      // Only the last messages of a file can be cut. In a complete file, a message with a wrong length is not
      // entered.
      const isCut = kind === MESSAGE_ENTRY && message.end === file.size && end >= file.size;
      if (!(entersCut && isCut)) continue;
    }
    const isLast = open.length === steps.length;
    if (kind === PACKED) {
      if (isLast) yield* packed(file, walk, wanted, seen, around);
      continue;
    }
    const index = seen.count++;
    const isIncluded = includesElement(wanted.elements, wanted.field?.repeated === false ? 0 : index);
    const path = joined(seen.path, wanted, index, entry !== undefined);
    if (isLast) {
      const isAsked = isIncluded || wanted.elements === 'all';
      if (isAsked && (entry !== undefined || wanted.field === undefined)) {
        yield found(walk, wanted, path, around);
      }
    } else if (isIncluded && kind === MESSAGE_ENTRY) {
      const { valueOffset, valueEnd } = walk;
      enter(entry?.child, valueOffset, valueEnd, opened(seen, wanted, path), enclosing(walk, around));
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

function enclosing(
  { number, offset, valueOffset, claimed }: RecordWalk,
  around: Enclosing | undefined,
): Enclosing {
  return { number, offset, valueOffset, length: claimed, around };
}

function found(
  walk: RecordWalk,
  { field }: SelectorStep,
  path: string,
  around: Enclosing | undefined,
): Selected {
  const { number, wireType, offset, end, valueOffset, valueEnd, claimed, lo, hi } = walk;
  const isLen = wireType === WIRE_LEN;
  return {
    path,
    field,
    tag: ((number << 3) | wireType) >>> 0,
    offset,
    // The record of a truncated message has its claimed size.
    length: isLen ? valueOffset + claimed - offset : end - offset,
    valueOffset,
    valueLength: isLen ? claimed : valueEnd - valueOffset,
    lo,
    hi,
    around,
  };
}

async function* packed(
  file: FileBytes,
  walk: RecordWalk,
  wanted: SelectorStep,
  seen: Seen,
  around: Enclosing | undefined,
): AsyncGenerator<Selected> {
  const { number, wireType, offset, valueOffset, claimed } = walk;
  const list = enclosing(walk, around);
  const cursor = new Cursor(await completed(file.copy(valueOffset, claimed)));
  const elementType = wireTypeOf((wanted.field as FieldTable).type);
  while (cursor.pos < cursor.end) {
    const at = cursor.pos;
    if (readNumber(cursor, elementType) !== OK) return;
    const index = seen.count++;
    if (!includesElement(wanted.elements, index)) continue;
    yield {
      path: joined(seen.path, wanted, index, true),
      field: wanted.field,
      tag: ((number << 3) | wireType) >>> 0,
      offset,
      length: valueOffset + claimed - offset,
      valueOffset: valueOffset + at,
      valueLength: cursor.pos - at,
      lo: cursor.lo,
      hi: cursor.hi,
      around: list,
    };
  }
}
