import { type IdStore, type IdTally, REPEATED } from './id-store.js';
import type { Plan } from './plan.js';

/** Ids that repeat, of an element: as many as are told apart. Those past them count as untracked. */
export const MAX_REPEATED_IDS = 1024;

/** What is known of the ids in an element that should differ. */
export interface DistinctIds extends IdTally {
  /** Those that occur more than once, in the order of their second occurrences. Some may have been overwritten. */
  readonly repeated: readonly number[];
}

/** In place of an offset, the root of a scan: the first element in it may begin where it does. */
export const AT_ROOT = -1;

/** Ids that somebody wants told, by the sets' names, in the element that begins at an offset, or AT_ROOT. */
export type AskedIds = ReadonlyMap<number, ReadonlyMap<string, readonly number[]>>;

/** A set in an element that is open. */
interface Scope {
  repeated: Set<number> | undefined;
  /** Those that are told, and how many of them did not occur yet. */
  readonly asked: Set<number> | undefined;
  readonly due: Set<number> | undefined;
  untracked: number;
}

const NOBODY_ASKS: AskedIds = new Map();

/** Ids that should differ within an element: of each set those of the innermost element in which it began anew. */
export class Distinct {
  readonly #scopes: Scope[][];
  #next: AskedIds = NOBODY_ASKS;
  #asked: AskedIds = NOBODY_ASKS;

  constructor(
    private readonly plan: Plan,
    private readonly store: IdStore,
  ) {
    this.#scopes = plan.distinct.map(() => []);
  }

  /** The next scan is to tell some ids. */
  ask(ids: AskedIds): void {
    this.#next = ids;
  }

  /** A scan begins: its root is where those ids belong that are in no other element. */
  start(): void {
    this.#asked = this.#next;
    this.#next = NOBODY_ASKS;
    this.store.start();
    this.#scopes.forEach((scopes, set) => {
      scopes.length = 0;
      this.#open(set, AT_ROOT);
    });
  }

  enter(node: number, offset: number): void {
    for (const set of this.plan.nodeDistinct[node] as readonly number[]) {
      this.store.enter(set);
      this.#open(set, offset);
    }
  }

  leave(node: number): void {
    for (const set of this.plan.nodeDistinct[node] as readonly number[]) {
      this.store.leave(set);
      (this.#scopes[set] as Scope[]).pop();
    }
  }

  /**
   * Notes an id.
   * @returns whether somebody asked for it
   */
  take(set: number, id: number): boolean {
    if (this.store.note(set, id) !== REPEATED) return false;
    const scope = this.#scope(set);
    if (scope.asked?.has(id)) {
      scope.due?.delete(id);
      return true;
    }
    scope.repeated ??= new Set();
    if (scope.repeated.has(id)) return false;
    if (scope.repeated.size < MAX_REPEATED_IDS) scope.repeated.add(id);
    else scope.untracked++;
    return false;
  }

  /** Whether some ids are told. */
  isAsking(set: number): boolean {
    return this.#scope(set).asked !== undefined;
  }

  /** Whether an id has occurred more than once. (Of those that are told, before the second time.) */
  repeats(set: number, id: number): boolean {
    const { asked, repeated } = this.#scope(set);
    return asked?.has(id) === true || repeated?.has(id) === true;
  }

  has(set: number, id: number): boolean {
    const { due } = this.#scope(set);
    return due?.has(id) !== true && this.store.has(set, id);
  }

  /** How many different ones there are, but for those that there was no room for. */
  count(set: number): number {
    return this.store.tallyOf(set).count - (this.#scope(set).due?.size ?? 0);
  }

  idsOf(set: number): DistinctIds {
    const { repeated, untracked } = this.#scope(set);
    const tally = this.store.tallyOf(set);
    return { ...tally, untracked: tally.untracked + untracked, repeated: [...(repeated ?? [])] };
  }

  /** Those that are asked for are there from the beginning: so nobody passes over the first one of them. */
  #open(set: number, offset: number): void {
    const asked = this.#asked.get(offset)?.get(this.plan.distinct[set] as string);
    for (const id of asked ?? []) this.store.note(set, id);
    const scope = {
      repeated: undefined,
      asked: asked && new Set(asked),
      due: asked && new Set(asked),
      untracked: 0,
    };
    (this.#scopes[set] as Scope[]).push(scope);
  }

  #scope(set: number): Scope {
    const scopes = this.#scopes[set] as Scope[];
    return scopes[scopes.length - 1] as Scope;
  }
}
