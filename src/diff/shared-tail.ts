import { BLOB, type entriesOf, MESSAGE } from '../tape/index.js';
import type { Segment } from './content.js';
import { RecordHead } from './record-head.js';

type MessageEntries = ReturnType<typeof entriesOf>['messages'][number];

/** Below this many bytes in common, to look for records in them saves nothing. */
const WORTH = 256;

/**
 * Finds records that two messages in memory end with and that cannot make a difference: whole ones of lists of which
 * nothing else is in either message. Of an operation that has another trigger than before, these are its actions.
 */
export class SharedTail {
  readonly #head = new RecordHead(new Uint8Array(0));

  /**
   * @param common how many bytes both end with in common
   * @returns how many bytes of both need not be looked at
   */
  of(a: Segment, b: Segment, common: number, entries: MessageEntries): number {
    if (common < WORTH || common * 2 < a.length) return 0;
    const head = this.#head;
    head.bytes = a.memory;
    const end = a.pos + a.length;
    let from = a.pos;
    // Numbers of fields that are in front of it.
    const before = new Set<number>();
    for (; end - from > common; from = head.stop) {
      if (!head.read(from, end, entries)) return 0;
      before.add(head.entry?.field.number as number);
    }
    const length = end - from;
    let last: unknown;
    for (let at = from; at < end; at = head.stop) {
      if (!head.read(at, end, entries)) return 0;
      const { entry } = head;
      if (entry === last) continue;
      last = entry;
      if (entry === undefined || before.has(entry.field.number) || !entry.field.repeated) return 0;
      if (entry.kind !== MESSAGE && entry.kind !== BLOB) return 0;
    }
    return this.#isBehind(b, length, entries, before) ? length : 0;
  }

  /** Whether the tail begins between two records of the other message, too, and no list of it in front of that. */
  #isBehind(b: Segment, length: number, entries: MessageEntries, before: ReadonlySet<number>): boolean {
    const head = this.#head;
    head.bytes = b.memory;
    const start = b.pos + b.length - length;
    let from = b.pos;
    for (; from < start; from = head.stop) {
      if (!head.read(from, start, entries)) return false;
      const field = head.entry?.field;
      if (field?.repeated === true && !before.has(field.number)) return false;
    }
    return true;
  }
}
