import { type FieldTable, wireTypeOf } from '../../base/schema/table.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import {
  ENTRY_ANNOUNCE,
  ENTRY_ANNOUNCE_FIRST,
  ENTRY_EMIT,
  ENTRY_SUMMED,
  KIND_BOOL,
  KIND_BYTES,
  KIND_I32,
  KIND_I64,
  KIND_MESSAGE,
  KIND_PACKED,
  KIND_STRING,
  KIND_VARINT32,
  KIND_VARINT64,
  NODE_LEAVE,
  NODE_RETAIN,
  NODE_WITHIN,
  type Plan,
  SET_VALUES,
} from '../scan/plan.js';
import * as layout from './layout.js';
import { RowBits } from './row-bits.js';

/**
 * A repeated message whose records a pass counts: position of the count in the plan's row, and in the
 * kernel's COUNTS.
 */
export interface Counted {
  readonly counter: number;
  readonly index: number;
}

/** A repeated message whose first record the scanner reads: position of its count in the plan's row, and its cell. */
export interface Later {
  readonly counter: number;
  readonly cell: number;
}

export interface KernelTables {
  /** Content of the memory from `layout.ROWS` on. */
  readonly rows: Uint8Array;
  /** By node: address of the node's row; 0 for a node without a row. */
  readonly rowOf: Int32Array;
  /** By message type: addresses of its rows. */
  readonly rowsOf: ReadonlyMap<number, readonly number[]>;
  /** See `Accelerator`. */
  readonly levels: Int32Array;
  /** See `Accelerator`. */
  readonly passes: Uint8Array;
  /** By node with levels: counts that a pass may have changed. */
  readonly counted: ReadonlyMap<number, readonly Counted[]>;
  /** By node with levels: records that a pass may take after the scanner has read the first record. */
  readonly later: ReadonlyMap<number, readonly Later[]>;
  readonly sets: number;
  /** Number of sets of ids that should differ. */
  readonly distinct: number;
}

/**
 * Lays out the part of a plan that the kernel may decide. Everything else stays UNDECIDED and is left to the
 * scanner: subscribed entries, recursive messages (the kernel does not count levels), packed lists.
 * @returns undefined if the kernel can decide nothing, or the plan has more sets than fit
 */
export function kernelTables(plan: Plan): KernelTables | undefined {
  if (plan.sets.length > layout.MAX_SETS || plan.distinct.length > layout.MAX_DISTINCT) return undefined;
  const tables = new Builder(plan).build();
  return tables.counted.size === 0 ? undefined : tables;
}

/** Marks a node whose levels are being counted: meeting it again means recursion. */
const OPEN = -1;

const MAX_VALUE = 0xffff_ffff;
const NO_NODE = -1;
/** Kinds whose cells have a limit in place of a word. */
const BOUNDED = new Set([layout.VARINT, layout.FLAG, layout.SUMMED, layout.ALIGNED]);

class Builder {
  readonly #entriesOf = new Map<number, number[]>();
  /** By node: number of levels below the node. */
  readonly #height = new Map<number, number>();
  readonly #recursive = new Set<number>();
  readonly #rows: Uint8Array[] = [];
  readonly #rowOf: Int32Array;
  readonly #counted = new Map<number, Counted[]>();
  readonly #later = new Map<number, Later[]>();
  #counts = 0;

  constructor(private readonly plan: Plan) {
    this.#rowOf = new Int32Array(plan.nodeMessage.length);
    plan.entryNode.forEach((node, entry) => {
      if (entry === 0) return;
      const entries = this.#entriesOf.get(node);
      if (entries === undefined) this.#entriesOf.set(node, [entry]);
      else entries.push(entry);
    });
  }

  build(): KernelTables {
    const { plan } = this;
    const levels = new Int32Array(plan.nodeMessage.length);
    for (let node = 1; node < levels.length; node++) this.#heightOf(node);
    for (let node = 1; node < levels.length; node++) {
      for (const entry of this.#entriesOf.get(node) ?? []) {
        if ((plan.entryCounter[entry] as number) < 0 || !this.#enters(entry)) continue;
        if (this.#rowAt(node) === 0) continue;
        const below = 1 + (this.#height.get(plan.entryChild[entry] as number) as number);
        levels[node] = Math.max(levels[node] as number, below);
      }
    }
    for (const node of this.#counted.keys()) if (levels[node] === 0) this.#counted.delete(node);
    const rows = new Uint8Array(this.#rows.length * layout.ROW_SIZE);
    for (const [i, row] of this.#rows.entries()) rows.set(row, i * layout.ROW_SIZE);
    return {
      rows,
      rowOf: this.#rowOf,
      rowsOf: this.#rowsOf(),
      levels,
      passes: this.#passes(levels),
      counted: this.#counted,
      later: this.#later,
      sets: plan.sets.length,
      distinct: plan.distinct.length,
    };
  }

  /** Returns, by entry, the first record that a pass may begin with: see `Accelerator`. */
  #passes(levels: Int32Array): Uint8Array {
    const { plan } = this;
    const passes = new Uint8Array(plan.entryNode.length);
    for (let entry = 1; entry < passes.length; entry++) {
      const node = plan.entryNode[entry] as number;
      const { number, type } = plan.entryField[entry] as FieldTable;
      const tag = tagOf(number, wireTypeOf(type));
      const isCounted = plan.entryKind[entry] === KIND_MESSAGE && (plan.entryCounter[entry] as number) >= 0;
      if (!isCounted || tag >= 0x80 || levels[node] === 0) continue;
      const row = this.#rows[((this.#rowOf[node] as number) - layout.ROWS) / layout.ROW_SIZE] as Uint8Array;
      const cell = tag << layout.CELL_SHIFT;
      const kind = row[cell + layout.CELL_KIND];
      if (kind === layout.MESSAGE) passes[entry] = row[cell + layout.CELL_EXTRA] as number;
      else if (kind === layout.LATER_MESSAGE) passes[entry] = 2;
    }
    return passes;
  }

  #rowsOf(): Map<number, number[]> {
    const rows = new Map<number, number[]>();
    this.#rowOf.forEach((address, node) => {
      if (address !== 0) addTo(rows, this.plan.nodeMessage[node] as number, address);
    });
    return rows;
  }

  /** Returns the number of message levels below a node that the kernel enters. */
  #heightOf(node: number): number {
    const known = this.#height.get(node);
    if (known !== undefined) return known;
    this.#height.set(node, OPEN);
    let height = 0;
    for (const entry of this.#entriesOf.get(node) ?? []) {
      if (!this.#enters(entry)) continue;
      const below = this.#heightOf(this.plan.entryChild[entry] as number);
      if (below === OPEN) this.#recursive.add(entry);
      else height = Math.max(height, below + 1);
    }
    this.#height.set(node, height);
    return height;
  }

  /** True if an entry is a message without subscribers. */
  #enters(entry: number): boolean {
    const { plan } = this;
    if (plan.entryKind[entry] !== KIND_MESSAGE || this.#recursive.has(entry)) return false;
    if (((plan.entryFlags[entry] as number) & ENTRY_ANNOUNCE) !== 0) return false;
    const child = plan.entryChild[entry] as number;
    const flags = plan.nodeFlags[child] as number;
    const announced = NODE_RETAIN | NODE_WITHIN | (plan.nodeElement[child] !== 0 ? NODE_LEAVE : 0);
    // A pass only collects the sets of the frame in which it begins, so it does not enter messages with sets.
    if ((flags & announced) !== 0 || (plan.nodeSets[child] as number) >= 0) return false;
    if ((plan.entryCounter[entry] as number) >= 0) return true;
    return plan.entryMax[entry] === Number.POSITIVE_INFINITY && (plan.entryMin[entry] as number) <= 0;
  }

  /**
   * Returns the address of a node's row, which is made on first use; 0 if the maximum number of rows is
   * reached.
   */
  #rowAt(node: number): number {
    const known = this.#rowOf[node] as number;
    if (known !== 0) return known;
    if (this.#rows.length === layout.MAX_ROWS) return 0;
    const address = layout.ROWS + this.#rows.length * layout.ROW_SIZE;
    const row = new Uint8Array(layout.ROW_SIZE);
    this.#rowOf[node] = address;
    this.#rows.push(row);
    this.#fill(node, new DataView(row.buffer));
    return address;
  }

  #fill(node: number, row: DataView): void {
    const { plan } = this;
    const entries = this.#entriesOf.get(node) ?? [];
    const bits = new RowBits(plan, node, entries);
    row.setUint32(layout.ROW_NEED, bits.one, true);
    row.setUint32(layout.ROW_ALL, bits.all, true);
    row.setUint32(layout.ROW_PRESENT, bits.present, true);
    row.setUint32(layout.ROW_OTHERS, bits.others, true);
    row.setUint32(layout.ROW_SUMS, (plan.nodeSums[node] as readonly number[]).length > 0 ? 1 : 0, true);
    const absent = plan.nodeAbsent[node] as number;
    if (absent !== 0) {
      row.setUint32(layout.ROW_ABSENT, plan.entryBit[absent] as number, true);
      row.setUint32(layout.ROW_ABSENT_SET, plan.nodeAbsentSet[node] as number, true);
    }
    for (const entry of entries) {
      const { number, type } = plan.entryField[entry] as FieldTable;
      const tag = tagOf(number, plan.entryKind[entry] === KIND_PACKED ? WIRE_LEN : wireTypeOf(type));
      if (tag < 0x80) this.#cell(node, entry, row, tag << layout.CELL_SHIFT, bits);
      else this.#longCell(entry, row, tag, bits);
    }
  }

  /**
   * Fills the cell of a tag of two bytes. If several tags have the same first byte, only the first tag
   * gets the cell; the other tags, and longer tags, stay undecided.
   */
  #longCell(entry: number, row: DataView, tag: number, bits: RowBits): void {
    const at = (0x80 | (tag & 0x7f)) << layout.CELL_SHIFT;
    const second = tag >>> 7;
    if (second > 0x7f || row.getUint8(at + layout.CELL_KIND) !== layout.UNDECIDED) return;
    this.#cell(NO_NODE, entry, row, at, bits);
    const kind = row.getUint8(at + layout.CELL_KIND);
    if (kind === layout.UNDECIDED) return;
    row.setUint8(at + layout.CELL_KIND, kind + layout.LONG);
    row.setUint8(at + layout.CELL_EXTRA, second);
  }

  /** @param node the node whose passes count the records; NO_NODE without such a node */
  #cell(node: number, entry: number, row: DataView, at: number, bits: RowBits): void {
    const { plan } = this;
    const repeated = (plan.entryCounter[entry] as number) >= 0;
    const [kind, word] = this.#decision(entry, node === NO_NODE, bits);
    if (kind === layout.UNDECIDED) return;
    row.setUint8(at + layout.CELL_KIND, kind);
    row.setUint8(at + layout.CELL_BIT, bits.numberOf(entry));
    const bit = plan.entryBit[entry] as number;
    row.setUint32(at + layout.CELL_CONFLICT, bit | (plan.entryOneof[entry] as number), true);
    if (kind === layout.LEAST) row.setBigUint64(at + layout.CELL_MAX, BigInt(word), true);
    else if (BOUNDED.has(kind)) writeVarint(row, at + layout.CELL_MAX, word);
    else row.setUint32(at + layout.CELL_WORD, word, true);
    if (kind === layout.ALIGNED) row.setUint8(at + layout.CELL_EXTRA, plan.entryLow[entry] as number);
    if (kind === layout.FLAG) row.setUint8(at + layout.CELL_EXTRA, bits.flagOf(entry) as number);
    if (kind === layout.STRING || kind === layout.BYTES) {
      const least = repeated ? 0 : Math.ceil(plan.entryMin[entry] as number);
      row.setUint32(at + layout.CELL_LEAST, Math.min(least, 0xffff_ffff), true);
    }
    const isMessage = kind === layout.MESSAGE || kind === layout.LATER_MESSAGE;
    if (isMessage && repeated && node !== NO_NODE && this.#counts < layout.MAX_COUNTS) {
      const index = this.#counts++;
      row.setUint32(at + layout.CELL_COUNT, index, true);
      const counter = plan.entryCounter[entry] as number;
      addTo(this.#counted, node, { counter, index });
      if (kind === layout.MESSAGE) row.setUint8(at + layout.CELL_EXTRA, 1);
      else addTo(this.#later, node, { counter, cell: (this.#rowOf[node] as number) + at });
    }
  }

  /** Returns the kind of a cell, and its limit or word. */
  #decision(entry: number, long: boolean, bits: RowBits): Decision {
    const { plan } = this;
    if (bits.refuses(entry) || ((plan.entryFlags[entry] as number) & ENTRY_EMIT) !== 0) return NO_DECISION;
    const kind = plan.entryKind[entry] as number;
    if (kind === KIND_MESSAGE) return this.#message(entry);
    const repeated = (plan.entryCounter[entry] as number) >= 0;
    const max = repeated ? Number.POSITIVE_INFINITY : Math.floor(plan.entryMax[entry] as number);
    const min = repeated ? 0 : (plan.entryMin[entry] as number);
    const word = Math.min(max, MAX_VALUE);
    const set = plan.entrySet[entry] as number;
    const distinct = plan.entryDistinct[entry] as number;
    const flag = bits.flagOf(entry) !== undefined;
    const summed = ((plan.entryFlags[entry] as number) & ENTRY_SUMMED) !== 0;
    const varint = kind === KIND_VARINT32 || kind === KIND_VARINT64 || kind === KIND_BOOL;
    const aligned = !repeated && plan.entryLow[entry] !== 0;
    // A separate kind of cell for fields with several conditions would not pay.
    const ways = Number(set >= 0) + Number(distinct >= 0) + Number(flag) + Number(summed) + Number(aligned);
    if (ways > 1 || (ways === 1 && (!varint || min > 0))) return NO_DECISION;
    if (max < 0) return NO_DECISION;
    if (aligned) {
      return long || kind === KIND_BOOL || max > Number.MAX_SAFE_INTEGER
        ? NO_DECISION
        : [layout.ALIGNED, kind === KIND_VARINT32 ? word : max];
    }
    // The scanner handles sums of fields with limits, or with tags of two bytes, which no real field has.
    if (summed) {
      const all = kind === KIND_VARINT32 ? MAX_VALUE : Number.POSITIVE_INFINITY;
      return max < all || min > 0 || long ? NO_DECISION : [layout.SUMMED, all];
    }
    if (set >= 0) return max < SET_VALUES - 1 ? NO_DECISION : [layout.GATHERED, set];
    if (distinct >= 0) {
      return max < MAX_VALUE
        ? NO_DECISION
        : [layout.DISTINCT, layout.DISTINCT_SETS + distinct * layout.SET_BYTES];
    }
    if (kind === KIND_STRING || kind === KIND_BYTES) {
      if (min > MAX_VALUE || plan.entryText[entry] !== 0) return NO_DECISION;
      return [kind === KIND_STRING ? layout.STRING : layout.BYTES, word];
    }
    if (min > 0) {
      const isLeast = varint && kind !== KIND_BOOL && !flag && min <= MAX_VALUE && max >= MAX_VALUE;
      return isLeast ? [layout.LEAST, Math.ceil(min)] : NO_DECISION;
    }
    if (kind === KIND_VARINT32) {
      if (flag) return long ? NO_DECISION : [layout.FLAG, word];
      return [layout.VARINT, word];
    }
    if (max === Number.POSITIVE_INFINITY) {
      if (flag) return long ? NO_DECISION : [layout.FLAG, max];
      if (varint) return [layout.VARINT64, 0];
      if (kind === KIND_I32) return [layout.FIXED32, 0];
      return kind === KIND_I64 ? [layout.FIXED64, 0] : NO_DECISION;
    }
    // The scanner compares doubles: past 2^53, the kernel's exact comparison might have another result.
    if (!varint || max > Number.MAX_SAFE_INTEGER || (flag && long)) return NO_DECISION;
    return [flag ? layout.FLAG : layout.VARINT, max];
  }

  #message(entry: number): Decision {
    const { plan } = this;
    const row = this.#enters(entry) ? this.#rowAt(plan.entryChild[entry] as number) : 0;
    if (row === 0) return NO_DECISION;
    const later = ((plan.entryFlags[entry] as number) & ENTRY_ANNOUNCE_FIRST) !== 0;
    return [later ? layout.LATER_MESSAGE : layout.MESSAGE, row];
  }
}

function addTo<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** @param value a safe integer, which takes at most eight bytes; infinite for no limit */
function writeVarint(bytes: DataView, at: number, value: number): void {
  if (value === Number.POSITIVE_INFINITY) {
    bytes.setBigInt64(at, -1n, true);
    return;
  }
  let rest = value;
  let next = at;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.setUint8(next++, (rest % 0x80) | 0x80);
  bytes.setUint8(next, rest);
}

type Decision = readonly [kind: number, word: number];

const NO_DECISION: Decision = [layout.UNDECIDED, 0];
