import { joinPath, type MessageTable, pathStep } from '../../base/schema/table.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { FAR } from './limits.js';
import type { Plan } from './plan.js';

// Bits of a frame's state; 0 is the common case.
/** The record claims more bytes than its container has: the frame ends with the available bytes. */
export const OVERRAN = 1;
/** Part of the frame's own fields could not be read. */
export const BROKEN = 2;
/** An element below the frame could not be read completely. */
export const LOST = 4;
/** The record is to be retained, and lies completely in the window. */
export const RETAINED = 8;
/** An unknown group: it ends with a tag, not with a length. */
export const GROUP = 16;
/** This record is subscribed to: its end is announced. */
export const ANNOUNCED = 32;

const LEVELS = MAX_DEPTH + 2;

/**
 * The open records of a scan, outermost first, and the rows of their elements. Typed arrays, so that
 * entering and leaving a record allocates nothing.
 */
export class Frames {
  depth = 0;
  readonly node = new Int32Array(LEVELS);
  /** Entry of the frame's record; 0 for the root and for groups. */
  readonly entry = new Int32Array(LEVELS);
  /** For a repeated field, the index of the occurrence; for a group, its field number. */
  readonly index = new Int32Array(LEVELS);
  readonly state = new Uint8Array(LEVELS);
  /** End as a position in the window; FAR for an end beyond all windows. */
  readonly end = new Int32Array(LEVELS);
  readonly endAbs = new Float64Array(LEVELS);
  /** Start of the frame's record, tag included. */
  readonly startAbs = new Float64Array(LEVELS);
  /** Start of the payload; only set for RETAINED frames. */
  readonly payloadAbs = new Float64Array(LEVELS);
  /** End according to the record's length; only set for frames that OVERRAN. */
  readonly claimAbs = new Float64Array(LEVELS);
  /** Start of the row in `arena` of the frame's element, and the row's slots in `values` and `spans`. */
  readonly row = new Int32Array(LEVELS);
  readonly slots = new Int32Array(LEVELS);

  readonly arena: Int32Array;
  /** Two integers per slot: low and high half. */
  readonly values: Int32Array;
  /** Two offsets per slot: start and end of the record. */
  readonly spans: Float64Array;

  /**
   * Cached paths, and the starts of their frames. A start identifies the path at its depth, because no two
   * frames of a scan begin at the same offset and depth.
   */
  readonly #paths: (string | undefined)[] = [];
  readonly #pathStarts = new Float64Array(LEVELS);

  /** Path above the root frame, and its number of levels. */
  prefix = '';
  depthBase = 0;
  /**
   * Sums above this limit make their element suspect, from the next scan on: -1 for every sum, infinite for
   * no sum.
   */
  sumLimit = Number.POSITIVE_INFINITY;

  constructor(readonly plan: Plan) {
    let rows = 0;
    let slots = 0;
    for (let node = 0; node < plan.rowInts.length; node++) {
      rows = Math.max(rows, plan.rowInts[node] as number);
      slots = Math.max(slots, plan.rowSlots[node] as number);
    }
    this.arena = new Int32Array(rows * LEVELS);
    this.values = new Int32Array(slots * LEVELS * 2);
    this.spans = new Float64Array(slots * LEVELS * 2);
  }

  /** Resets the frames to one frame: the record of an element. */
  start(node: number, startAbs: number, payloadAbs: number, claimAbs: number, availableAbs: number): void {
    this.depth = 0;
    this.#paths.length = 0;
    this.row[0] = 0;
    this.slots[0] = 0;
    this.place(0, node, 0, 0, startAbs, payloadAbs, claimAbs, availableAbs);
    this.clearRow(node, 0);
  }

  /** Fills in the frame at `depth`, except for its end in the window, which `rebase` sets. */
  place(
    depth: number,
    node: number,
    entry: number,
    index: number,
    startAbs: number,
    payloadAbs: number,
    claimAbs: number,
    availableAbs: number,
  ): void {
    this.node[depth] = node;
    this.entry[depth] = entry;
    this.index[depth] = index;
    this.startAbs[depth] = startAbs;
    this.payloadAbs[depth] = payloadAbs;
    this.claimAbs[depth] = claimAbs;
    const over = claimAbs > availableAbs;
    this.endAbs[depth] = over ? availableAbs : claimAbs;
    this.state[depth] = over ? OVERRAN : 0;
  }

  mark(depth: number, bit: number): void {
    this.state[depth] = (this.state[depth] as number) | bit;
  }

  clearRow(node: number, row: number): void {
    this.arena[row] = 0;
    this.clearNode(node, row);
  }

  clearNode(node: number, row: number): void {
    const at = row + (this.plan.nodeAt[node] as number);
    const end = at + (this.plan.nodeInts[node] as number);
    // Few integers, such as those of a group, are cleared in a loop, because calling `fill` takes longer.
    if (end - at > 8) this.arena.fill(0, at, end);
    else for (let i = at; i < end; i++) this.arena[i] = 0;
  }

  /**
   * Starts the row and slots of an element below the frame at `depth`, after the row and slots of that frame.
   */
  openRow(depth: number): void {
    const owner = this.node[this.elementDepth(depth)] as number;
    this.row[depth + 1] = (this.row[depth] as number) + (this.plan.rowInts[owner] as number);
    this.slots[depth + 1] = (this.slots[depth] as number) + (this.plan.rowSlots[owner] as number);
  }

  /** Returns the depth of the element whose row the frame at `depth` shares. */
  elementDepth(depth: number): number {
    while (depth > 0 && this.plan.nodeElement[this.node[depth] as number] === 0) depth--;
    return depth;
  }

  /**
   * Returns the position (in `arena`) of the sets that collect the values of the frame at `depth`; -1 if no
   * set does.
   */
  setsAt(depth: number): number {
    for (let d = depth; d >= 0; d--) {
      const sets = this.plan.nodeSets[this.node[d] as number] as number;
      if (sets >= 0) return (this.row[d] as number) + sets;
    }
    return -1;
  }

  /** Adds a value below SET_VALUES to a set of the current frame. */
  gather(set: number, value: number): void {
    const sets = this.setsAt(this.depth);
    if (sets < 0) return;
    const at = sets + set * 2 + (value >> 5);
    this.arena[at] = (this.arena[at] as number) | (1 << (value & 31));
  }

  /** Recomputes the ends in the window of all frames; the window now begins at `base`. */
  rebase(base: number): void {
    for (let d = 0; d <= this.depth; d++) this.rebaseAt(d, base);
  }

  /** Recomputes the end of one frame, if the other frames are up to date. */
  rebaseAt(depth: number, base: number): void {
    this.end[depth] = Math.min((this.endAbs[depth] as number) - base, FAR);
  }

  /** Ends all frames at `available`, where the source ends: records that claim more have overrun it. */
  clamp(available: number): void {
    for (let d = 0; d <= this.depth; d++) {
      const end = this.endAbs[d] as number;
      if (end <= available) continue;
      this.endAbs[d] = available;
      // Groups, and the root of a stream, have no length that could be wrong, so they are not marked.
      const state = this.state[d] as number;
      if (state & GROUP || end === Number.POSITIVE_INFINITY) continue;
      if (!(state & OVERRAN)) this.claimAbs[d] = end;
      this.state[d] = state | OVERRAN;
    }
  }

  /** Returns the path of the frame at `depth`, in the schema's names. Paths are made once. */
  path(depth: number): string {
    if (depth <= 0) return this.prefix;
    const start = this.startAbs[depth] as number;
    const known = this.#paths[depth];
    if (known !== undefined && this.#pathStarts[depth] === start) return known;
    const path = joinPath(this.path(depth - 1), this.#segment(depth));
    this.#paths[depth] = path;
    this.#pathStarts[depth] = start;
    return path;
  }

  listPath(depth: number): string {
    const field = this.plan.entryField[this.entry[depth] as number];
    if (depth <= 0 || field === undefined) return this.path(depth).replace(/\[\d+\]$/, '');
    return joinPath(this.path(depth - 1), field.name);
  }

  #segment(depth: number): string {
    const index = this.index[depth] as number;
    return pathStep(this.plan.entryField[this.entry[depth] as number], index, index);
  }

  /** Returns the message type of the frame at `depth`; undefined inside an unknown group. */
  message(depth: number): MessageTable | undefined {
    return this.plan.schema.messages[this.plan.nodeMessage[this.node[depth] as number] as number];
  }
}
