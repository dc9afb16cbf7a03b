import type { Counters } from './counters.js';
import { ACTION_UNSET, ROLE_ACTION, ROLE_TRIGGER, SIZE_CLASSES, SLOT_OF, TRIGGER_UNSET } from './ids.js';

/** The open action, trigger or other message with a role. The kind is only known after the content. */
export class OpenRole {
  /** Depth of the message; 0 without an open message. */
  depth = 0;
  /**
   * The kind: the entry of the oneof's last member, or a value for unknown members; -1 before the first
   * member.
   */
  member = -1;
  /** Blobs by size class; their kind is known at the end of the message. */
  readonly #count = new Float64Array(SIZE_CLASSES);
  readonly #bytes = new Float64Array(SIZE_CLASSES);
  /** Size classes of the blobs, as a set of bits. */
  #classes = 0;

  begin(depth: number): void {
    this.depth = depth;
    this.member = -1;
  }

  /** Adds a blob. @param which its size class @param length size of its payload in bytes */
  addBlob(which: number, length: number): void {
    this.#classes |= 1 << which;
    this.#count[which]! += 1;
    this.#bytes[which]! += length;
  }

  /**
   * Counts the message under its kind, and resets the object. @param whole size of the message's record in
   * bytes, tag included
   */
  end(role: number, whole: number, counters: Counters): void {
    this.depth = 0;
    if (role !== ROLE_ACTION && role !== ROLE_TRIGGER) return;
    const kind = this.member >= 0 ? this.member : role === ROLE_ACTION ? ACTION_UNSET : TRIGGER_UNSET;
    counters.hasKinds = true;
    counters.kindCount[kind]! += 1;
    counters.kindBytes[kind]! += whole;
    for (; this.#classes !== 0; ) {
      const which = 31 - Math.clz32(this.#classes);
      counters.hasBlobs = true;
      const at = (SLOT_OF[kind] as number) * SIZE_CLASSES + which;
      counters.blobCount[at]! += this.#count[which] as number;
      counters.blobBytes[at]! += this.#bytes[which] as number;
      this.#count[which] = 0;
      this.#bytes[which] = 0;
      this.#classes ^= 1 << which;
    }
  }
}
