import { pathStep } from '../../base/schema/path.js';
import type { TextField } from './schema-names.js';

/** A message that is open, and what was being read around it. */
interface Level {
  readonly field: TextField | undefined;
  readonly number: number;
  readonly index: number;
  readonly isList: boolean;
  /** Whether it is a group: unknown, under a number that is known. */
  readonly isGroup: boolean;
  /** The character that ends it. */
  readonly closer: number;
}

/** Where a reader of text format is: the field that is being read, and the messages around it. */
export class TextprotoLevels {
  /** The field that is being read; undefined for an unknown one, which has a number. */
  field: TextField | undefined;
  number = 0;
  /** Of a repeated field: which element. */
  index = 0;
  /** Whether it is in a list in brackets. */
  isList = false;

  readonly #around: Level[] = [];
  /** Of repeated fields: elements so far, for paths. By depth. */
  readonly #counts: Map<number, number>[] = [new Map()];

  /** Messages that are open. */
  get depth(): number {
    return this.#around.length;
  }

  /** The character that ends the innermost message. */
  get closer(): number | undefined {
    return this.#around.at(-1)?.closer;
  }

  /** Another element of the field, which is repeated. */
  count(field: TextField): void {
    const counts = this.#counts[this.depth] as Map<number, number>;
    this.index = counts.get(field.index) ?? 0;
    counts.set(field.index, this.index + 1);
  }

  /** The field holds a message, which begins. */
  enter(closer: number, isGroup: boolean): void {
    const { field, number, index, isList } = this;
    this.#around.push({ field, number, index, isList, isGroup, closer });
    const counts = this.#counts[this.depth];
    if (counts === undefined) this.#counts[this.depth] = new Map();
    else if (counts.size > 0) counts.clear();
    this.isList = false;
    this.field = undefined;
  }

  /** The innermost message ends: the field that holds it is being read again. @returns whether it was a group */
  leave(): boolean {
    const { field, number, index, isList, isGroup } = this.#around.pop() as Level;
    this.field = field;
    this.number = number;
    this.index = index;
    this.isList = isList;
    return isGroup;
  }

  /** @param isInField whether the field is part of it, and not just the message that it is in */
  path(isInField: boolean): string {
    return [...this.#around, ...(isInField ? [this] : [])].map(stepOf).join('.');
  }
}

function stepOf({ field, number, index }: Pick<Level, 'field' | 'number' | 'index'>): string {
  return pathStep(field?.field, number, index);
}
