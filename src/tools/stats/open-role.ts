import type { Counters } from './counters.js';
import { ACTION_UNSET, ROLE_ACTION, ROLE_TRIGGER, SIZE_CLASSES, SLOT_OF, TRIGGER_UNSET } from './ids.js';

/** The open action, trigger or other message with a role. The kind is only known after the content. */
export class OpenRole {
  /** Depth of the message on the tape; 0 without an open message. */
  depth = 0;
  /**
   * The kind: the entry of the oneof's last member, or a value for unknown members; -1 before the first
   * member.
   */
  member = -1;
  /** Blobs by size class; their kind is known at the end of the message. */
  readonly #blobs = new Map<number, { count: number; bytes: number }>();

  begin(depth: number): void {
    this.depth = depth;
    this.member = -1;
  }

  /** Adds a blob. @param which its size class @param length size of its payload in bytes */
  addBlob(which: number, length: number): void {
    const blobs = this.#blobs.get(which) ?? { count: 0, bytes: 0 };
    this.#blobs.set(which, { count: blobs.count + 1, bytes: blobs.bytes + length });
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
    for (const [which, { count, bytes }] of this.#blobs) {
      counters.hasBlobs = true;
      const at = (SLOT_OF[kind] as number) * SIZE_CLASSES + which;
      counters.blobCount[at]! += count;
      counters.blobBytes[at]! += bytes;
    }
    this.#blobs.clear();
  }
}
