import { MAX_DEPTH } from '../../base/wire/limits.js';
import { includesElement, type Selector } from '../../read/select/selector.js';
import type { Row } from './row.js';

export interface ShownRows {
  /** The selected records are shown with their content. */
  readonly selector?: Selector | undefined;
  /** Absolute offset: rows with a byte in [from, to) are shown, and the enclosing messages. */
  readonly from?: number;
  /** Absolute offset before which rows begin (default: the end of the file). */
  readonly to?: number;
  /** Messages at this depth are not expanded: 0 shows the records of the root. */
  readonly depth?: number;
}

/** Follows a walk, and decides which rows to show. */
export class Choice {
  /**
   * Number of the selector's steps that the enclosing message matches, by depth; -1 if it is not on the path.
   */
  readonly #matched = new Int32Array(MAX_DEPTH + 3);
  readonly #from: number;
  readonly #to: number;
  readonly #depth: number;
  readonly #selector: Selector | undefined;

  constructor({ selector, from = 0, to = Number.POSITIVE_INFINITY, depth = MAX_DEPTH + 1 }: ShownRows) {
    this.#selector = selector === undefined || selector.steps.length === 0 ? undefined : selector;
    this.#from = from;
    this.#to = to;
    this.#depth = depth;
  }

  /** True if there is a selector, which excludes all rows outside of the message. */
  get selects(): boolean {
    return this.#selector !== undefined;
  }

  /** True if no row from this offset on can be selected. */
  isPast(offset: number): boolean {
    return offset >= this.#to;
  }

  /** True if the message of a row should be expanded. Call this for every message before it is entered. */
  enters(row: Row): boolean {
    const { offset, headLength, claimed, depth } = row;
    const matched = this.#match(row);
    this.#matched[depth + 1] = matched;
    if (depth >= this.#depth || matched < 0) return false;
    const start = offset + headLength;
    return start < this.#to && start + claimed > this.#from;
  }

  /** True if a row should be shown. Call this for every row. */
  shows(row: Row): boolean {
    const { kind, offset, length, headLength, claimed, depth } = row;
    const end = kind === 'message' ? offset + headLength + claimed : offset + Math.max(length, 1);
    if (offset >= this.#to || end <= this.#from) return false;
    if (this.#selector === undefined) return true;
    if (kind === 'header' || kind === 'section') return false;
    const { steps } = this.#selector;
    if (kind === 'broken') return (this.#matched[depth] as number) >= steps.length;
    if (kind === 'group-end') return (this.#matched[depth + 1] as number) >= steps.length;
    const matched = this.#match(row);
    if (kind === 'group') this.#matched[depth + 1] = matched;
    return matched >= steps.length;
  }

  #match({ depth, number, field, index, wireType }: Row): number {
    const { steps } = this.#selector ?? NO_STEPS;
    const around = this.#matched[depth] as number;
    const step = steps[around];
    if (around < 0 || step === undefined) return around;
    if (step.number !== number || (step.field === undefined) !== (field === undefined)) return -1;
    // A packed list is one record, which contains all selected elements.
    const isList = wireType === 2 && field !== undefined && field.message < 0;
    const isMeant = field?.repeated !== true || isList || includesElement(step.elements, index);
    return isMeant ? around + 1 : -1;
  }
}

const NO_STEPS = { steps: [] } as const;
