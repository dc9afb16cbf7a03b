import type { FieldTable, SchemaTables } from '../../base/schema/table.js';
import type { Plan } from '../../read/scan/plan.js';

/**
 * A plan that another process made: making one takes 3 ms while all code runs for the first time, a tenth of
 * the validation of a small file, and reviving it takes a quarter of that. The build prepares the plan that
 * the command needs for nearly every file (scripts/build.ts).
 *
 * The format has columns, independent of their meaning: numbers in a typed array, or a list in which few
 * values repeat.
 */
export interface PreparedPlan {
  /** Plain JSON. */
  readonly columns: Readonly<Record<string, Column>>;
  /** The numbers of all columns. It has a buffer of its own. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A slice of the numbers of all columns: type of storage, and position in bytes. */
interface Numbers {
  readonly kept: keyof typeof TYPES;
  readonly at: number;
  readonly length: number;
}

type Column =
  | { readonly type: keyof typeof TYPES; readonly numbers: Numbers }
  /** A typed array of zeros, except for some places. */
  | {
      readonly type: keyof typeof TYPES;
      readonly length: number;
      readonly places: Numbers;
      readonly numbers: Numbers;
    }
  /** A list of values, in runs. */
  | { readonly values: readonly Value[]; readonly runs: Numbers }
  /**
   * A list of fields, in runs of numbers of the schema's fields; the number after the last one stands for no
   * field.
   */
  | { readonly fields: true; readonly runs: Numbers }
  | { readonly map: Value };

/** Fields stand for their number among all fields of the schema. A list of pairs is a map. */
type Value =
  | { readonly plain: unknown }
  | { readonly pairs: readonly (readonly [number, unknown])[] }
  | { readonly fieldPairs: readonly (readonly [number, number])[] };

const TYPES = { Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Float64Array } as const;
type Typed = InstanceType<(typeof TYPES)[keyof typeof TYPES]>;
/** Alignment of numbers in bytes, which suits every type. */
const ALIGNMENT = 8;

/** @throws Error for a plan with a value that no column can hold */
export function preparePlan(plan: Plan): PreparedPlan {
  const writer = new ColumnWriter(plan.schema);
  const columns: Record<string, Column> = {};
  for (const [name, value] of Object.entries(plan)) {
    if (value !== plan.schema) columns[name] = writer.column(value);
  }
  return { columns, bytes: writer.bytes() };
}

class ColumnWriter {
  readonly #parts: Uint8Array[] = [];
  #size = 0;
  readonly #fields: ReadonlyMap<unknown, number>;

  constructor(schema: SchemaTables) {
    this.#fields = new Map(fieldsOf(schema).map((field, number) => [field, number]));
  }

  column(value: unknown): Column {
    if (ArrayBuffer.isView(value)) return this.#typed(value as Typed);
    if (!Array.isArray(value)) return { map: this.#value(value) };
    if (value.some((item) => this.#fields.has(item))) {
      const numbers = value.map((item) => this.#fields.get(item) ?? this.#fields.size);
      return { fields: true, runs: this.#runs(numbers) };
    }
    const places = new Map<string, number>();
    const values: Value[] = [];
    const items = value.map((item) => {
      const written = this.#value(item);
      const text = JSON.stringify(written);
      if (!places.has(text)) places.set(text, values.push(written) - 1);
      return places.get(text) as number;
    });
    return { values, runs: this.#runs(items) };
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#parts.flatMap((part) => [...part]));
  }

  #typed(value: Typed): Column {
    const type = value.constructor.name as keyof typeof TYPES;
    const numbers = [...value];
    const places = numbers.flatMap((number, place) => (Object.is(number, 0) ? [] : [place]));
    if (places.length * 4 > numbers.length) return { type, numbers: this.#numbers(numbers) };
    return {
      type,
      length: numbers.length,
      places: this.#numbers(places),
      numbers: this.#numbers(places.map((place) => numbers[place] as number)),
    };
  }

  /** Returns runs of consecutive items: see `listOf`. */
  #runs(items: readonly number[]): Numbers {
    const runs: number[] = [];
    for (let at = 0, count = 1; at < items.length; at += count, count = 1) {
      const first = items[at] as number;
      const step = items[at + 1] === first + 1 ? 1 : 0;
      while (items[at + count] === first + step * count) count++;
      runs.push(first, count, step);
    }
    return this.#numbers(runs);
  }

  /** Stores numbers in the smallest type that fits. */
  #numbers(numbers: readonly number[]): Numbers {
    const kept = Object.keys(TYPES).find((type) => {
      const array = new TYPES[type as keyof typeof TYPES](numbers);
      return numbers.every((number, i) => Object.is(number, array[i]));
    }) as keyof typeof TYPES;
    const { buffer, byteLength } = new TYPES[kept](numbers);
    const part = new Uint8Array(Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT);
    part.set(new Uint8Array(buffer));
    const at = this.#size;
    this.#parts.push(part);
    this.#size += part.length;
    return { kept, at, length: numbers.length };
  }

  #value(value: unknown): Value {
    if (value instanceof Map) {
      const pairs = [...(value as Map<number, unknown>)];
      if (pairs.some(([, item]) => this.#fields.has(item))) {
        return { fieldPairs: pairs.map(([key, item]) => [key, this.#fields.get(item) as number]) };
      }
      return { pairs: pairs.map(([key, item]) => [key, plain(item)]) };
    }
    return { plain: plain(value) };
  }
}

/** @throws Error for a value that JSON would change */
function plain(value: unknown): unknown {
  if (typeof value === 'string' || Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  }
  throw new Error(`no column holds ${String(value)}`);
}

/**
 * Turns the columns into the plan: V8 turns an object into a dictionary if this many members are added by
 * name, and every element would be looked up in the dictionary.
 * @param prepared a value fresh from JSON, which this call changes
 * @param schema the schema that the plan was made from
 */
export function revivePlan({ columns, bytes: { buffer } }: PreparedPlan, schema: SchemaTables): Plan {
  const fields = fieldsOf(schema);
  const read = ({ kept, at, length }: Numbers) => new TYPES[kept](buffer, at, length);
  const plan: Record<string, unknown> = columns;
  plan.schema = schema;
  for (const name in columns) {
    if (name === 'schema') continue;
    const column = columns[name] as Column;
    if ('map' in column) plan[name] = revived(column.map, fields);
    else if ('values' in column) {
      plan[name] = listOf(
        column.values.map((value) => revived(value, fields)),
        read(column.runs),
      );
    } else if ('fields' in column) plan[name] = listOf([...fields, undefined], read(column.runs));
    else if (!('places' in column)) plan[name] = new TYPES[column.type](read(column.numbers));
    else {
      const all = new TYPES[column.type](column.length);
      const [places, numbers] = [read(column.places), read(column.numbers)];
      for (let i = 0; i < places.length; i++) all[places[i] as number] = numbers[i] as number;
      plan[name] = all;
    }
  }
  return plan as unknown as Plan;
}

/** All fields of all messages, in the order of the schema. */
function fieldsOf({ messages }: SchemaTables): readonly FieldTable[] {
  const all: FieldTable[] = [];
  for (const { fields } of messages) all.push(...fields);
  return all;
}

/**
 * Builds a list from runs: index in `values`, number of items, and step: neighbours (1) or the same again
 * (0). By runs and not by items, because a loop of thousands would be hot enough to be compiled: 2 ms. The
 * list grows as it is filled: a list created with holes stays slower to read.
 */
function listOf(values: readonly unknown[], runs: Typed): unknown[] {
  const list: unknown[] = [];
  for (let i = 0; i < runs.length; i += 3) {
    const from = runs[i] as number;
    const count = runs[i + 1] as number;
    if (count === 1) list.push(values[from]);
    else if (runs[i + 2] === 1) list.push(...values.slice(from, from + count));
    else list.push(...new Array(count).fill(values[from]));
  }
  return list;
}

function revived(value: Value, fields: readonly FieldTable[]): unknown {
  if ('plain' in value) return value.plain;
  if ('pairs' in value) return new Map<number, unknown>(value.pairs);
  return new Map(value.fieldPairs.map((pair) => [pair[0], fields[pair[1]]]));
}
