/** What a scan should announce, worked out from values, by going through them once for every question. */
import type { Subscription } from '../../src/scan/index.js';
import type { FieldTable } from '../../src/schema/table.js';
import { type Tree, valuesOf } from './random-tree.js';

export interface Announcement {
  readonly path: string;
  readonly index: number;
  readonly around: number;
  /** Fields whose values were kept, by their paths below the element. */
  readonly kept: readonly (readonly [path: string, value: number])[];
  readonly ids: readonly Ids[];
}

/** Of a set the ids in the innermost element where it began anew. */
export interface Ids {
  readonly count: number;
  readonly least: number | undefined;
  readonly greatest: number | undefined;
  /** In the order of their second occurrences. */
  readonly repeated: readonly number[];
}

/** Ids that are asked for, by the path of the element and the set. */
export type AskedByPath = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<number>>>;

interface Scope {
  readonly ids: Set<number>;
  readonly repeated: Set<number>;
  readonly asked: ReadonlySet<number>;
}

interface Row {
  readonly typeName: string;
  readonly kept: Map<string, number>;
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
  /** Ids that are told: where, and which. */
  readonly told: (readonly [path: string, id: number])[] = [];
  /** Ids that repeat, by the element and the set. */
  readonly repeated = new Map<string, Map<string, Set<number>>>();
  readonly #sets: readonly string[];
  /** Of each set the elements in which it began anew, innermost last. */
  readonly #scopes: Scope[][];

  constructor(
    private readonly subscription: Subscription,
    private readonly asked: AskedByPath = new Map(),
  ) {
    this.#sets = [...new Set(subscription.distinct?.map(({ set }) => set))];
    this.#scopes = this.#sets.map(() => []);
    for (const set of this.#sets) this.#begin(set, '');
  }

  scan(root: Tree): readonly Announcement[] {
    this.#element(root, undefined, [{ path: '', index: 0 }], true);
    return this.announcements;
  }

  #element(tree: Tree, key: string | undefined, holders: readonly Holder[], isRoot = false): void {
    const { leave = [], hear = [], hearFirst = [], distinct = [] } = this.subscription;
    const name = tree.message.typeName;
    const begins = this.#sets.filter(
      (set) => !isRoot && distinct.some((one) => one.set === set && listOf(one.within).includes(name)),
    );
    const { path, index } = holders.at(-1)!;
    for (const set of begins) this.#begin(set, path);
    const row: Row = { typeName: name, kept: new Map(), suspect: false };
    this.#node(tree, '', [tree.message.index], holders, row);
    const heard = key !== undefined && (hear.includes(key) || (hearFirst.includes(key) && index === 0));
    if (row.suspect || heard || leave.includes(name)) {
      this.announcements.push({
        path,
        index,
        around: holders.at(-2)?.index ?? -1,
        kept: [...row.kept].sort(byName),
        ids: this.#scopes.map((scopes) => tallied(scopes.at(-1)!)),
      });
    }
    for (const set of begins) this.#of(set).pop();
  }

  #of(set: string): Scope[] {
    return this.#scopes[this.#sets.indexOf(set)]!;
  }

  #begin(set: string, path: string): void {
    const scope = {
      ids: new Set<number>(),
      repeated: new Set<number>(),
      asked: this.asked.get(path)?.get(set) ?? new Set<number>(),
    };
    this.#of(set).push(scope);
    const sets = this.repeated.get(path) ?? new Map<string, Set<number>>();
    this.repeated.set(path, sets.set(set, scope.repeated));
  }

  /** @param around message types around it in the same row */
  #node(tree: Tree, below: string, around: readonly number[], holders: readonly Holder[], row: Row): void {
    const path = holders.at(-1)!.path;
    for (const [field, value] of tree.fields) {
      const key = keyOf(tree, field);
      const here = join(below, field.name);
      const all = valuesOf(value);
      if (!field.repeated) this.#judge(key, here, typeof value === 'number' ? value : 0, row, path);
      all.forEach((one, index) => {
        if (typeof one === 'number') return;
        const segment = field.repeated ? `${field.name}[${index}]` : field.name;
        const inside = [...holders, { path: join(path, segment), index }];
        if (field.repeated || around.includes(field.message)) this.#element(one, key, inside);
        else this.#node(one, here, [...around, field.message], inside, row);
      });
    }
    const { need = [], together = [] } = this.subscription;
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
    const isSet = (name: string) =>
      tree.fields.some(([field, value]) => keyOf(tree, field) === name && value !== 0);
    for (const { present, without } of together) {
      if (listOf(present).some(isSet) && !isSet(without)) row.suspect = true;
    }
  }

  #judge(key: string, path: string, value: number, row: Row, around: string): void {
    const { bounds = [], sets = [], together = [], distinct = [], tell = [] } = this.subscription;
    const outside = bounds.some(
      ({ field, max = Number.POSITIVE_INFINITY, min = 0, in: holder = row.typeName }) =>
        field === key && holder === row.typeName && (value > max || value < min),
    );
    const tooLarge = value >= 64 && sets.some(({ field }) => field === key);
    const id = distinct.findLast(({ field }) => field === key);
    const isAsked =
      id !== undefined && (id.in === undefined || id.in === row.typeName) && this.#notes(id.set, value);
    const told = isAsked || tell.includes(key);
    if (told) this.told.push([join(around, path), value]);
    const belongs = together.some(({ present, without }) => without === key || listOf(present).includes(key));
    if (outside || tooLarge) row.suspect = true;
    if (outside || tooLarge || told || (belongs && value > 0)) row.kept.set(path, value);
  }

  /** Whether the id is asked for. */
  #notes(set: string, id: number): boolean {
    const { ids, repeated, asked } = this.#of(set).at(-1)!;
    if (asked.has(id)) {
      ids.add(id);
      return true;
    }
    if (ids.has(id)) repeated.add(id);
    ids.add(id);
    return false;
  }
}

/** Those that are asked for are in the range from the beginning. */
function tallied({ ids, repeated, asked }: Scope): Ids {
  const sorted = [...ids, ...asked].sort((a, b) => a - b);
  return { count: ids.size, least: sorted[0], greatest: sorted.at(-1), repeated: [...repeated] };
}

export function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function join(path: string, segment: string): string {
  return path === '' ? segment : `${path}.${segment}`;
}

/** Whether the scanner has a bit for each singular field: it judges no more than 30 of a message. */
export function isNarrow(fields: readonly FieldTable[]): boolean {
  return fields.filter(({ repeated }) => !repeated).length <= 30;
}
