import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import type { Accelerator } from './accelerator.js';
import { checkRow } from './check-row.js';
import { RETAINED } from './frames.js';
import type { ScanHandler } from './handler.js';
import { leaveMessage, stateOf } from './messages.js';
import { OpenElement } from './open-element.js';
import { passRecords } from './passes.js';
import {
  ENTRY_ANNOUNCE_FIRST,
  ENTRY_CAREFUL,
  ENTRY_EMIT,
  KIND_BOOL,
  KIND_MESSAGE,
  KIND_PACKED,
  KIND_STRING,
  KIND_VARINT32,
  KIND_VARINT64,
  NODE_CHECKED,
  NODE_LEAVE,
  NODE_WITHIN,
  type Plan,
  ROW_SUSPECT,
} from './plan.js';
import { keep } from './presence.js';
import { RecordReader } from './record-reader.js';
import { longEntry, passField, passLongVarint } from './whole-field.js';
import { WireFindings } from './wire-findings.js';

/** The scan is over: the end of its record was reached, or its framing broke. */
export const DONE = 0;
/** Bytes from `position` on are needed; bytes from `keep` on must stay in the window. */
export const NEED = 1;

export type ScanStatus = typeof DONE | typeof NEED;

const NO_BYTES = new Uint8Array(0);
const NO_RECORD = -1;

/**
 * Scans a message in one structural pass, driven by a plan. The scanner receives windows and can stop at any
 * byte between them; it skips blobs, keeps no bytes, and allocates nothing per record. The scanner calls a
 * handler for the elements and values that the plan subscribes to, and reports wire-level problems with exact
 * offsets and paths.
 *
 * A window must show MAX_HEAD_BYTES bytes past a record's start (the last window has zeros past its end), so
 * that tags and varints are read without a bounds check per byte. Only one check follows a value: that the
 * value does not pass the end of its container. The loop of this class reads the common, simple records; all
 * other records go to the record reader, one record at a time.
 */
export class Scanner extends OpenElement {
  readonly findings: WireFindings;
  readonly #records: RecordReader;
  readonly #passes: Uint8Array;
  /**
   * Number of records to read before the accelerator is tried again. `lastPatience` is the number after the
   * accelerator's last failure.
   */
  patience = 0;
  lastPatience = 0;
  /** True after `stop`. */
  stopped = false;

  // The window: bytes[0] is at `base` in the file, `limit` bytes are valid.
  bytes: Uint8Array = NO_BYTES;
  base = 0;
  limit = 0;
  last = false;
  /** Position of the next byte to read in the window; after a skip, it may lie past the window. */
  pos = 0;
  /** Number of bytes from `position` on that the next window should show, if the source has them. */
  wanted = MAX_HEAD_BYTES;

  constructor(
    plan: Plan,
    readonly handler: ScanHandler,
    readonly accelerator?: Accelerator,
  ) {
    super(plan, accelerator?.ids);
    this.#passes = accelerator?.passes ?? new Uint8Array(plan.entryNode.length);
    this.findings = new WireFindings(this);
    this.#records = new RecordReader(this);
  }

  /**
   * Begins a scan of one message.
   * @param message index of its type
   * @param from absolute offset of its first byte
   * @param claimed absolute end that its container or length states; infinite if only the source's end is
   * known
   * @param available absolute end of the available bytes; infinite if not known yet
   * @param around the record around it, if the scan begins below the root: its offset (tag included), its
   * path, and the levels above it
   */
  start(
    message: number,
    from: number,
    claimed: number,
    available: number,
    around: { readonly offset: number; readonly path: string; readonly depth: number } = {
      offset: from,
      path: '',
      depth: 0,
    },
  ): void {
    this.stopped = false;
    this.frames.prefix = around.path;
    this.frames.depthBase = around.depth;
    const record = around.offset;
    this.frames.start(this.plan.elementNode[message] as number, record, from, claimed, available);
    this.findings.start();
    this.#records.start();
    this.patience = 0;
    this.lastPatience = 0;
    this.distinct.start();
    this.accelerator?.start(this.frames.sumLimit);
    this.mask = 0;
    this.base = from;
    this.limit = 0;
    this.pos = 0;
    this.wanted = MAX_HEAD_BYTES;
  }

  /**
   * Ends the scan early, without the findings that are only reported at the end of a scan. A handler calls
   * this method if it needs no further calls.
   */
  stop(): void {
    this.stopped = true;
  }

  /** Drops the last window. */
  release(): void {
    this.bytes = NO_BYTES;
    this.accelerator?.enter(NO_BYTES, 0);
  }

  /** Absolute offset of the next byte to read. */
  get position(): number {
    return this.base + this.pos;
  }

  /** Absolute offset from which bytes must stay in the window: `position`, or the start of a retained record. */
  get keep(): number {
    const { depth, state, startAbs } = this.frames;
    for (let d = 0; d <= depth; d++) {
      if ((state[d] as number) & RETAINED) return startAbs[d] as number;
    }
    return this.position;
  }

  /**
   * Continues with a window, which begins at or before `keep`; if the source ends before `keep`, the window
   * may end there too.
   * @param base absolute offset of `bytes[0]`
   * @param limit number of bytes present
   * @param last true if the source ends with these bytes; then MAX_HEAD_BYTES zeros must follow
   */
  run(bytes: Uint8Array, base: number, limit: number, last: boolean): ScanStatus {
    this.pos = this.position - base;
    this.bytes = bytes;
    this.base = base;
    this.limit = limit;
    this.last = last;
    this.wanted = MAX_HEAD_BYTES;
    if (last) this.frames.clamp(base + limit);
    this.frames.rebase(base);
    this.accelerator?.enter(bytes, limit);
    if (!this.#records.resume()) return NEED;
    return this.#loop();
  }

  #loop(): ScanStatus {
    const { plan, frames, bytes, base, limit } = this;
    const { lookup, longTags, entryKind, entryBit, entryOneof, entryChild, entryCounter, entryPlain } = plan;
    const { nodeElement, nodeAt, nodeInts, nodeFlags, entryFlags } = plan;
    const passes = this.#passes;
    const { arena, node: fNode, end: fEnd, row: fRow, slots: fSlots, state: fState } = frames;
    const { endAbs: fEndAbs, startAbs: fStartAbs, entry: fEntry, index: fIndex } = frames;
    const safe = this.last ? limit : limit - MAX_HEAD_BYTES;
    const deepest = MAX_DEPTH - frames.depthBase;
    // The record that the accelerator has left to this loop.
    let left = NO_RECORD;

    resume: for (;;) {
      let depth = frames.depth;
      let node = fNode[depth] as number;
      let end = fEnd[depth] as number;
      let row = fRow[depth] as number;
      let mask = this.mask;
      let pos = this.pos;
      // A skip went past the window: `pos` is not in the window.
      if (pos > limit) return NEED;

      for (;;) {
        if (pos >= end) {
          // The record ends. A row is complete at the end of its element.
          const flags = nodeFlags[node] as number;
          if ((flags & NODE_CHECKED) !== 0) checkRow(plan, frames, node, row, mask);
          arena[row + (nodeAt[node] as number)] = mask;
          const announced =
            nodeElement[node] === 0
              ? 0
              : (arena[row + ROW_SUSPECT] as number) | (flags & (NODE_LEAVE | NODE_WITHIN));
          if (depth === 0 || ((fState[depth] as number) | announced) !== 0) {
            this.pos = pos;
            this.mask = mask;
            if (!leaveMessage(this)) return DONE;
            continue resume;
          }
          depth--;
          frames.depth = depth;
          node = fNode[depth] as number;
          end = fEnd[depth] as number;
          row = fRow[depth] as number;
          mask = arena[row + (nodeAt[node] as number)] as number;
          continue;
        }
        if (pos > safe) {
          this.pos = pos;
          this.mask = mask;
          return NEED;
        }

        const start = pos;
        const first = bytes[pos++] as number;
        let entry = lookup[(node << 8) + first] as number;
        if (first >= 0x80) {
          const second = bytes[pos++] as number;
          if (second !== 1) entry = longEntry(longTags[node], first, second);
        }
        const from = pos;
        const kind = entryKind[entry] as number;
        if (kind === KIND_VARINT32 || kind === KIND_VARINT64 || kind === KIND_BOOL) {
          let value = bytes[pos++] as number;
          if (value >= 0x80) {
            // This loop reads up to four bytes; a last byte of 0 makes the varint overlong.
            value = (value & 0x7f) | ((bytes[pos] as number) << 7);
            if ((bytes[pos++] as number) >= 0x80) {
              value = (value & 0x3fff) | ((bytes[pos] as number) << 14);
              if ((bytes[pos++] as number) >= 0x80)
                value = (value & 0x1fffff) | ((bytes[pos++] as number) << 21);
            }
          }
          const final = bytes[pos - 1] as number;
          const counter = entryCounter[entry] as number;
          const bit = entryBit[entry] as number;
          if (final < 0x80) {
            if ((final !== 0 || pos - from === 1) && pos <= end) {
              if (counter >= 0) {
                arena[row + counter] = (arena[row + counter] as number) + 1;
                continue;
              }
              if ((mask & bit) === 0 && entryOneof[entry] === 0) {
                const isPlain = value <= (entryPlain[entry] as number);
                if (isPlain || ((entryFlags[entry] as number) & ENTRY_EMIT) === 0) {
                  if (!isPlain) keep(this, entry, row, base + start, base + pos, value, 0, false);
                  mask |= bit;
                  continue;
                }
              }
            }
          } else if (counter < 0 && (mask & bit) === 0 && entryOneof[entry] === 0) {
            const next = passLongVarint(this, kind, entry, row, start, from, pos, end);
            if (next > 0) {
              pos = next;
              mask |= bit;
              continue;
            }
          }
        } else if (kind === KIND_MESSAGE) {
          const counter = entryCounter[entry] as number;
          const turn = passes[entry] as number;
          if (
            turn > 0 &&
            start !== left &&
            (arena[row + counter] as number) + 1 >= turn &&
            --this.patience < 0
          ) {
            pos = passRecords(this, start);
            if (this.wanted > MAX_HEAD_BYTES) {
              this.mask = mask;
              return NEED;
            }
            // If the pass reached the end of the frame, the following bytes belong to another frame.
            left = pos < end ? pos : NO_RECORD;
            if (pos > start) continue;
            pos = from;
          }
          let length = bytes[pos++] as number;
          if (length >= 0x80) {
            length = (length & 0x7f) | ((bytes[pos] as number) << 7);
            if ((bytes[pos++] as number) >= 0x80) {
              length = (length & 0x3fff) | ((bytes[pos] as number) << 14);
              if ((bytes[pos++] as number) >= 0x80)
                length = (length & 0x1fffff) | ((bytes[pos++] as number) << 21);
            }
          }
          const final = bytes[pos - 1] as number;
          const child = entryChild[entry] as number;
          const childEnd = pos + length;
          // The record reader handles records that overrun or are too deep.
          if (final < 0x80 && (final !== 0 || pos - from === 1) && childEnd <= end && depth < deepest) {
            const bit = entryBit[entry] as number;
            const careful = (entryFlags[entry] as number) & (ENTRY_CAREFUL | ENTRY_ANNOUNCE_FIRST);
            const state = careful === 0 ? 0 : stateOf(this, entry, row, start, pos, childEnd);
            // The record reader handles a second occurrence, which merges, and another member of the oneof,
            // which overwrites.
            if (state >= 0 && (counter >= 0 || (mask & (bit | (entryOneof[entry] as number))) === 0)) {
              const below = depth + 1;
              if (counter >= 0) {
                const index = arena[row + counter] as number;
                arena[row + counter] = index + 1;
                fIndex[below] = index;
              } else {
                mask |= bit;
                fIndex[below] = 0;
                keep(this, entry, row, base + start, base + childEnd, 0, 0, false);
              }
              arena[row + (nodeAt[node] as number)] = mask;
              if (nodeElement[child] === 0) {
                fRow[below] = row;
                fSlots[below] = fSlots[depth] as number;
              } else {
                frames.openRow(depth);
                row = fRow[below] as number;
                arena[row + ROW_SUSPECT] = 0;
              }
              const at = row + (nodeAt[child] as number);
              const clear = at + (nodeInts[child] as number);
              for (let i = at; i < clear; i++) arena[i] = 0;
              depth = below;
              frames.depth = depth;
              fNode[depth] = child;
              fEntry[depth] = entry;
              fState[depth] = state;
              fEnd[depth] = childEnd;
              fEndAbs[depth] = base + childEnd;
              fStartAbs[depth] = base + start;
              node = child;
              end = childEnd;
              mask = 0;
              if (careful === 0) continue;
              if (((nodeFlags[node] as number) & NODE_WITHIN) !== 0) this.distinct.enter(node);
              this.pos = pos;
              this.mask = mask;
              continue resume;
            }
          }
        } else if (kind >= KIND_STRING && kind <= KIND_PACKED) {
          const bit = entryBit[entry] as number;
          if ((mask & bit) === 0 && entryOneof[entry] === 0) {
            const next = passField(this, kind, entry, row, start, pos, end);
            if (next > 0) {
              pos = next;
              mask |= bit;
              continue;
            }
          }
        }
        // The record reader handles every record that is not both common and simple.
        this.pos = start;
        this.mask = mask;
        if (!this.#records.read()) return NEED;
        if (this.stopped) return DONE;
        continue resume;
      }
    }
  }
}
