/**
 * Short ASCII texts, kept as 64-bit floats of eight characters each: a text buffer writes one with a store for
 * eight characters. (Copying byte by byte took a quarter of the time of a dump; `set` and `copyWithin` cost more
 * than they save below a hundred bytes.) No eight ASCII characters make a NaN, so that bits are kept.
 */
export class Words {
  /** What follows the last text of a word is zeros, and is overwritten by what is written next. */
  floats: Float64Array;
  #used = 0;

  /** @param capacity in words, which grows by itself */
  constructor(capacity = 1024) {
    this.floats = new Float64Array(capacity);
  }

  /** @returns the number of its first word, and its length in characters */
  add(text: string): { readonly word: number; readonly length: number } {
    const word = this.#used;
    const count = Math.ceil(text.length / 8);
    if (word + count > this.floats.length) {
      const grown = new Float64Array((word + count) * 2);
      grown.set(this.floats);
      this.floats = grown;
    }
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < 8; j++) {
        const code = i * 8 + j < text.length ? text.charCodeAt(i * 8 + j) : 0x20;
        if (code >= 0x7f) throw new Error(`no ASCII: ${text}`);
        eight.setUint8(j, code);
      }
      this.floats[word + i] = eight.getFloat64(0, true);
    }
    this.#used += count;
    return { word, length: text.length };
  }
}

/** A word being made. */
const eight = new DataView(new ArrayBuffer(8));
