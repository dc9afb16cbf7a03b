import { joinPath } from '../../base/schema/table.js';
import type { Entry } from '../../read/outline/entries.js';
import { IS_RECURSIVE_TYPE } from './ids.js';

/**
 * A message that is open, with the number of elements seen in each of its lists. A singular message in
 * several records is one place, because readers merge it: its lists are counted across the records. Places
 * are used again for the next element of a list, since files have millions of elements.
 */
export class StatsPlace {
  /** Index of the element in a repeated field; -1 for a singular field. */
  #index = -1;
  /** Number that changes when the place stands for another message. */
  #round = 0;
  /** `#round` of the parent when the place was entered. */
  #around = 0;
  #inner: StatsPlace[] = [];

  /** @param isList true for an element of a repeated field */
  constructor(
    readonly parent?: StatsPlace,
    private readonly name = '',
    private readonly isList = false,
    private readonly isRecursive = false,
  ) {}

  /** Returns the place of the next message in a field. */
  enter({ place, field }: Entry): StatsPlace {
    this.#inner[place] ??= new StatsPlace(
      this,
      field.name,
      field.repeated,
      IS_RECURSIVE_TYPE[field.message] === 1,
    );
    const inner = this.#inner[place];
    if (inner.#around !== this.#round) {
      inner.#around = this.#round;
      inner.#index = -1;
      inner.#round++;
    }
    if (inner.isList) {
      inner.#index++;
      inner.#round++;
      // Recursive messages could have a different place for every message of a file.
      if (inner.isRecursive) inner.#inner = [];
    }
    return inner;
  }

  /** Path such as `network_groups[0].contexts[2]`; empty for the root. */
  get path(): string {
    const { parent, name } = this;
    if (parent === undefined) return '';
    return joinPath(parent.path, this.isList ? `${name}[${this.#index}]` : name);
  }
}
