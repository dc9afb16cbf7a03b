import type { Plan } from './plan.js';

// State of a set, in 32-bit integers. The kernel continues from this state: see kernel/layout.ts.
/** The word of 64 neighbouring ids that the last id was in; NO_WORD before the first id. */
export const SET_WORD = 0;
/** Position of that word's slot, in bytes. */
export const SET_SLOT = 1;
/** The least and the greatest word with an id. */
export const SET_LEAST = 2;
export const SET_GREATEST = 3;
/** Stamp of the slots that the set has used since its last restart. */
export const SET_STAMP = 4;
/** 1 after the first possible duplicate. */
export const SET_DOUBT = 5;
/** SET_LEAST and SET_GREATEST before the record that the kernel is reading. */
export const SET_LEAST_BEFORE = 6;
export const SET_GREATEST_BEFORE = 7;
/** Start of a slot for the last word that did not fit in the table. */
export const SET_LOOSE = 8;
export const SET_INTS = 12;

export const NO_WORD = -1;
const NO_LEAST = 0x7fffffff;

// A slot of the table, in 32-bit integers: the word, the stamp of its set, and the bits of its ids, low half first.
export const SLOT_STAMP = 1;
export const SLOT_BITS = 2;
export const SLOT_BYTES = 16;
export const TABLE_SLOTS = 1 << 17;
export const TABLE_BYTES = TABLE_SLOTS * SLOT_BYTES;
/**
 * Maximum number of slots in use: 6 million dense ids. Beyond this limit, only ascending ids are known to
 * differ.
 */
export const MAX_WORDS = (TABLE_SLOTS / 4) * 3;
/** Neighbouring words are neighbours in the table, in groups that fill two cache lines. */
export const GROUP_BITS = 3;
/** Shift that reduces a 32-bit hash to the number of a group. */
export const GROUP_SHIFT = 18;
/** Factor that gives words of different sets different hashes. */
export const STAMP_FACTOR = 0x9e3779b1;

/** Positions in the memory shared with a kernel, in bytes. */
export interface IdMemory {
  memory: Int32Array;
  /** First stamp that no slot uses; at least 1. */
  nextStamp: number;
  readonly sets: number;
  readonly table: number;
  // The following positions each hold one integer.
  /** Slots with a lower stamp are free. */
  readonly firstStamp: number;
  readonly words: number;
  /** Factor of the hash: random for each table, so that no file can be made whose ids all collide. */
  readonly factor: number;
}

const MAX_STAMP = 2 ** 30;

/**
 * Sets of ids that should differ. A set restarts in some elements; its state belongs to the innermost such
 * element. Distinct ids are proved, not estimated: after an id that may be a duplicate (because it occurred
 * before, its word was evicted, or the table is full), the set stays in doubt.
 *
 * Uses a hash table of words, each with the bits of 64 neighbouring ids. Instead of clearing entries, the
 * table makes their stamps invalid.
 */
export class DistinctIds {
  /** Saved states of the sets that were restarted, SET_INTS integers for each. */
  readonly #around: number[] = [];
  readonly #at: IdMemory;

  constructor(
    private readonly plan: Plan,
    shared: IdMemory | undefined,
  ) {
    this.#at = shared ?? ownMemory(plan.distinct.length);
  }

  /** Starts a scan. Ids outside of all elements that restart a set belong to the root of the scan. */
  start(): void {
    const count = this.plan.distinct.length;
    if (count === 0) return;
    const { memory, firstStamp, words, table } = this.#at;
    if (this.#at.nextStamp > MAX_STAMP) {
      memory.fill(0, table >> 2, (table + TABLE_BYTES) >> 2);
      this.#at.nextStamp = 1;
    }
    this.#around.length = 0;
    memory[firstStamp >> 2] = this.#at.nextStamp;
    memory[words >> 2] = 0;
    for (let set = 0; set < count; set++) this.#begin(set);
  }

  enter(node: number): void {
    const sets = this.plan.nodeDistinct[node] as readonly number[];
    for (let i = 0; i < sets.length; i++) {
      const set = sets[i] as number;
      const from = this.#stateOf(set);
      for (let k = from; k < from + SET_INTS; k++) this.#around.push(this.#at.memory[k] as number);
      this.#begin(set);
    }
  }

  leave(node: number): void {
    const sets = this.plan.nodeDistinct[node] as readonly number[];
    for (let i = sets.length - 1; i >= 0; i--) {
      const from = this.#stateOf(sets[i] as number);
      for (let k = from + SET_INTS - 1; k >= from; k--) this.#at.memory[k] = this.#around.pop() as number;
    }
  }

  /** Adds an id. Returns false for the first id that leaves its set in doubt. */
  take(set: number, id: number): boolean {
    const { memory } = this.#at;
    const state = this.#stateOf(set);
    const word = id >>> 6;
    const slot =
      memory[state + SET_WORD] === word ? (memory[state + SET_SLOT] as number) >> 2 : this.#turn(state, word);
    if (slot === 0) return this.#doubt(state);
    const at = slot + SLOT_BITS + ((id >>> 5) & 1);
    const bits = memory[at] as number;
    const bit = 1 << (id & 31);
    if ((bits & bit) !== 0) return this.#doubt(state);
    memory[at] = bits | bit;
    return true;
  }

  /**
   * Registers that an id of a set has replaced another. Returns false if this is the first doubt about the
   * set.
   */
  doubt(set: number): boolean {
    return this.#doubt(this.#stateOf(set));
  }

  /** True if the set's content is known exactly. */
  isComplete(set: number): boolean {
    return this.areDistinct(set) && (this.#at.memory[this.#at.words >> 2] as number) < MAX_WORDS;
  }

  /** True if the set is known to contain this id. */
  has(set: number, id: number): boolean {
    const { memory } = this.#at;
    const state = this.#stateOf(set);
    const slot = this.#find(state, id >>> 6);
    if (memory[slot + SLOT_STAMP] !== memory[state + SET_STAMP]) return false;
    return ((memory[slot + SLOT_BITS + ((id >>> 5) & 1)] as number) & (1 << (id & 31))) !== 0;
  }

  /** True if all ids of the set are sure to differ. */
  areDistinct(set: number): boolean {
    return this.#at.memory[this.#stateOf(set) + SET_DOUBT] === 0;
  }

  /** Returns the least id of a set whose ids differ; undefined for an empty set. */
  least(set: number): number | undefined {
    const slot = this.#slotOf(set, SET_LEAST);
    if (slot === 0) return undefined;
    const { memory } = this.#at;
    const [low, high] = [memory[slot + SLOT_BITS] as number, memory[slot + SLOT_BITS + 1] as number];
    const first = (memory[slot] as number) * 64;
    // A word that was dropped because the table is full: only its first id is known.
    if (low === 0 && high === 0) return first;
    return low === 0 ? first + 32 + lowest(high) : first + lowest(low);
  }

  /** Returns the greatest id of a set whose ids differ; undefined for an empty set. */
  greatest(set: number): number | undefined {
    const slot = this.#slotOf(set, SET_GREATEST);
    if (slot === 0) return undefined;
    const { memory } = this.#at;
    const [low, high] = [memory[slot + SLOT_BITS] as number, memory[slot + SLOT_BITS + 1] as number];
    const first = (memory[slot] as number) * 64;
    if (low === 0 && high === 0) return first + 63;
    return high === 0 ? first + 31 - Math.clz32(low) : first + 63 - Math.clz32(high);
  }

  #stateOf(set: number): number {
    return (this.#at.sets >> 2) + set * SET_INTS;
  }

  #begin(set: number): void {
    const { memory } = this.#at;
    const state = this.#stateOf(set);
    for (let i = state; i < state + SET_INTS; i++) memory[i] = 0;
    memory[state + SET_WORD] = NO_WORD;
    memory[state + SET_LEAST] = NO_LEAST;
    memory[state + SET_LEAST_BEFORE] = NO_LEAST;
    memory[state + SET_GREATEST] = NO_WORD;
    memory[state + SET_GREATEST_BEFORE] = NO_WORD;
    memory[state + SET_STAMP] = this.#at.nextStamp++;
  }

  #doubt(state: number): boolean {
    const { memory } = this.#at;
    if (memory[state + SET_DOUBT] !== 0) return true;
    memory[state + SET_DOUBT] = 1;
    return false;
  }

  /** Returns the index in `memory` of the slot for a word other than the last one; 0 if the table is full. */
  #turn(state: number, word: number): number {
    const { memory, words } = this.#at;
    let slot = this.#find(state, word);
    if (memory[slot] !== word || memory[slot + SLOT_STAMP] !== memory[state + SET_STAMP]) {
      const used = memory[words >> 2] as number;
      if (used < MAX_WORDS) memory[words >> 2] = used + 1;
      else if (word <= (memory[state + SET_GREATEST] as number)) return 0;
      else slot = state + SET_LOOSE;
      memory[slot] = word;
      memory[slot + SLOT_STAMP] = memory[state + SET_STAMP] as number;
      memory[slot + SLOT_BITS] = 0;
      memory[slot + SLOT_BITS + 1] = 0;
    }
    memory[state + SET_WORD] = word;
    memory[state + SET_SLOT] = slot << 2;
    if (word < (memory[state + SET_LEAST] as number)) {
      memory[state + SET_LEAST] = word;
      memory[state + SET_LEAST_BEFORE] = word;
    }
    if (word > (memory[state + SET_GREATEST] as number)) {
      memory[state + SET_GREATEST] = word;
      memory[state + SET_GREATEST_BEFORE] = word;
    }
    return slot;
  }

  /** Returns the index in `memory` of the word's slot, or of a free slot. */
  #find(state: number, word: number): number {
    const { memory, table, factor, firstStamp } = this.#at;
    const first = memory[firstStamp >> 2] as number;
    const stamp = memory[state + SET_STAMP] as number;
    const mixed = (word >>> GROUP_BITS) + Math.imul(stamp, STAMP_FACTOR);
    const group = Math.imul(mixed, memory[factor >> 2] as number);
    const inGroup = (1 << GROUP_BITS) - 1;
    let place = (((group >>> GROUP_SHIFT) << GROUP_BITS) | (word & inGroup)) & (TABLE_SLOTS - 1);
    for (;;) {
      const slot = (table >> 2) + place * (SLOT_BYTES >> 2);
      const known = memory[slot + SLOT_STAMP] as number;
      if (known < first || (known === stamp && memory[slot] === word)) return slot;
      place = (place + 1) & (TABLE_SLOTS - 1);
    }
  }

  #slotOf(set: number, which: typeof SET_LEAST | typeof SET_GREATEST): number {
    const { memory } = this.#at;
    const state = this.#stateOf(set);
    if (memory[state + SET_DOUBT] !== 0 || memory[state + SET_GREATEST] === NO_WORD) return 0;
    const word = memory[state + which] as number;
    const loose = state + SET_LOOSE;
    if (memory[loose] === word && memory[loose + SLOT_STAMP] !== 0) return loose;
    return this.#find(state, word);
  }
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** Makes the memory for a scan without a kernel. */
function ownMemory(count: number): IdMemory {
  const table = 64 + count * SET_INTS * 4;
  const memory = new Int32Array(count === 0 ? 0 : (table + TABLE_BYTES) >> 2);
  if (count > 0) memory[2] = oddFactor();
  return { memory, nextStamp: 1, sets: 64, table, firstStamp: 0, words: 4, factor: 8 };
}

export function oddFactor(): number {
  return Math.floor(Math.random() * 2 ** 31) * 2 + 1;
}
