import type { Span } from '../../base/diagnostics/diagnostic.js';
import { joinPath } from '../../base/schema/table.js';
import { DistinctIds, type IdMemory } from './distinct-ids.js';
import { BROKEN, Frames, GROUP, LOST } from './frames.js';
import { NODE_WITHIN, type Plan, SET_VALUES } from './plan.js';

/**
 * Queries about the innermost open element, for a handler that is called at the end of the element. Callers
 * name fields by their entries in the plan. The fields belong to the element itself or to its singular
 * messages.
 */
export class OpenElement {
  readonly frames: Frames;
  readonly distinct: DistinctIds;
  /** The mask of the current frame's node. */
  mask = 0;
  /** Cached paths below the element, by entry. */
  readonly #below: (string | undefined)[];

  /** @param ids location of a kernel's table of ids */
  constructor(
    readonly plan: Plan,
    ids?: IdMemory,
  ) {
    this.frames = new Frames(plan);
    this.distinct = new DistinctIds(plan, ids);
    this.#below = new Array(plan.entryField.length).fill(undefined);
  }

  /** True if part of the element's own fields could not be read. */
  get broken(): boolean {
    return ((this.frames.state[this.frames.depth] as number) & BROKEN) !== 0;
  }

  /** True if an element below this element could not be read completely. */
  get lost(): boolean {
    return ((this.frames.state[this.frames.depth] as number) & LOST) !== 0;
  }

  get message(): number {
    return this.plan.nodeMessage[this.frames.node[this.frames.depth] as number] as number;
  }

  /** The element's record, tag included. */
  get span(): Span {
    const { frames } = this;
    const offset = frames.startAbs[frames.depth] as number;
    return { offset, length: (frames.endAbs[frames.depth] as number) - offset };
  }

  /** Returns the index of the element among the occurrences of its field; 0 for the root. */
  indexOf(): number {
    return this.holderIndex(0);
  }

  /** Returns the index of the message `levels` above the element; -1 above the root of the scan. */
  holderIndex(levels: number): number {
    return levels > this.frames.depth ? -1 : (this.frames.index[this.frames.depth - levels] as number);
  }

  /** Returns the path of the element, or of a field below it. */
  path(entry = 0): string {
    return joinPath(this.frames.path(this.frames.depth), entry === 0 ? '' : this.pathBelow(entry));
  }

  pathBelow(entry: number): string {
    const known = this.#below[entry];
    if (known !== undefined) return known;
    const path = this.#pathBelow(entry);
    this.#below[entry] = path;
    return path;
  }

  #pathBelow(entry: number): string {
    const parent = this.plan.nodeParent[this.plan.entryNode[entry] as number] as number;
    const name = this.plan.entryField[entry]?.name ?? '';
    return parent === 0 ? name : joinPath(this.pathBelow(parent), name);
  }

  /** True if a singular field of the element, or of a singular message in it, is set. */
  has(entry: number): boolean {
    for (let e = entry; e !== 0; e = this.plan.nodeParent[this.plan.entryNode[e] as number] as number) {
      if ((this.#state(e, 0) & (this.plan.entryBit[e] as number)) === 0) return false;
    }
    return true;
  }

  /** True if a field's value was kept: it is past its limit, or was written more than once. */
  kept(entry: number): boolean {
    // Few values are kept, so this bit is tested first.
    return (this.#state(entry, 1) & (this.plan.entryBit[entry] as number)) !== 0 && this.has(entry);
  }

  maskOf(entry: number): number {
    return this.#state(entry, 0);
  }

  /** Returns the mask of the message in a singular message field; for entry 0, of the element itself. */
  nodeMask(entry: number): number {
    const { frames, plan } = this;
    const node = entry === 0 ? (frames.node[frames.depth] as number) : (plan.entryChild[entry] as number);
    return frames.arena[(frames.row[frames.depth] as number) + (plan.nodeAt[node] as number)] as number;
  }

  /** Returns the number of occurrences of a repeated field until now. */
  count(entry: number): number {
    const row = this.frames.row[this.frames.depth] as number;
    return this.frames.arena[row + (this.plan.entryCounter[entry] as number)] as number;
  }

  /** True if the element contributed a value to the set with this number. */
  hasGathered(set: number): boolean {
    const { arena, depth } = this.frames;
    const at = this.frames.setsAt(depth) + set * 2;
    return ((arena[at] as number) | (arena[at + 1] as number)) !== 0;
  }

  /** Returns the values, from 0 to SET_VALUES - 1, that were collected in the element, ascending. */
  gathered(set: string): number[] {
    const at = this.frames.setsAt(this.frames.depth) + this.plan.sets.indexOf(set) * 2;
    const { arena } = this.frames;
    const values: number[] = [];
    if (((arena[at] as number) | (arena[at + 1] as number)) === 0) return values;
    for (let value = 0; value < SET_VALUES; value++) {
      if ((arena[at + (value >> 5)] as number) & (1 << (value & 31))) values.push(value);
    }
    return values;
  }

  /** Returns a kept value as an unsigned number; 64-bit values are exact up to 2^53. */
  value(entry: number): number {
    const at = this.#slot(entry);
    const { values } = this.frames;
    return ((values[at + 1] as number) >>> 0) * 0x100000000 + ((values[at] as number) >>> 0);
  }

  /** Returns the 64 bits of a kept value: low and high half. */
  bits(entry: number): readonly [low: number, high: number] {
    const at = this.#slot(entry);
    const { values } = this.frames;
    return [values[at] as number, values[at + 1] as number];
  }

  /** Returns the record of a kept value, of a oneof's member, or of a singular message that is set. */
  spanOf(entry: number): Span {
    const offset = this.offsetOf(entry);
    return { offset, length: this.endOf(entry) - offset };
  }

  /** Returns the start of an entry's record; for entry 0, of the element itself. */
  offsetOf(entry: number): number {
    const { frames } = this;
    return (entry === 0 ? frames.startAbs[frames.depth] : frames.spans[this.#slot(entry)]) as number;
  }

  endOf(entry: number): number {
    const { frames } = this;
    return (entry === 0 ? frames.endAbs[frames.depth] : frames.spans[this.#slot(entry) + 1]) as number;
  }

  /** Closes the current frame. An unreadable part of this frame is also missing from the enclosing frame. */
  pop(): void {
    const { plan, frames } = this;
    const depth = frames.depth--;
    const state = frames.state[depth] as number;
    const node = frames.node[depth] as number;
    if ((plan.nodeFlags[node] as number) & NODE_WITHIN) this.distinct.leave(node);
    if (state & (BROKEN | LOST)) {
      const element = plan.nodeElement[node] !== 0 && !(state & GROUP);
      const passed = element ? LOST : state & (BROKEN | LOST);
      frames.mark(depth - 1, passed);
    }
    const around = depth - 1;
    const at = (frames.row[around] as number) + (plan.nodeAt[frames.node[around] as number] as number);
    this.mask = frames.arena[at] as number;
  }

  #slot(entry: number): number {
    return ((this.frames.slots[this.frames.depth] as number) + (this.plan.entrySlot[entry] as number)) * 2;
  }

  #state(entry: number, part: 0 | 1): number {
    const row = this.frames.row[this.frames.depth] as number;
    const node = this.plan.entryNode[entry] as number;
    return this.frames.arena[row + (this.plan.nodeAt[node] as number) + part] as number;
  }
}
