import { joinPath } from '../../base/schema/table.js';
import type { Entry } from '../../read/outline/entries.js';

/**
 * A message that is open on a tape, with its name and the number of elements seen in each of its lists. A
 * singular message in several records is one place, because readers merge it: its lists are counted across
 * the records.
 */
export class QueryPlace {
  #counts: Map<number, number> | undefined;
  #inner: Map<number, QueryPlace> | undefined;
  #path: string | undefined;

  /** @param index index of the element in a repeated field; -1 for a singular field */
  constructor(
    readonly parent: QueryPlace | undefined,
    readonly name: string,
    readonly index: number,
  ) {}

  /** Returns the place of the message in the record at the tape's position. */
  enter({ id, field }: Entry): QueryPlace {
    if (field.repeated) return new QueryPlace(this, field.name, this.count(id));
    let inner = this.#inner?.get(id);
    if (inner === undefined) {
      inner = new QueryPlace(this, field.name, -1);
      this.#inner ??= new Map();
      this.#inner.set(id, inner);
    }
    return inner;
  }

  /** Counts elements of a repeated field. @returns the number of elements before */
  count(id: number, more = 1): number {
    this.#counts ??= new Map();
    const before = this.#counts.get(id) ?? 0;
    this.#counts.set(id, before + more);
    return before;
  }

  /** Path such as `network_groups[0].contexts[2]`; empty for the root. */
  get path(): string {
    this.#path ??= this.#join();
    return this.#path;
  }

  #join(): string {
    const { parent, name, index } = this;
    if (parent === undefined) return '';
    return joinPath(parent.path, index < 0 ? name : `${name}[${index}]`);
  }
}
