import type { Source } from '../../base/source/source.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import { putVarint, varintSize } from '../../base/wire/value.js';
import type { Enclosing } from '../../read/select/find.js';

export interface Edit {
  /** Absolute offset in the original file. */
  readonly offset: number;
  /** Number of bytes removed at this offset. */
  readonly removed: number;
  readonly head: Uint8Array;
  /** Content after the head: all bytes of the source. */
  readonly content?: Source;
  /** The innermost record around the edit; undefined in the root. */
  readonly around?: Enclosing | undefined;
}

/**
 * Adds the edits that follow from the given edits: new lengths of all enclosing records.
 * @param edits ascending, not overlapping
 */
export function withHeads(edits: readonly Edit[]): readonly Edit[] {
  const grown = new Map<Enclosing, number>();
  const grow = (record: Enclosing | undefined, by: number): void => {
    if (record !== undefined) grown.set(record, (grown.get(record) ?? 0) + by);
  };
  for (const edit of edits) {
    grow(edit.around, growth(edit));
    for (let outer = edit.around?.around; outer !== undefined && !grown.has(outer); outer = outer.around) {
      grown.set(outer, 0);
    }
  }
  const heads: Edit[] = [];
  // The inner records come first, because they begin later.
  for (const record of [...grown.keys()].sort((a, b) => b.offset - a.offset)) {
    const by = grown.get(record) as number;
    if (by === 0) continue;
    const { number, offset, valueOffset, length, around } = record;
    const head = { offset, removed: valueOffset - offset, head: headOf(number, length + by) };
    heads.push(head);
    grow(around, by + growth(head));
  }
  return [...edits, ...heads].sort((a, b) => a.offset - b.offset);
}

function growth({ removed, head, content }: Edit): number {
  return head.length + (content?.size ?? 0) - removed;
}

/** Returns the tag and length of a LEN record, in the fewest bytes. */
export function headOf(number: number, length: number): Uint8Array {
  const tag = tagOf(number, WIRE_LEN);
  const head = new Uint8Array(varintSize(tag) + varintSize(length));
  putVarint(head, putVarint(head, 0, tag), length);
  return head;
}
