/** Computes the announcements that a scan must make, from values, with one pass for each question. */
import type { FieldTable } from '../../src/base/schema/table.js';
import type { Subscription } from '../../src/read/scan/subscription.js';
import { type Tree, valuesOf } from './random-tree.js';

export interface Announcement {
  readonly path: string;
  readonly index: number;
  readonly around: number;
  /** Fields whose values are kept, by their paths below the element. */
  readonly kept: readonly (readonly [path: string, value: number])[];
  readonly distinct: readonly Range[];
  /** Singular fields that are set, by their paths below the element. */
  readonly set: readonly string[];
  /** Occurrences of repeated fields, if there are any. */
  readonly counts: readonly (readonly [path: string, count: number])[];
  /** For each set, the values collected in it, ascending; empty if the element collects nothing. */
  readonly gathered: readonly (readonly number[])[];
}

/**
 * For a set: true if its values differ, then the smallest and the largest value, and which values of ASKED it
 * contains.
 */
export type Range = readonly [
  distinct: boolean,
  least: number | undefined,
  greatest: number | undefined,
  has: readonly number[],
];

/** Ids whose presence is checked: ids that share a word, ids that share half a word, and unrelated ids. */
export const ASKED = [0, 1, 2, 5, 31, 32, 63, 64, 65, 95, 96, 127, 128, 191, 192, 300, 70_000, 2 ** 32 - 1];

interface Row {
  readonly kept: Map<string, number>;
  readonly set: string[];
  readonly counts: [path: string, count: number][];
  /** The sets of the nearest element that collects values: this element, or one around it. */
  readonly gathered: readonly Set<number>[] | undefined;
  suspect: boolean;
}

interface Holder {
  readonly path: string;
  readonly index: number;
}

const listOf = (names: string | readonly string[]) => (typeof names === 'string' ? [names] : names);
const keyOf = (tree: Tree, field: FieldTable) => `${tree.message.typeName}.${field.name}`;

export class NaiveScan {
  readonly announcements: Announcement[] = [];
  readonly #sets: readonly string[];
  /** For each set, its state in the elements that began it anew, the innermost last. */
  readonly #values: number[][][];
  readonly #gatheredSets: readonly string[];

  constructor(
    private readonly subscription: Subscription,
    private readonly sumLimit = Number.POSITIVE_INFINITY,
  ) {
    this.#sets = [...new Set(subscription.distinct?.map(({ set }) => set))];
    this.#values = this.#sets.map(() => [[]]);
    this.#gatheredSets = [...new Set(subscription.sets?.map(({ set }) => set))];
  }

  scan(root: Tree): readonly Announcement[] {
    this.#element(root, undefined, [{ path: '', index: 0 }], undefined, true);
    return this.announcements;
  }

  #element(
    tree: Tree,
    key: string | undefined,
    holders: readonly Holder[],
    around: Row | undefined,
    isRoot = false,
  ): void {
    const { leave = [], announce = [], announceFirst = [], distinct = [], gather = [] } = this.subscription;
    const name = tree.message.typeName;
    const begins = this.#sets.filter(
      (set) => !isRoot && distinct.some((one) => one.set === set && listOf(one.within).includes(name)),
    );
    for (const set of begins) this.#of(set).push([]);
    const gathers = gather.includes(name);
    const gathered = gathers ? this.#gatheredSets.map(() => new Set<number>()) : around?.gathered;
    const row: Row = { kept: new Map(), set: [], counts: [], gathered, suspect: false };
    this.#node(tree, '', [tree.message.index], holders, row);
    const { path, index } = holders.at(-1)!;
    const announced =
      key !== undefined && (announce.includes(key) || (announceFirst.includes(key) && index === 0));
    if (row.suspect || announced || leave.includes(name)) {
      this.announcements.push({
        path,
        index,
        around: holders.at(-2)?.index ?? -1,
        kept: [...row.kept].sort(byName),
        distinct: this.#values.map((scopes) => rangeOf(scopes.at(-1)!)),
        set: row.set.sort(),
        counts: row.counts.sort(byName),
        gathered: gathers ? gathered!.map((values) => [...values].sort((a, b) => a - b)) : [],
      });
    }
    for (const set of begins) this.#of(set).pop();
  }

  #of(set: string): number[][] {
    return this.#values[this.#sets.indexOf(set)]!;
  }

  /** @param around types of the messages around it in the same row */
  #node(tree: Tree, below: string, around: readonly number[], holders: readonly Holder[], row: Row): void {
    const { need = [], together = [], sums = [], sets = [] } = this.subscription;
    const path = holders.at(-1)!.path;
    for (const [field, value] of tree.fields) {
      const key = keyOf(tree, field);
      const here = join(below, field.name);
      const all = valuesOf(value);
      if (field.repeated) row.counts.push([here, all.length]);
      else {
        row.set.push(here);
        this.#judge(key, here, typeof value === 'number' ? value : 0, row);
        const asked = sets.find((one) => one.field === key);
        // A message itself is not a value that can be gathered.
        if (asked !== undefined && typeof value === 'number' && value < 64)
          this.#gather(asked.set, value, row);
      }
      all.forEach((one, index) => {
        if (typeof one === 'number') return;
        const segment = field.repeated ? `${field.name}[${index}]` : field.name;
        const inside = [...holders, { path: join(path, segment), index }];
        if (field.repeated || around.includes(field.message)) this.#element(one, key, inside, row);
        else this.#node(one, here, [...around, field.message], inside, row);
      });
    }
    for (const { of, fields } of sums) {
      if (of !== tree.message.typeName) continue;
      const summed = tree.fields.filter(([field]) => fields.includes(field.name));
      const sum = summed.reduce((all, [, value]) => all + (typeof value === 'number' ? value : 0), 0);
      if (sum > this.sumLimit) row.suspect = true;
    }
    const isThere = (name: string) => tree.fields.some(([field]) => keyOf(tree, field) === name);
    for (const field of tree.message.fields) {
      const key = keyOf(tree, field);
      if (need.includes(key) && !isThere(key)) row.suspect = true;
    }
    for (const [i, oneof] of tree.message.oneofs.entries()) {
      const members = tree.message.fields.filter((field) => field.oneof === i);
      if (members.length === 0 || !need.includes(`${tree.message.typeName}.${oneof.name}`)) continue;
      if (!members.some((member) => isThere(keyOf(tree, member)))) row.suspect = true;
    }
    for (const field of tree.message.fields) {
      const key = keyOf(tree, field);
      const asked = sets.find((one) => one.field === key);
      if (asked?.absent === true && !field.repeated && !isThere(key)) this.#gather(asked.set, 0, row);
    }
    const isSet = (name: string) =>
      tree.fields.some(([field, value]) => keyOf(tree, field) === name && value !== 0);
    for (const { present, without } of together) {
      const written = listOf(present).includes(without) && isThere(without);
      if ((written || listOf(present).some(isSet)) && !isSet(without)) row.suspect = true;
    }
  }

  #judge(key: string, path: string, value: number, row: Row): void {
    const { bounds = [], sets = [], together = [], distinct = [], sums = [] } = this.subscription;
    const outside = bounds.some(
      ({ field, max = Number.POSITIVE_INFINITY, min = 0, multipleOf = 1 }) =>
        field === key && (value > max || value < min || value % multipleOf !== 0),
    );
    const tooLarge = value >= 64 && sets.some(({ field }) => field === key);
    const set = distinct.find(({ field }) => field === key)?.set;
    const repeats = set !== undefined && this.#repeats(set, value);
    const belongs = together.some(({ present, without }) => without === key || listOf(present).includes(key));
    if (outside || tooLarge || repeats) row.suspect = true;
    const summed = sums.some(({ of, fields }) => fields.some((name) => `${of}.${name}` === key));
    if (outside || tooLarge || ((belongs || summed) && value > 0)) row.kept.set(path, value);
  }

  #gather(set: string, value: number, { gathered }: Row): void {
    gathered?.[this.#gatheredSets.indexOf(set)]?.add(value);
  }

  /** True if this value is the first of its set that repeats an earlier one. */
  #repeats(set: string, value: number): boolean {
    const values = this.#of(set).at(-1)!;
    values.push(value);
    return values.indexOf(value) < values.length - 1 && areDifferent(values.slice(0, -1));
  }
}

function areDifferent(values: readonly number[]): boolean {
  return new Set(values).size === values.length;
}

function rangeOf(values: readonly number[]): Range {
  if (!areDifferent(values)) return [false, undefined, undefined, []];
  if (values.length === 0) return [true, undefined, undefined, []];
  const has = ASKED.filter((value) => values.includes(value));
  return [true, Math.min(...values), Math.max(...values), has];
}

export function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function join(path: string, segment: string): string {
  return path === '' ? segment : `${path}.${segment}`;
}

/** True if the scanner has a bit for each singular field; it has bits for at most 30 per message. */
export function isNarrow(fields: readonly FieldTable[]): boolean {
  return fields.filter(({ repeated }) => !repeated).length <= 30;
}
