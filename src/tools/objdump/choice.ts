import { MAX_DEPTH } from '../../base/wire/limits.js';
import { includesElement, type Selector } from '../../read/select/selector.js';
import type { Row } from './row.js';

/** Which rows are shown. */
export interface ShownRows {
  /** What these stand for, and all in it. */
  readonly selector?: Selector | undefined;
  /** Rows with a byte in [from, to), and the messages around them. */
  readonly from?: number;
  /** Absolute offset that rows begin before (default: the end of the file). */
  readonly to?: number;
  /** Messages this deep are not looked into: 0 shows the records of the root. */
  readonly depth?: number;
}

/** Follows a walk, and says of each row whether it was asked for. */
export class Choice {
  /** How many steps of the selector the message around rows of a depth is; -1 where it is not on the way. */
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

  /** Whether there is a selector: then what lies around the message is not meant. */
  get selects(): boolean {
    return this.#selector !== undefined;
  }

  /** Whether nothing from here on can be asked for. */
  isPast(offset: number): boolean {
    return offset >= this.#to;
  }

  /** To be asked of every message before it is entered. */
  enters(row: Row): boolean {
    const { offset, headLength, claimed, depth } = row;
    const matched = this.#match(row);
    this.#matched[depth + 1] = matched;
    if (depth >= this.#depth || matched < 0) return false;
    const start = offset + headLength;
    return start < this.#to && start + claimed > this.#from;
  }

  /** To be asked of every row. */
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
    // Elements of a packed list are in one record.
    const isList = wireType === 2 && field !== undefined && field.message < 0;
    const isMeant = field?.repeated !== true || isList || includesElement(step.elements, index);
    return isMeant ? around + 1 : -1;
  }
}

const NO_STEPS = { steps: [] } as const;
