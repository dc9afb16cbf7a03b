import type { Span } from '../../base/diagnostics/diagnostic.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { Source } from '../../base/source/source.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import { putVarint, varintSize } from '../../base/wire/value.js';
import { PACKED } from '../../read/outline/entries.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES_STEP, END, ENTER, LEAVE, MORE } from '../../read/tape/step.js';
import type { ModelFile } from './model-file.js';

export interface Edit {
  /** Absolute offset in the original file. */
  readonly offset: number;
  /** Number of bytes removed at this offset. */
  readonly removed: number;
  readonly head: Uint8Array;
  /** Content after the head: all bytes of the source. */
  readonly content?: Source;
  /** For an added record: the payload of the message to which it is appended. */
  readonly within?: Span;
}

/** A record that contains edits: a message, or a packed list. */
interface Around {
  readonly number: number;
  readonly offset: number;
  readonly valueOffset: number;
  readonly length: number;
  grown: number;
}

/**
 * Adds the edits that follow from the given edits: new lengths of all enclosing records.
 * @param edits ascending, not overlapping
 */
export async function withHeads(file: ModelFile, edits: readonly Edit[]): Promise<readonly Edit[]> {
  const { source, message } = file;
  const tape = new Tape(source, message.offset, message.offset + message.length, {
    schema: MDL,
    wants: () => false,
  });
  const heads: Edit[] = [];
  const open: Around[] = [];
  let next = 0;
  /** True if the next edit lies in the value of this record. */
  const isAround = (valueOffset: number, end: number): boolean => {
    const edit = edits[next];
    if (edit === undefined) return false;
    // A record appended to a message also begins at the end of the message's last record, but is not inside
    // that record.
    if (edit.within !== undefined) {
      const { offset, length } = edit.within;
      return valueOffset <= offset && offset + length <= end;
    }
    return valueOffset <= edit.offset && edit.offset < end;
  };
  const leave = (around: Around): void => {
    const end = around.valueOffset + around.length;
    for (
      let edit = edits[next];
      edit !== undefined && isAround(around.valueOffset, end);
      edit = edits[++next]
    ) {
      around.grown += growth(edit);
    }
    const head = newHead(around);
    if (head !== undefined) heads.push(head);
    const outer = open.at(-1);
    if (outer !== undefined) outer.grown += around.grown + (head === undefined ? 0 : growth(head));
  };
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) {
      await tape.fill();
      continue;
    }
    const { offset, valueOffset, length } = tape;
    const number = tape.tag >>> 3;
    // An edit is done when its message ends, or when a later record begins.
    while (edits[next] !== undefined && isPassed(edits[next] as Edit, offset)) {
      const outer = open.at(-1);
      if (outer !== undefined) outer.grown += growth(edits[next] as Edit);
      next++;
    }
    if (step === LEAVE) {
      if (tape.entry === undefined) continue;
      const around = open.pop();
      if (around !== undefined) leave(around);
    } else if (step === ENTER && tape.entry !== undefined) {
      if (isAround(valueOffset, valueOffset + length))
        open.push({ number, offset, valueOffset, length, grown: 0 });
      else tape.skip();
    } else if (
      step === BYTES_STEP &&
      tape.entry?.kind === PACKED &&
      isAround(valueOffset, valueOffset + length)
    ) {
      leave({ number, offset, valueOffset, length, grown: 0 });
    }
  }
  return [...edits, ...heads].sort((a, b) => a.offset - b.offset);
}

/** True if an edit lies before the record at `met`. */
function isPassed({ offset, within }: Edit, met: number): boolean {
  return within === undefined && offset < met;
}

function growth({ removed, head, content }: Edit): number {
  return head.length + (content?.size ?? 0) - removed;
}

/** Returns the edit of a record's tag and length; undefined if the length does not change. */
function newHead({ number, offset, valueOffset, length, grown }: Around): Edit | undefined {
  if (grown === 0) return undefined;
  return { offset, removed: valueOffset - offset, head: headOf(number, length + grown) };
}

/** Returns the tag and length of a LEN record, in the fewest bytes. */
export function headOf(number: number, length: number): Uint8Array {
  const tag = tagOf(number, WIRE_LEN);
  const head = new Uint8Array(varintSize(tag) + varintSize(length));
  putVarint(head, putVarint(head, 0, tag), length);
  return head;
}
