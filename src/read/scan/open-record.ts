import { Cursor } from '../../base/wire/cursor.js';
import { OK, type WireProblem } from '../../base/wire/problem.js';
import { fieldNumberOf } from '../../base/wire/tag.js';
import { UTF8_START } from '../../base/wire/utf8.js';
import { GroupPass } from './pass-group.js';
import { isInside, KIND_NONE, type Plan } from './plan.js';
import type { Scanner } from './scanner.js';
import { OVERLONG, TRUNCATED } from './wire-findings.js';

// States of a record that continues in the next window.
export const NOTHING = 0;
export const IN_STRING = 1;
export const IN_PACKED = 2;
export const SKIPPING = 3;
export const OVERRUNNING = 4;
export const GIVEN_UP = 5;

/**
 * The record that the slow path reads, even if the record continues in the next window. A reader for a part
 * of the record returns false if it needs another window, and true if the scanner can continue after that
 * part, or inside it.
 */
export class OpenRecord {
  readonly cursor = new Cursor(new Uint8Array(0));
  readonly groups = new GroupPass();
  state = NOTHING;
  entry = 0;
  tag = 0;
  startAbs = 0;
  endAbs = 0;
  /** Size of the payload of a string, blob or list. */
  length = 0;
  /** Number of elements of a packed list that have been read. */
  elements = 0;
  /** Problem with an element that ended the reading of a list, and its position. */
  problem: WireProblem = OK;
  problemAbs = 0;
  /** Index among the occurrences of a repeated field. */
  occurrence = 0;
  /** UTF-8 state after the string's bytes read until now. */
  utf8 = UTF8_START;
  /** Flags: OVERLONG and TRUNCATED. */
  irregularities = 0;
  readonly #bitEntries = new Map<number, number>();
  readonly #setsOf = new Map<number, readonly number[]>();

  constructor(readonly scanner: Scanner) {}

  /** Records irregularities of the value that the cursor has just read. */
  note(): void {
    const { overlong, cut } = this.cursor;
    this.irregularities |= (overlong ? OVERLONG : 0) | (cut ? TRUNCATED : 0);
  }

  /** Reports irregularities, once the record's end is known. */
  reportIrregularities(): void {
    if (this.irregularities === 0) return;
    this.scanner.findings.irregular(this.irregularities, this.startAbs, this.endAbs, this.named());
    this.irregularities = 0;
  }

  /** Returns the name of the field being read, with its index in a list; `""` for an unknown field. */
  segment(): string {
    const field = this.scanner.plan.entryField[this.entry];
    if (field === undefined) return '';
    return field.repeated ? `${field.name}[${this.occurrence}]` : field.name;
  }

  /** Returns the name of the field being read, or its number if the schema does not know it. */
  named(): string {
    return this.entry === KIND_NONE ? this.numbered(fieldNumberOf(this.tag)) : this.segment();
  }

  /** Returns the number of earlier occurrences of the field; 0 for a singular field. */
  count(): number {
    const { plan, frames } = this.scanner;
    const counter = plan.entryCounter[this.entry] as number;
    return counter < 0 ? 0 : (frames.arena[(frames.row[frames.depth] as number) + counter] as number);
  }

  /** Returns the name of the frame's field with this number; `#7` for an unknown field. */
  numbered(number: number): string {
    const { plan, frames } = this.scanner;
    return plan.fields[frames.node[frames.depth] as number]?.get(number)?.name ?? `#${number}`;
  }

  /** Returns the sets that collect values of a singular field, or values in its content. */
  setsOf(entry: number): readonly number[] {
    let sets = this.#setsOf.get(entry);
    if (sets === undefined) {
      sets = setsBelow(this.scanner.plan, entry);
      this.#setsOf.set(entry, sets);
    }
    return sets;
  }

  /**
   * Returns the entry of a bit in a node's mask. The result is cached, because hostile files cause millions
   * of calls.
   */
  entryOfBit(node: number, bit: number): number {
    const { entryBit, entryNode } = this.scanner.plan;
    const key = node * 32 + Math.clz32(bit);
    let entry = this.#bitEntries.get(key);
    if (entry === undefined) {
      entry = entryBit.findIndex((candidate, i) => candidate === bit && entryNode[i] === node);
      this.#bitEntries.set(key, entry);
    }
    return entry;
  }
}

function setsBelow(plan: Plan, entry: number): readonly number[] {
  const { entrySet, entryNode, entryChild, nodeAbsent, nodeAbsentSet } = plan;
  const child = entryChild[entry] as number;
  const isBelow = (node: number) => child !== 0 && isInside(plan, node, child);
  const sets = new Set<number>();
  for (const [other, set] of entrySet.entries()) {
    if (set >= 0 && (other === entry || isBelow(entryNode[other] as number))) sets.add(set);
  }
  for (const [node, absent] of nodeAbsent.entries()) {
    if (absent !== 0 && isBelow(node)) sets.add(nodeAbsentSet[node] as number);
  }
  return [...sets];
}
