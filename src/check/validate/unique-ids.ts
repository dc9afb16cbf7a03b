import type { FactPlace } from '../rules/facts/fact-place.js';
import { MAX_ID_PLACES, MAX_REPEATED_IDS } from '../rules/facts/gathering-limits.js';
import { IdSet } from '../rules/facts/id-set.js';
import type { Occurrences } from '../rules/facts/references.js';
import type { ListedIds } from '../rules/facts/unique-ids.js';

/**
 * Number of numbers in the place of an id: offset and length of the record; number of the list, of the
 * operation and of the action; 1 if the id is written.
 */
const PLACE_NUMBERS = 6;
/** Number of the action if the id belongs to the trigger of the operation. */
export const TRIGGER_ID = -1;
/** Maximum number of places to keep for each id, which is the number of places in a finding. */
const MAX_PLACES = 17;

/** Unique ids of one kind in a core op, listed one by one in the order of the file. */
class UniqueIds implements ListedIds {
  readonly all = new IdSet();
  untracked = 0;
  /**
   * The greatest id until now. A greater id differs from all earlier ids, even from ids that were not kept.
   */
  #greatest = -1;
  #full = false;
  /** Ids whose places are kept, and the places. */
  readonly #placed: number[] = [];
  readonly #places: number[] = [];
  readonly #repeated = new Map<number, Occurrences>();
  /** The last id that was added, and its place; -1 before the first id. */
  #last = -1;
  readonly #lastPlace: number[] = [];

  /** @param lists paths of lists of operations, by number */
  constructor(private readonly lists: readonly string[]) {}

  get duplicates(): readonly Occurrences[] {
    return [...this.#repeated.values()];
  }

  /**
   * @param place place of the id as PLACE_NUMBERS numbers; the caller may reuse the array
   * @param again true if the id replaces the last id, because the message has several ids, of which the last
   * counts
   */
  add(id: number, place: readonly number[], again: boolean): void {
    if (!again) this.end();
    this.#last = id;
    for (let i = 0; i < PLACE_NUMBERS; i++) this.#lastPlace[i] = place[i] as number;
  }

  /** Completes the last id, which no further id of the same message can replace. */
  end(): void {
    const id = this.#last;
    if (id < 0) return;
    this.#last = -1;
    if (id > this.#greatest) this.#greatest = id;
    else if (this.all.has(id)) {
      this.#repeat(id, this.#lastPlace);
      return;
    } else if (this.#full) {
      this.untracked++;
      return;
    }
    if (!this.all.add(id)) this.#full = true;
    if (this.#placed.length === MAX_ID_PLACES) return;
    this.#placed.push(id);
    this.#places.push(...this.#lastPlace);
  }

  #repeat(id: number, place: readonly number[]): void {
    let known = this.#repeated.get(id);
    if (known === undefined) {
      if (this.#repeated.size === MAX_REPEATED_IDS) {
        this.untracked++;
        return;
      }
      const at = this.#placed.indexOf(id) * PLACE_NUMBERS;
      const first = at < 0 ? [] : [this.#place(this.#places.slice(at, at + PLACE_NUMBERS))];
      known = { value: id, count: 1, first };
      this.#repeated.set(id, known);
    }
    known.count++;
    if (known.first.length < MAX_PLACES) known.first.push(this.#place(place));
  }

  #place([offset, length, list, operation, action, written]: readonly number[]): FactPlace {
    const member = action === TRIGGER_ID ? 'trigger' : `actions[${action}]`;
    const path = `${this.lists[list as number]}[${operation}].${member}${written === 1 ? '.unique_id' : ''}`;
    return { offset: offset as number, length: length as number, path };
  }
}

/** Ids of both kinds in an open core op. */
export class CoreOpIds {
  readonly #lists: string[] = [];
  readonly triggers = new UniqueIds(this.#lists);
  readonly actions = new UniqueIds(this.#lists);

  list(path: string): number {
    return this.#lists.push(path) - 1;
  }

  end(): this {
    this.triggers.end();
    this.actions.end();
    return this;
  }
}
