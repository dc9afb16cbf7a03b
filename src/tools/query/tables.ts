import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { MessageView } from '../../read/model/message-view.js';
import type { Aggregate, QueryColumn, Question } from './question.js';
import { type Current, rowOffset, selectedPath } from './row.js';
import { NUMBER_TYPE, type QueryJson, type QueryValue, showField, showMessage, showValue } from './value.js';

/** One result row. */
export interface QueryRow {
  /** Name of the file, as given to the query. */
  readonly file: string;
  /** Exact path of the selected part. */
  readonly path: string;
  /**
   * Absolute offset of the selected part's record, tag included; null for an absent field with its default.
   */
  readonly offset: number | null;
  /**
   * Enum values are names, 64-bit numbers are strings, blobs are sizes, and messages are their fields, one
   * level deep. Null only in a column, if a message on the column's path is missing.
   */
  readonly value: QueryJson;
  /** Values by the text of each column. */
  readonly columns: Readonly<Record<string, QueryJson>>;
}

/** A group of equal rows, with their number. */
export interface QueryGroup {
  /** Values by the text of each grouping expression. */
  readonly group: Readonly<Record<string, QueryJson>>;
  /** Number of rows. */
  readonly count: number;
  /** Exact sums by the text of each expression; null if no row had a value. */
  readonly sum?: Readonly<Record<string, QueryJson>>;
  /** Least values by the text of each expression; null if no row had a value. */
  readonly min?: Readonly<Record<string, QueryJson>>;
  /** Largest values by the text of each expression; null if no row had a value. */
  readonly max?: Readonly<Record<string, QueryJson>>;
}

export function rowOf(current: Current, question: Question): QueryRow {
  const { scope, columns } = question;
  return {
    file: current.file,
    path: selectedPath(current, scope),
    offset: rowOffset(current, scope),
    value: shownValue(current, question),
    columns: Object.fromEntries(columns.map((column) => [column.text, shown(column, current)])),
  };
}

function shownValue(current: Current, { scope: { selected } }: Question): QueryJson {
  if (selected !== undefined) return showField(current.value, selected);
  return showMessage(current.views.at(-1) as MessageView);
}

function shown({ type, evaluate }: QueryColumn, current: Current): QueryJson {
  return showValue(evaluate(current), type);
}

const MAX_GROUPS = 1_000_000;

interface Sums {
  readonly group: Readonly<Record<string, QueryJson>>;
  count: number;
  readonly sum: (Exact | undefined)[];
  readonly min: QueryValue[];
  readonly max: QueryValue[];
}

/**
 * Groups by the value of the first expression; for each value, the groups by the value of the next
 * expression.
 */
type Groups = Map<unknown, Groups | Sums>;

/** Counts rows of any number of files: `tabulate` adds one file. */
export class QueryTable {
  readonly #all: Sums[] = [];
  readonly #groups: Groups = new Map();
  readonly #aggregate: Aggregate;

  /**
   * @param question a question that counts: `count`, `groupBy`, `sum`, `min` or `max`
   * @throws ProtomdlError `query-invalid` for any other question
   */
  constructor(readonly question: Question) {
    const { aggregate } = question;
    if (aggregate === undefined) throw new ProtomdlError('query-invalid', 'the question counts nothing');
    this.#aggregate = aggregate;
  }

  /**
   * @internal
   * @throws ProtomdlError `query-too-large` past a million different groups
   */
  add(current: Current): void {
    const { sum, min, max, groupBy } = this.#aggregate;
    const sums = this.#groupOf(current, groupBy);
    sums.count++;
    for (const [i, column] of sum.entries()) {
      const value = column.evaluate(current);
      if (value !== undefined) sums.sum[i] = (sums.sum[i] ?? new Exact()).plus(value);
    }
    for (const [i, column] of min.entries())
      sums.min[i] = chosen(sums.min[i], column.evaluate(current), false);
    for (const [i, column] of max.entries())
      sums.max[i] = chosen(sums.max[i], column.evaluate(current), true);
  }

  /** Returns the groups with the most rows first; equal groups in the order of their first rows. */
  groups(): QueryGroup[] {
    const { sum, min, max } = this.#aggregate;
    const named = (columns: readonly QueryColumn[], value: (i: number) => QueryJson) =>
      Object.fromEntries(columns.map(({ text }, i) => [text, value(i)]));
    return [...this.#all]
      .sort((a, b) => b.count - a.count)
      .map((sums) => ({
        group: sums.group,
        count: sums.count,
        ...(sum.length > 0 ? { sum: named(sum, (i) => sums.sum[i]?.shown ?? null) } : {}),
        ...(min.length > 0
          ? { min: named(min, (i) => showValue(sums.min[i], min[i]?.type ?? NUMBER_TYPE)) }
          : {}),
        ...(max.length > 0
          ? { max: named(max, (i) => showValue(sums.max[i], max[i]?.type ?? NUMBER_TYPE)) }
          : {}),
      }));
  }

  /**
   * Returns the sums of the row's group. Values are looked up directly, because converting every row to text
   * takes longer than reading it.
   */
  #groupOf(current: Current, groupBy: readonly QueryColumn[] | undefined): Sums {
    const columns = groupBy ?? this.question.columns;
    const values = columns.map(({ evaluate }) => evaluate(current));
    // Two blobs or two messages count as the same value if their displayed forms are equal.
    const own = groupBy === undefined ? keyOf(current, this.question) : '';
    let groups = this.#groups;
    for (const value of values) {
      let inner = groups.get(value);
      if (inner === undefined) {
        inner = new Map();
        groups.set(value, inner);
      }
      groups = inner as Groups;
    }
    const found = groups.get(own);
    if (found !== undefined) return found as Sums;
    if (this.#all.length >= MAX_GROUPS) {
      throw new ProtomdlError('query-too-large', 'more than 1,000,000 different groups');
    }
    const group = Object.fromEntries(columns.map(({ text, type }, i) => [text, showValue(values[i], type)]));
    const sums: Sums = {
      group: groupBy === undefined ? { value: shownValue(current, this.question), ...group } : group,
      count: 0,
      sum: [],
      min: [],
      max: [],
    };
    groups.set(own, sums);
    this.#all.push(sums);
    return sums;
  }
}

function keyOf(current: Current, question: Question): unknown {
  const { selected } = question.scope;
  const isPlain = selected !== undefined && typeof current.value !== 'object';
  return isPlain ? current.value : JSON.stringify(shownValue(current, question));
}

/** A sum without loss of digits for whole numbers. */
class Exact {
  #whole = 0n;
  #fraction = 0;
  #isWhole = true;

  plus(value: QueryValue): this {
    if (typeof value === 'bigint') this.#whole += value;
    else if (Number.isInteger(value)) this.#whole += BigInt(value as number);
    else {
      this.#isWhole = false;
      this.#fraction += Number(value);
    }
    return this;
  }

  /** The sum; as a string if a double cannot hold it. */
  get shown(): QueryJson {
    if (!this.#isWhole) return showValue(Number(this.#whole) + this.#fraction, NUMBER_TYPE);
    const number = Number(this.#whole);
    return Number.isSafeInteger(number) ? number : String(this.#whole);
  }
}

function chosen(before: QueryValue, value: QueryValue, isLargest: boolean): QueryValue {
  if (value === undefined) return before;
  if (before === undefined) return value;
  return (isLargest ? value > before : value < before) ? value : before;
}
