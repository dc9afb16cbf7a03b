import { MAX_ID_WORDS } from './gathering-limits.js';

/** Number of ids per word of the table. */
const WORD_BITS = 32;
const FIRST_SIZE = 256;
/** Marks a free slot. Numbers of words are not negative, and at most 2^27. */
const FREE = -1;

/**
 * A set of 32-bit ids. The set is a hash table of words, and each word has the bits of 32 neighbouring ids,
 * so that a dense id takes two bits. Holds at most MAX_ID_WORDS words.
 */
export class IdSet {
  #keys = new Int32Array(FIRST_SIZE).fill(FREE);
  #bits = new Int32Array(FIRST_SIZE);
  #words = 0;
  /**
   * Factor of the hash function, which is random for each set, so that no file can make all its ids collide.
   * Odd.
   */
  readonly #factor = Math.floor(Math.random() * 2 ** 31) * 2 + 1;
  #shift = 32 - Math.log2(FIRST_SIZE);

  /** @returns true if the id was added or is already in the set; false if the set is full */
  add(id: number): boolean {
    const word = Math.floor(id / WORD_BITS);
    let at = this.#find(word);
    if (this.#keys[at] === FREE) {
      if (this.#words === MAX_ID_WORDS) return false;
      if (this.#words * 2 >= this.#keys.length) {
        this.#grow();
        at = this.#find(word);
      }
      this.#words++;
      this.#keys[at] = word;
    }
    this.#bits[at] = (this.#bits[at] as number) | (1 << (id % WORD_BITS));
    return true;
  }

  has(id: number): boolean {
    const at = this.#find(Math.floor(id / WORD_BITS));
    return this.#keys[at] !== FREE && ((this.#bits[at] as number) & (1 << (id % WORD_BITS))) !== 0;
  }

  /** Returns the slot of a word or, for a new word, a free slot. */
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
    this.#bits = new Int32Array(keys.length * 2);
    this.#shift--;
    keys.forEach((word, i) => {
      if (word === FREE) return;
      const at = this.#find(word);
      this.#keys[at] = word;
      this.#bits[at] = bits[i] as number;
    });
  }
}
