import type { Counters } from './counters.js';
import { ACTION_UNSET, ROLE_ACTION, ROLE_TRIGGER, SIZE_CLASSES, SLOT_OF, TRIGGER_UNSET } from './ids.js';

/** The action, trigger or other message with a role that is open: what kind it is shows only inside it. */
export class OpenRole {
  /** Depth on the tape of the message; 0 while there is none. */
  depth = 0;
  /** The kind as the entry of the oneof's last member, or as one of unknown ones; -1 while none was seen. */
  member = -1;
  /** By size class: whose they are is known at the end. */
  readonly #blobs = new Map<number, { count: number; bytes: number }>();

  begin(depth: number): void {
    this.depth = depth;
    this.member = -1;
  }

  /** A blob in it. @param which its size class @param length bytes of its payload */
  addBlob(which: number, length: number): void {
    const blobs = this.#blobs.get(which) ?? { count: 0, bytes: 0 };
    this.#blobs.set(which, { count: blobs.count + 1, bytes: blobs.bytes + length });
  }

  /** Counts it under its kind, and is free for the next. @param whole bytes of its record, tag included */
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
