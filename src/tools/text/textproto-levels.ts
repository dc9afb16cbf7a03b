import { pathStep } from '../../base/schema/table.js';
import type { TextField } from './schema-names.js';

/** An open message, and the reader's state in the enclosing message. */
interface Level {
  readonly field: TextField | undefined;
  readonly number: number;
  readonly index: number;
  readonly isList: boolean;
  /** True for a group: an unknown field with the number of a known field. */
  readonly isGroup: boolean;
  /** The character that ends the message. */
  readonly closer: number;
}

/** Position of a reader of text format: the field that is being read, and the messages around it. */
export class TextprotoLevels {
  /** The field that is being read; undefined for an unknown field, which only has a number. */
  field: TextField | undefined;
  number = 0;
  /** Index of the element, for a repeated field. */
  index = 0;
  /** True inside a list in brackets. */
  isList = false;

  readonly #around: Level[] = [];
  /** Number of elements of each repeated field, for paths. Each depth has a map. */
  readonly #counts: Map<number, number>[] = [new Map()];

  get depth(): number {
    return this.#around.length;
  }

  /** The character that ends the innermost message. */
  get closer(): number | undefined {
    return this.#around.at(-1)?.closer;
  }

  /** Counts another element of a repeated field. */
  count(field: TextField): void {
    const counts = this.#counts[this.depth] as Map<number, number>;
    this.index = counts.get(field.index) ?? 0;
    counts.set(field.index, this.index + 1);
  }

  /** Opens the message that the field holds. */
  enter(closer: number, isGroup: boolean): void {
    const { field, number, index, isList } = this;
    this.#around.push({ field, number, index, isList, isGroup, closer });
    const counts = this.#counts[this.depth];
    if (counts === undefined) this.#counts[this.depth] = new Map();
    else if (counts.size > 0) counts.clear();
    this.isList = false;
    this.field = undefined;
  }

  /** Ends the innermost message and returns to the field that holds it. @returns true for a group */
  leave(): boolean {
    const { field, number, index, isList, isGroup } = this.#around.pop() as Level;
    this.field = field;
    this.number = number;
    this.index = index;
    this.isList = isList;
    return isGroup;
  }

  /** @param isInField true to include the field itself, and not just its message */
  path(isInField: boolean): string {
    return [...this.#around, ...(isInField ? [this] : [])].map(stepOf).join('.');
  }
}

function stepOf({ field, number, index }: Pick<Level, 'field' | 'number' | 'index'>): string {
  return pathStep(field?.field, number, index);
}
