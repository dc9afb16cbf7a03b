import type { Plan } from './plan.js';

/** No value so far. */
export const NO_VALUE = -1;

/**
 * Sets of values that differ because each is greater than the one before it, in the elements that are open.
 * Of each set the state is that of the innermost element in which it began anew.
 */
export class Ascents {
  /** Per set: the first value, and the greatest while they ascended; NO_VALUE before the first one. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** Per set: 1 from the first value on that was not greater. */
  readonly broken: Uint8Array;
  /** State of the elements around, three numbers for each set that began anew. */
  readonly #around: number[] = [];

  constructor(private readonly plan: Plan) {
    this.first = new Float64Array(plan.ascents.length);
    this.last = new Float64Array(plan.ascents.length);
    this.broken = new Uint8Array(plan.ascents.length);
  }

  /** A scan begins: its root is where those values belong that are in no other element. */
  start(): void {
    this.#around.length = 0;
    this.first.fill(NO_VALUE);
    this.last.fill(NO_VALUE);
    this.broken.fill(0);
  }

  enter(node: number): void {
    for (const set of this.plan.nodeAscents[node] as readonly number[]) {
      this.#around.push(this.first[set] as number, this.last[set] as number, this.broken[set] as number);
      this.first[set] = NO_VALUE;
      this.last[set] = NO_VALUE;
      this.broken[set] = 0;
    }
  }

  leave(node: number): void {
    const sets = this.plan.nodeAscents[node] as readonly number[];
    for (let i = sets.length - 1; i >= 0; i--) {
      const set = sets[i] as number;
      this.broken[set] = this.#around.pop() as number;
      this.last[set] = this.#around.pop() as number;
      this.first[set] = this.#around.pop() as number;
    }
  }

  /** Whether a set ascends still, with this value. */
  take(set: number, value: number): boolean {
    if (this.broken[set] !== 0) return false;
    const last = this.last[set] as number;
    if (value <= last) {
      this.broken[set] = 1;
      return false;
    }
    if (last === NO_VALUE) this.first[set] = value;
    this.last[set] = value;
    return true;
  }
}
