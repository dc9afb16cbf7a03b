import type { Plan } from '../scan/plan.js';
import { NO_BIT } from './layout.js';

/** A bit that no field sets: a message that needs this bit is never clean. */
const NEVER = 1 << 30;

/**
 * Meaning of a mask's bits while the kernel reads a message of one node. Singular fields have the bits of the
 * plan; further conditions use free bits.
 */
export class RowBits {
  /**
   * At the end of a message, all bits in `all` must be set, and also one of the bits in `one`, unless `one`
   * is 0.
   */
  one = 0;
  all = 0;
  /** If one of the bits in `present` is set, one of the bits in `others` must be set. */
  present = 0;
  others = 0;
  /** By entry: bit number of a repeated field that must not be empty. */
  readonly #lists = new Map<number, number>();
  /** By entry: bit number of a varint that is not 0. */
  readonly #flags = new Map<number, number>();
  readonly #refused = new Set<number>();
  #taken: number;

  constructor(
    private readonly plan: Plan,
    node: number,
    private readonly entries: readonly number[],
  ) {
    this.#taken = entries.reduce((mask, entry) => mask | (plan.entryBit[entry] as number), 0);
    for (const need of plan.nodeNeeds[node] as readonly number[]) {
      if ((need & (need - 1)) === 0) this.all |= need;
      else if (this.one === 0) this.one = need;
      else this.all |= NEVER;
    }
    for (const list of plan.nodeLists[node] as readonly number[]) {
      const number = this.#take();
      this.all |= number < 0 ? NEVER : 1 << number;
      if (number >= 0) this.#lists.set(list, number);
    }
    this.#belong(node);
  }

  /** Returns the number of the field's bit in a mask; NO_BIT if no rule checks the field. */
  numberOf(entry: number): number {
    const bit = this.plan.entryBit[entry] as number;
    return bit === 0 ? (this.#lists.get(entry) ?? NO_BIT) : 31 - Math.clz32(bit);
  }

  /** Returns the number of the bit for a nonzero varint; undefined if no rule checks it. */
  flagOf(entry: number): number | undefined {
    return this.#flags.get(entry);
  }

  /** True if bits cannot express all conditions on the field. */
  refuses(entry: number): boolean {
    return this.#refused.has(entry);
  }

  /** Reserves a free bit and returns its number; -1 if all bits are in use. */
  #take(): number {
    const free = ~this.#taken & (NEVER - 1);
    if (free === 0) return -1;
    const number = 31 - Math.clz32(free);
    this.#taken |= 1 << number;
    return number;
  }

  /**
   * Adds the condition for the node's first group of fields that belong together; the fields of further
   * groups stay undecided.
   */
  #belong(node: number): void {
    const [first, ...further] = this.plan.nodeTogether[node] as Plan['nodeTogether'][number];
    for (const { presentKept, presentSeen } of further) this.#refuse(presentKept | presentSeen);
    if (first === undefined) return;
    const { presentKept, presentSeen, withoutKept, withoutSeen } = first;
    const present = this.#take();
    const others = this.#take();
    if (present < 0 || others < 0) {
      this.#refuse(presentKept | presentSeen);
      return;
    }
    this.#refuse(presentKept & withoutKept);
    this.present = presentSeen | (1 << present);
    this.others = withoutSeen | (1 << others);
    for (const entry of this.#of(presentKept)) this.#flags.set(entry, present);
    for (const entry of this.#of(withoutKept)) this.#flags.set(entry, others);
  }

  #of(mask: number): readonly number[] {
    return this.entries.filter((entry) => ((this.plan.entryBit[entry] as number) & mask) !== 0);
  }

  #refuse(mask: number): void {
    for (const entry of this.#of(mask)) this.#refused.add(entry);
  }
}
