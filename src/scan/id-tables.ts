import {
  FRESH,
  type IdStore,
  type IdTally,
  MAX_ID_SCOPES,
  MAX_ID_WORDS,
  REPEATED,
  type Told,
  UNTRACKED,
} from './id-store.js';

/** Ids in a word. */
const WORD_BITS = 64;
const FIRST_SIZE = 256;
/** No word of ids: the numbers of words go up to 2^26. */
const FREE = -1;
const NONE = -1;

/** Sets of ids in memory that grows with them. */
export class IdTables implements IdStore {
  /** Per set the scopes that are open, innermost last. */
  readonly #scopes: Scope[][] = [];
  /** Per set the words in all its scopes. */
  readonly #words: Int32Array;

  constructor(
    private readonly sets: number,
    private readonly mostWords = MAX_ID_WORDS,
  ) {
    this.#words = new Int32Array(sets);
    this.start();
  }

  start(): void {
    this.#words.fill(0);
    for (let set = 0; set < this.sets; set++) {
      const [first] = this.#scopes[set] ?? [];
      // One that nothing was noted in is as good as new.
      this.#scopes[set] = [first === undefined || first.greatest !== NONE ? new Scope() : first];
    }
  }

  enter(set: number): void {
    (this.#scopes[set] as Scope[]).push(new Scope());
  }

  leave(set: number): void {
    const scope = (this.#scopes[set] as Scope[]).pop() as Scope;
    this.#words[set] = (this.#words[set] as number) - (scope.words?.count ?? 0);
  }

  note(set: number, id: number): Told {
    const scopes = this.#scopes[set] as Scope[];
    const scope = scopes[scopes.length - 1] as Scope;
    const isNew = id > scope.greatest;
    if (isNew) scope.greatest = id;
    scope.least = Math.min(scope.least, id);
    scope.words ??= new IdWords();
    const taken = this.#words[set] as number;
    const hasRoom = taken < this.mostWords && scopes.length <= MAX_ID_SCOPES + 1;
    const before = scope.words.count;
    const told = scope.words.note(id, hasRoom);
    this.#words[set] = taken + scope.words.count - before;
    if (told === UNTRACKED) {
      const isHeld = isNew || !scope.isFull;
      scope.isFull = true;
      if (isHeld) return FRESH;
      scope.untracked++;
    }
    if (told === FRESH) scope.count++;
    return told;
  }

  has(set: number, id: number): boolean {
    const scopes = this.#scopes[set] as Scope[];
    return scopes[scopes.length - 1]?.words?.has(id) === true;
  }

  tallyOf(set: number): IdTally {
    const scopes = this.#scopes[set] as Scope[];
    const { count, least, greatest, untracked } = scopes[scopes.length - 1] as Scope;
    return greatest === NONE
      ? { count, least: undefined, greatest: undefined, untracked }
      : { count, least, greatest, untracked };
  }
}

class Scope {
  words: IdWords | undefined;
  count = 0;
  least = Number.POSITIVE_INFINITY;
  greatest = NONE;
  untracked = 0;
  /** From the first id on that there was no room for; it was held against all others. */
  isFull = false;
}

/** A hash table of words, each with the bits of 64 neighbouring ids, so that dense ids take three bits each. */
class IdWords {
  count = 0;
  #keys = new Int32Array(FIRST_SIZE).fill(FREE);
  /** Two integers for each word. */
  #bits = new Int32Array(2 * FIRST_SIZE);
  /** Drawn anew for each table, so that nobody writes a file whose ids all fall on one place. Odd. */
  readonly #factor = Math.floor(Math.random() * 2 ** 31) * 2 + 1;
  #shift = 32 - Math.log2(FIRST_SIZE);

  /** @param hasRoom whether there may be another word */
  note(id: number, hasRoom: boolean): Told {
    const word = Math.floor(id / WORD_BITS);
    let at = this.#find(word);
    if (this.#keys[at] === FREE) {
      if (!hasRoom) return UNTRACKED;
      if (this.count * 2 >= this.#keys.length) {
        this.#grow();
        at = this.#find(word);
      }
      this.count++;
      this.#keys[at] = word;
    }
    const half = 2 * at + ((id >>> 5) & 1);
    const bits = this.#bits[half] as number;
    const bit = 1 << (id & 31);
    this.#bits[half] = bits | bit;
    return (bits & bit) === 0 ? FRESH : REPEATED;
  }

  has(id: number): boolean {
    const at = this.#find(Math.floor(id / WORD_BITS));
    const bits = this.#bits[2 * at + ((id >>> 5) & 1)] as number;
    return this.#keys[at] !== FREE && (bits & (1 << (id & 31))) !== 0;
  }

  /** Where a word is, or the free place for it. */
  #find(word: number): number {
    const mask = this.#keys.length - 1;
    let at = Math.imul(word, this.#factor) >>> this.#shift;
    while (this.#keys[at] !== FREE && this.#keys[at] !== word) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const keys = this.#keys;
    const bits = this.#bits;
    this.#keys = new Int32Array(keys.length * 2).fill(FREE);
    this.#bits = new Int32Array(bits.length * 2);
    this.#shift--;
    keys.forEach((word, i) => {
      if (word === FREE) return;
      const at = this.#find(word);
      this.#keys[at] = word;
      this.#bits[2 * at] = bits[2 * i] as number;
      this.#bits[2 * at + 1] = bits[2 * i + 1] as number;
    });
  }
}
