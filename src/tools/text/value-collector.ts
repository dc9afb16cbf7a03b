import type { ValueSink } from './parse-json.js';
import { textOf } from './parse-string.js';

/** A value that is read as a whole: one of the notations that begin with `$`, with its content. */
export type Value = string | boolean | undefined | NumberText | readonly Value[] | ReadonlyMap<string, Value>;

export class NumberText {
  constructor(readonly text: string) {}
}

/**
 * Maximum depth of collected values: more levels than a message can have. Unknown groups are lists inside
 * objects.
 */
const MAX_LEVELS = 256;

/** Collects values from the parser's calls until the outermost value is complete. */
export class ValueCollector implements ValueSink {
  /** Set when the value is complete. */
  value: Value;
  isWhole = false;
  readonly #open: (Value[] | Map<string, Value>)[] = [];
  readonly #keys: string[] = [];
  #key = '';

  /** @param fail throws an error with the given message */
  constructor(private readonly fail: (message: string) => never) {}

  beginObject(): void {
    this.#begin(new Map());
  }

  beginList(): void {
    this.#begin([]);
  }

  endObject(): void {
    this.#end();
  }

  endList(): void {
    this.#end();
  }

  key(bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    this.#key = textOf(bytes, from, to, escaped, this.fail);
    if ((this.#open.at(-1) as Map<string, Value>).has(this.#key)) this.fail(`${this.#key} is given twice`);
  }

  string(bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    this.#add(textOf(bytes, from, to, escaped, this.fail));
  }

  number(bytes: Uint8Array, from: number, to: number): void {
    this.#add(new NumberText(textOf(bytes, from, to, false, this.fail)));
  }

  literal(value: boolean | undefined): void {
    this.#add(value);
  }

  #begin(container: Value[] | Map<string, Value>): void {
    if (this.#open.length === MAX_LEVELS) this.fail(`more than ${MAX_LEVELS} brackets are open`);
    if (this.#open.length > 0) this.#put(container);
    this.#open.push(container);
    this.#keys.push(this.#key);
  }

  #end(): void {
    const value = this.#open.pop();
    this.#key = this.#keys.pop() as string;
    if (this.#open.length === 0) this.#whole(value);
  }

  #add(value: Value): void {
    if (this.#open.length === 0) this.#whole(value);
    else this.#put(value);
  }

  #put(value: Value): void {
    const container = this.#open.at(-1);
    if (container instanceof Map) container.set(this.#key, value);
    else container?.push(value);
  }

  #whole(value: Value): void {
    this.value = value;
    this.isWhole = true;
  }
}

export function valueKindOf(value: Value): string {
  if (value === undefined) return 'null';
  if (value instanceof NumberText) return 'a number';
  if (value instanceof Map) return 'an object';
  return Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'a string' : 'true or false';
}
