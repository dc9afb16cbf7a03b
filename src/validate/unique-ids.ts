import {
  type FileFacts,
  type HeardIds,
  MAX_ID_PLACES,
  type Occurrences,
  type Place,
} from '../rules/facts/index.js';
import { type AskedIds, type Distinct, MAX_REPEATED_IDS } from '../scan/index.js';

/** Sets of ids, as rules call them. */
export const TRIGGER_IDS = 'trigger-id';
export const ACTION_IDS = 'action-id';

/** Where an id is: offset and length of its record, list, operation, action, whether it is written. */
const PLACE_NUMBERS = 6;
/** Instead of an action's number: the id is the operation's trigger's. */
export const TRIGGER_ID = -1;
/** Places of one id that are remembered: as many as a report names. */
const MAX_PLACES = 17;
const NO_ID = -1;

/**
 * Unique ids of one kind in a core op that are told one by one, in the order of the file: where the file can be
 * gone through again those that repeat, and otherwise all, for nobody knows which will.
 */
export class UniqueIds implements HeardIds {
  /** Places of the first ids, where all are told. */
  readonly #ids: number[] = [];
  readonly #places: number[] = [];
  /** Whether there are ids without. */
  #isFull = false;
  /** Those that another one took the place of, of which there may be no occurrence. */
  readonly #overwritten = new Set<number>();
  readonly #repeated = new Map<number, Occurrences>();
  // The one that was told last, while another may take its place:
  #last = NO_ID;
  #lastElement = 0;
  #lastRepeats = false;
  #lastIsEarly = false;
  readonly #lastPlace: number[] = [];

  /**
   * @param lists paths of lists of operations, by their numbers
   * @param set of `distinct`, where what is told was noted before
   * @param all whether all are told
   */
  constructor(
    private readonly lists: readonly string[],
    private readonly distinct: Distinct,
    private readonly set: number,
    private readonly all: boolean,
  ) {}

  get duplicates(): readonly Occurrences[] {
    return [...this.#repeated.values()].filter(({ count }) => count > 1);
  }

  /**
   * @param place PLACE_NUMBERS numbers; the caller's to use again
   * @param element where the action or operation begins
   * @param again whether it takes the place of another one in it: the last counts
   */
  add(id: number, place: readonly number[], element: number, again: boolean): void {
    if (again && this.#last !== NO_ID && element === this.#lastElement) {
      if (this.#overwritten.size < MAX_REPEATED_IDS) this.#overwritten.add(this.#last);
    } else {
      this.end();
    }
    this.#last = id;
    this.#lastElement = element;
    this.#lastRepeats = this.distinct.repeats(this.set, id);
    this.#lastIsEarly = this.distinct.count(this.set) <= MAX_ID_PLACES;
    for (let i = 0; i < PLACE_NUMBERS; i++) this.#lastPlace[i] = place[i] as number;
  }

  /** The last one is there to stay. */
  end(): void {
    const id = this.#last;
    if (id === NO_ID) return;
    this.#last = NO_ID;
    if (this.#lastRepeats) this.#repeat(id);
    else if (!this.all) return;
    else if (this.#lastIsEarly) {
      this.#ids.push(id);
      this.#places.push(...this.#lastPlace);
    } else {
      this.#isFull = true;
    }
  }

  #repeat(id: number): void {
    let known = this.#repeated.get(id);
    if (known === undefined) {
      known = { value: id, count: 0, first: [] };
      const at = this.#ids.indexOf(id) * PLACE_NUMBERS;
      if (at >= 0) known.first.push(this.#place(this.#places.slice(at, at + PLACE_NUMBERS)));
      if (at >= 0 || (this.#isFull && !this.#overwritten.has(id))) known.count = 1;
      this.#repeated.set(id, known);
    }
    const isPlaced = known.count === 0 ? this.#lastIsEarly : known.first.length < MAX_PLACES;
    known.count++;
    if (isPlaced) known.first.push(this.#place(this.#lastPlace));
  }

  #place([offset, length, list, operation, action, written]: readonly number[]): Place {
    const member = action === TRIGGER_ID ? 'trigger' : `actions[${action}]`;
    const path = `${this.lists[list as number]}[${operation}].${member}${written === 1 ? '.unique_id' : ''}`;
    return { offset: offset as number, length: length as number, path };
  }
}

/** Ids of both kinds in a core op that is open. */
export class CoreOpIds {
  readonly #lists: string[] = [];
  readonly triggers: UniqueIds;
  readonly actions: UniqueIds;

  /** @param all whether all are told */
  constructor(
    distinct: Distinct,
    [triggers, actions]: readonly [triggers: number, actions: number],
    all: boolean,
  ) {
    this.triggers = new UniqueIds(this.#lists, distinct, triggers, all);
    this.actions = new UniqueIds(this.#lists, distinct, actions, all);
  }

  /** The number of a list of operations. */
  list(path: string): number {
    return this.#lists.push(path) - 1;
  }

  /** The core op ends. */
  end(): this {
    this.triggers.end();
    this.actions.end();
    return this;
  }
}

/** The ids of a file that repeat: the next scan is to tell each of them. */
export function repeatedIds({ groups }: FileFacts): AskedIds {
  const asked = new Map<number, ReadonlyMap<string, readonly number[]>>();
  for (const { coreOps } of groups) {
    for (const { ids } of coreOps) {
      const sets = [
        [TRIGGER_IDS, ids.triggers.repeated],
        [ACTION_IDS, ids.actions.repeated],
      ] as const;
      if (sets.some(([, repeated]) => repeated.length > 0)) asked.set(ids.offset, new Map(sets));
    }
  }
  return asked;
}
