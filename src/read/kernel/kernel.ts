import type { Accelerator } from '../scan/accelerator.js';
import { type IdMemory, oddFactor, TABLE_BYTES } from '../scan/distinct-ids.js';
import type { Plan } from '../scan/plan.js';
import * as layout from './layout.js';
import { instantiate, type KernelExports } from './module.js';
import { type Counted, type KernelTables, kernelTables, type Later } from './tables.js';

/**
 * Size of the first copy from a window in other memory, and of the next copy after a pass that stops early.
 */
const FIRST_COPY = 4 * 1024;
/** Windows up to this size are copied whole, because copying is faster than finding the needed parts. */
const SMALL_WINDOW = 32 * 1024;
const MAX_COPY = 256 * 1024;
/**
 * Maximum size of a record that is loaded as a whole if it ends past the available bytes. The scanner enters
 * a longer record: a blob need not be read, and any other long record contains records to pass over.
 */
const MAX_RECORD = 2 * 1024;
/** Used in place of MAX_RECORD after DENSE bytes with few blobs, where a record is unlikely to be a blob. */
const MAX_DENSE_RECORD = 64 * 1024;
const DENSE = 16 * 1024;
/** Shapes are learned on every 16th miss: on irregular bytes learning would cost more than it saves. */
const LEARN_EVERY = 16;
/** Maximum number of payloads of a node that skip the shape cache after failed lookups. */
const LONGEST_PAUSE = 16_384;

/** Kind of cell for an unknown field, by wire type. The kernel leaves groups to the scanner. */
const FOREIGN_KINDS: readonly (number | undefined)[] = [
  layout.VARINT64,
  layout.FIXED64,
  layout.BYTES,
  undefined,
  undefined,
  layout.FIXED32,
];

const CELL_SIZE = 1 << layout.CELL_SHIFT;
const PAGE = 65_536;
/** Maximum position that is passed to the kernel; every window is shorter than this. */
const FAR = 0x3fffffff;
/** Limit that no sum reaches. */
const UNBOUNDED = 2n ** 64n - 1n;
const NOTHING: readonly Counted[] = [];
const NONE_LATER: readonly Later[] = [];

/** A kernel with the tables of one plan in its memory. A kernel serves one scan at a time. */
export class Kernel implements Accelerator {
  readonly levels: Int32Array;
  readonly passes: Uint8Array;
  wanted = 0;
  readonly #windowAt: number;
  #memory: Int32Array;
  /**
   * The kernel's memory as bytes. The buffer is also stored, because reading `memory.buffer` leaves compiled
   * code.
   */
  #octets: Uint8Array;
  #view: DataView;
  #buffer: ArrayBuffer;
  #sumLimit = Number.NaN;
  #bytes: Uint8Array = new Uint8Array(0);
  #limit = 0;
  /** Range of the window that is in the kernel's memory, from #origin on. */
  #from = 0;
  #to = 0;
  #origin = 0;
  #copy = FIRST_COPY;
  /** Addresses of the cells of fields that the schema does not know. */
  #foreign: number[] = [];
  #foreignKinds = 0;
  readonly #expected = new Int32Array(layout.MAX_FOREIGN);
  readonly ids: IdMemory;

  /**
   * @param learnEvery see LEARN_EVERY; 0 disables shapes
   * @param longestPause see LONGEST_PAUSE
   */
  constructor(
    private readonly tables: KernelTables,
    private readonly exports: KernelExports,
    learnEvery = LEARN_EVERY,
    longestPause = LONGEST_PAUSE,
  ) {
    this.levels = tables.levels;
    this.passes = tables.passes;
    const table = layout.ROWS + Math.ceil(tables.rows.length / PAGE) * PAGE;
    this.#windowAt = table + (tables.distinct > 0 ? TABLE_BYTES : 0);
    this.#memory = new Int32Array(exports.memory.buffer);
    this.#octets = new Uint8Array(exports.memory.buffer);
    this.#view = new DataView(exports.memory.buffer);
    this.#buffer = exports.memory.buffer;
    this.ids = {
      memory: this.#memory,
      nextStamp: 1,
      sets: layout.DISTINCT_SETS,
      table,
      firstStamp: layout.FIRST_STAMP,
      words: layout.ID_WORDS,
      factor: layout.HASH_FACTOR,
    };
    this.#reserve(MAX_COPY);
    this.#octets.set(tables.rows, layout.ROWS);
    this.#memory[layout.LEARN_EVERY >> 2] = learnEvery;
    this.#memory[layout.LONGEST_PAUSE >> 2] = longestPause;
    this.#memory[layout.SET_COUNT >> 2] = tables.sets;
    this.#memory[layout.DISTINCT_COUNT >> 2] = tables.distinct;
    this.#memory[layout.ID_TABLE >> 2] = table;
    this.#memory[layout.HASH_FACTOR >> 2] = oddFactor();
  }

  start(sumLimit: number): void {
    if (sumLimit !== this.#sumLimit) {
      const end = sumLimit >= Number.MAX_SAFE_INTEGER ? UNBOUNDED : BigInt(Math.floor(sumLimit) + 1);
      this.#view.setBigUint64(layout.SUM_END, end, true);
      this.#sumLimit = sumLimit;
    }
    if (this.#foreignKinds === 0) return;
    for (const cell of this.#foreign) this.#memory.fill(0, cell >> 2, (cell + CELL_SIZE) >> 2);
    this.#foreign = [];
    this.#foreignKinds = 0;
  }

  expect(message: number, tag: number, kind: number): boolean {
    const value = FOREIGN_KINDS[tag & 7] ?? layout.UNDECIDED;
    const second = tag >>> 7;
    if (value === layout.UNDECIDED || second > 0x7f || kind >= layout.MAX_FOREIGN) return false;
    const long = second > 0;
    const first = long ? (tag & 0x7f) | 0x80 : tag;
    const bytes = this.#view;
    let found = false;
    for (const row of this.tables.rowsOf.get(message) ?? []) {
      const cell = row + (first << layout.CELL_SHIFT);
      // The cell may already belong to another tag with the same first byte.
      if (bytes.getUint8(cell + layout.CELL_KIND) !== layout.UNDECIDED) continue;
      bytes.setUint8(cell + layout.CELL_KIND, value + layout.FOREIGN + (long ? layout.LONG : 0));
      bytes.setUint8(cell + layout.CELL_EXTRA, second);
      bytes.setUint8(cell + layout.CELL_BIT, layout.NO_BIT);
      bytes.setUint32(cell + layout.CELL_WORD, kind, true);
      this.#foreign.push(cell);
      found = true;
    }
    if (found) this.#foreignKinds = Math.max(this.#foreignKinds, kind + 1);
    return found;
  }

  takeExpected(): Int32Array | undefined {
    const from = layout.FOREIGN_FIELDS >> 2;
    let any = 0;
    for (let kind = 0; kind < this.#foreignKinds; kind++) {
      const count = this.#memory[from + kind] as number;
      this.#memory[from + kind] = 0;
      this.#expected[kind] = count;
      any |= count;
    }
    return any === 0 ? undefined : this.#expected;
  }

  window(size: number): Uint8Array<ArrayBuffer> {
    this.#reserve(size);
    return new Uint8Array(this.#buffer, this.#windowAt, size);
  }

  enter(bytes: Uint8Array, limit: number): void {
    this.#bytes = bytes;
    this.#limit = limit;
    // Windows in the kernel's memory begin after the tables. The offset is compared first, because a small
    // array creates its buffer on first access, which takes long.
    const own = bytes.byteOffset >= this.#windowAt && bytes.buffer === this.#buffer;
    this.#from = 0;
    this.#to = own ? limit : 0;
    this.#origin = own ? bytes.byteOffset : this.#windowAt;
  }

  pass(node: number, pos: number, end: number, arena: Int32Array, row: number, sets: number): number {
    const address = this.tables.rowOf[node] as number;
    const stop = Math.min(end, this.#limit);
    let next = pos;
    this.#allowLater(node, arena, row);
    for (;;) {
      if (next >= this.#to) this.#fetch(next, stop);
      const from = next;
      const shift = this.#origin - this.#from;
      next = this.exports.pass(address, from + shift, Math.min(end, FAR) + shift, this.#to + shift) - shift;
      const short = this.#memory[layout.WANTED >> 2] as number;
      const cut = short > 0 || next === this.#to;
      const whole = short <= (this.#isDense(next - from) ? MAX_DENSE_RECORD : MAX_RECORD);
      if (cut && whole && this.#to < stop) {
        // The copy ends here, but the window continues.
        this.#copy = Math.min(Math.max(this.#copy * 4, short), MAX_COPY);
        this.#fetch(next, stop);
        continue;
      }
      if (this.#to < stop && next + FIRST_COPY < this.#to) this.#copy = FIRST_COPY;
      this.wanted = whole && this.#to === this.#limit ? short : 0;
      break;
    }
    if (next > pos) this.#count(node, arena, row);
    if (this.tables.sets > 0) this.#gather(arena, sets);
    return next;
  }

  /** True if many bytes were passed over and most of them were read rather than skipped as blobs. */
  #isDense(passed: number): boolean {
    const skipped = this.#memory[layout.SKIPPED >> 2] as number;
    this.#memory[layout.SKIPPED >> 2] = 0;
    return passed >= DENSE && skipped * 2 < passed;
  }

  /** Copies a part of the window, beginning at `from`; copies a small window as a whole. */
  #fetch(from: number, stop: number): void {
    if (this.#bytes.length <= SMALL_WINDOW) {
      this.#from = 0;
      this.#to = this.#limit;
      this.#octets.set(this.#bytes, this.#windowAt);
      return;
    }
    this.#from = from;
    this.#to = Math.min(from + this.#copy, stop);
    this.#octets.set(this.#bytes.subarray(from, this.#to), this.#windowAt);
  }

  #count(node: number, arena: Int32Array, row: number): void {
    const counts = this.#memory;
    for (const { counter, index } of this.tables.counted.get(node) ?? NOTHING) {
      const at = (layout.COUNTS >> 2) + index;
      arena[row + counter] = (arena[row + counter] as number) + (counts[at] as number);
      counts[at] = 0;
    }
  }

  #gather(arena: Int32Array, sets: number): void {
    for (let i = 0; i < this.tables.sets * 2; i++) {
      const at = (layout.SETS >> 2) + i;
      const values = this.#memory[at] as number;
      if (values === 0) continue;
      this.#memory[at] = 0;
      if (sets >= 0) arena[sets + i] = (arena[sets + i] as number) | values;
    }
  }

  /** Lets passes take the later records of a field after the scanner has read the first record. */
  #allowLater(node: number, arena: Int32Array, row: number): void {
    for (const { counter, cell } of this.tables.later.get(node) ?? NONE_LATER) {
      // `CELL_EXTRA` is one of a cell's first four bytes, which are changed together as one integer.
      const head = this.#memory[cell >> 2] as number;
      const extra = 0xff << (8 * layout.CELL_EXTRA);
      const allowed = (arena[row + counter] as number) > 0 ? 1 << (8 * layout.CELL_EXTRA) : 0;
      this.#memory[cell >> 2] = (head & ~extra) | allowed;
    }
  }

  /** Makes room for a window of `size` bytes. Growing the memory detaches its views. */
  #reserve(size: number): void {
    const { memory } = this.exports;
    const missing = this.#windowAt + size + layout.SLACK - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    this.#memory = new Int32Array(memory.buffer);
    this.#octets = new Uint8Array(memory.buffer);
    this.#view = new DataView(memory.buffer);
    this.#buffer = memory.buffer;
    this.ids.memory = this.#memory;
  }
}

interface Stock {
  readonly tables: KernelTables | undefined;
  readonly free: Kernel[];
}

/** Free kernels by plan. The module is compiled once; tables are filled once per kernel. */
const stocks = new WeakMap<Plan, Stock>();
/**
 * Maximum number of free kernels per plan. Only asynchronous scans run at the same time on one thread, and
 * such scans are few.
 */
const MAX_FREE = 4;

/**
 * Returns a kernel for one scan by this plan; the caller gives it back when the scan is over.
 * @returns undefined if no kernel is available; the scanner then works without a kernel
 */
export function borrowKernel(plan: Plan): Kernel | undefined {
  let stock = stocks.get(plan);
  if (stock === undefined) {
    stock = { tables: kernelTables(plan), free: [] };
    stocks.set(plan, stock);
  }
  const { tables, free } = stock;
  const waiting = free.pop();
  if (waiting !== undefined || tables === undefined) return waiting;
  const exports = instantiate();
  return exports && new Kernel(tables, exports);
}

export function returnKernel(plan: Plan, kernel: Kernel | undefined): void {
  const free = stocks.get(plan)?.free;
  if (kernel !== undefined && free !== undefined && free.length < MAX_FREE) free.push(kernel);
}
