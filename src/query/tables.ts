import { ProtomdlError } from '../diagnostics/error.js';
import type { MessageView } from '../model/message-view.js';
import type { Column, Question } from './question.js';
import { type Current, offsetOf, pathOf } from './row.js';
import { NUMBER, type ShownValue, showField, showMessage, showValue, type Value } from './value.js';

/** One answer. */
export interface QueryRow {
  readonly file: string;
  /** Exact path of what was selected. */
  readonly path: string;
  /** Absolute offset of its record, tag included; null where it is not written, and has its default. */
  readonly offset: number | null;
  /**
   * Names of enum values, 64-bit numbers as strings, the size of blobs, and of a message what is set in it, one level
   * deep. Null only in columns: where a message on the way is not there.
   */
  readonly value: ShownValue;
  /** By the text of each column. */
  readonly columns: Readonly<Record<string, ShownValue>>;
}

/** Rows that say the same, counted. */
export interface QueryGroup {
  /** By the text of each expression that they were grouped by. */
  readonly group: Readonly<Record<string, ShownValue>>;
  readonly count?: number;
  /** By the text of each expression. Sums are exact; null where no row had a value. */
  readonly sum?: Readonly<Record<string, ShownValue>>;
  readonly min?: Readonly<Record<string, ShownValue>>;
  readonly max?: Readonly<Record<string, ShownValue>>;
}

export function rowOf(current: Current, question: Question): QueryRow {
  const { scope, columns } = question;
  return {
    file: current.file,
    path: pathOf(current, scope),
    offset: offsetOf(current, scope),
    value: shownValue(current, question),
    columns: Object.fromEntries(columns.map((column) => [column.text, shown(column, current)])),
  };
}

function shownValue(current: Current, { scope: { selected } }: Question): ShownValue {
  if (selected !== undefined) return showField(current.value, selected);
  return showMessage(current.views.at(-1) as MessageView);
}

function shown({ type, evaluate }: Column, current: Current): ShownValue {
  return showValue(evaluate(current), type);
}

/** Different groups that are kept in mind. */
const MAX_GROUPS = 1_000_000;

interface Sums {
  readonly group: Readonly<Record<string, ShownValue>>;
  count: number;
  readonly sum: (Exact | undefined)[];
  readonly min: Value[];
  readonly max: Value[];
}

/** Counts rows of any number of files. */
export class QueryTable {
  readonly #groups = new Map<string, Sums>();

  /** @param question one with an aggregate */
  constructor(private readonly question: Question) {}

  /** @throws ProtomdlError `query-too-large` past a million different groups */
  add(current: Current): void {
    const { aggregate } = this.question;
    if (aggregate === undefined) throw new Error('a question without an aggregate');
    const { groupBy, sum, min, max } = aggregate;
    const group =
      groupBy === undefined
        ? this.#self(current)
        : Object.fromEntries(groupBy.map((column) => [column.text, shown(column, current)]));
    const key = JSON.stringify(group);
    let sums = this.#groups.get(key);
    if (sums === undefined) {
      if (this.#groups.size >= MAX_GROUPS) {
        throw new ProtomdlError('query-too-large', 'more than 1,000,000 different groups');
      }
      sums = { group, count: 0, sum: [], min: [], max: [] };
      this.#groups.set(key, sums);
    }
    sums.count++;
    for (const [i, column] of sum.entries()) {
      const value = column.evaluate(current);
      if (value !== undefined) sums.sum[i] = (sums.sum[i] ?? new Exact()).plus(value);
    }
    for (const [i, column] of min.entries()) sums.min[i] = chosen(sums.min[i], column.evaluate(current), -1);
    for (const [i, column] of max.entries()) sums.max[i] = chosen(sums.max[i], column.evaluate(current), 1);
  }

  /** Groups with most rows first; of equal ones in the order of their first rows. */
  groups(): QueryGroup[] {
    const { aggregate } = this.question;
    if (aggregate === undefined) return [];
    const { count, sum, min, max } = aggregate;
    const named = (columns: readonly Column[], value: (i: number) => ShownValue) =>
      Object.fromEntries(columns.map(({ text }, i) => [text, value(i)]));
    return [...this.#groups.values()]
      .sort((a, b) => b.count - a.count)
      .map((sums) => ({
        group: sums.group,
        ...(count ? { count: sums.count } : {}),
        ...(sum.length > 0 ? { sum: named(sum, (i) => sums.sum[i]?.shown ?? null) } : {}),
        ...(min.length > 0 ? { min: named(min, (i) => showValue(sums.min[i], min[i]?.type ?? NUMBER)) } : {}),
        ...(max.length > 0 ? { max: named(max, (i) => showValue(sums.max[i], max[i]?.type ?? NUMBER)) } : {}),
      }));
  }

  #self(current: Current): Record<string, ShownValue> {
    const { columns } = this.question;
    const own = Object.fromEntries(columns.map((column) => [column.text, shown(column, current)]));
    return { value: shownValue(current, this.question), ...own };
  }
}

/** A sum that whole numbers do not lose digits in. */
class Exact {
  #whole = 0n;
  #fraction = 0;
  #isWhole = true;

  plus(value: Value): this {
    if (typeof value === 'bigint') this.#whole += value;
    else if (Number.isInteger(value)) this.#whole += BigInt(value as number);
    else {
      this.#isWhole = false;
      this.#fraction += Number(value);
    }
    return this;
  }

  /** A string where a double cannot hold it. */
  get shown(): ShownValue {
    if (!this.#isWhole) return showValue(Number(this.#whole) + this.#fraction, NUMBER);
    const number = Number(this.#whole);
    return Number.isSafeInteger(number) ? number : String(this.#whole);
  }
}

function chosen(before: Value, value: Value, sign: 1 | -1): Value {
  if (value === undefined) return before;
  if (before === undefined) return value;
  return (sign > 0 ? value > before : value < before) ? value : before;
}
