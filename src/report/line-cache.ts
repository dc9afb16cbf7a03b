/** Longest payload, and longest line, that is remembered. */
const KEY_BYTES = 48;
const LINE_BYTES = 160;
/** Of a model with three million actions, a few hundred kinds of line cover nearly all. */
const SLOTS = 1 << 14;
/**
 * A slot has all that a look-up asks for side by side, as each slot is far from the one before: in arrays of their own
 * these parts cost a wait for memory each. The age, the sizes of key and line, the key, the line.
 */
const SIZES = 4;
const KEY = 8;
const LINE = KEY + KEY_BYTES;
const SLOT_BYTES = 256;

/**
 * Lines by the bytes they were made from. Compilers write the same few steps again and again: to copy what was
 * written for the same bytes takes a third of the time of reading and writing them anew (3 million actions of 20
 * bytes: 0.3 s against 0.9 s). Nothing is allocated; a line takes the place of another one.
 */
export class LineCache {
  readonly #slots = new Uint8Array(SLOTS * SLOT_BYTES);
  readonly #slotView = new DataView(this.#slots.buffer);
  #seen: Uint8Array = this.#slots;
  #view: DataView = this.#slotView;
  #target: Uint8Array = this.#slots;
  #out: DataView = this.#slotView;
  #age = 1;
  /** Position of the slot where what was looked for in vain belongs; -1 where it is too long. */
  #slot = -1;

  /** What names stand for has changed. */
  forget(): void {
    this.#age++;
    this.#slot = -1;
  }

  /**
   * Copies the line of `key[from, end)` to `into`, which has room for 8 more bytes than the longest line. Goes by
   * words, wherever they lie: bytes take three times as long and more.
   * @returns the position after it; -1 where it is not known. Then `remember` takes it.
   */
  copy(key: Uint8Array, from: number, end: number, into: Uint8Array, at: number): number {
    const size = end - from;
    this.#slot = -1;
    if (size > KEY_BYTES) return -1;
    if (key !== this.#seen) {
      this.#seen = key;
      this.#view = new DataView(key.buffer, key.byteOffset, key.byteLength);
    }
    if (into !== this.#target) {
      this.#target = into;
      this.#out = new DataView(into.buffer, into.byteOffset, into.byteLength);
    }
    const view = this.#view;
    const words = from + (size & ~3);
    let hash = size;
    let pos = from;
    for (; pos < words; pos += 4)
      hash = Math.imul(hash ^ view.getInt32(pos, true), 0x9e3779b1) ^ (hash >>> 13);
    for (; pos < end; pos++) hash = Math.imul(hash ^ (key[pos] as number), 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    const slot = ((hash ^ (hash >>> 13)) & (SLOTS - 1)) * SLOT_BYTES;
    const slots = this.#slotView;
    const sizes = slots.getInt32(slot + SIZES, true);
    if (slots.getInt32(slot, true) !== this.#age || (sizes & 0xff) !== size)
      return this.#miss(slot, key, from, size);
    let stored = slot + KEY;
    for (pos = from; pos < words; pos += 4, stored += 4) {
      if (slots.getInt32(stored, true) !== view.getInt32(pos, true)) return this.#miss(slot, key, from, size);
    }
    for (; pos < end; pos++, stored++) {
      if (this.#slots[stored] !== key[pos]) return this.#miss(slot, key, from, size);
    }
    const out = this.#out;
    const length = sizes >>> 8;
    const start = slot + LINE;
    // Whole words, the last of them past the line's end: there is room. Bits survive as numbers of 64 bits, but for
    // those of NaN, which UTF-8 never is: no 0xff is in it, and no 0x7f follows a byte of 0xf0 or more.
    for (let i = 0; i < length; i += 8) out.setFloat64(at + i, slots.getFloat64(start + i, true), true);
    return at + length;
  }

  /** What was looked for last has no line that is to come again. */
  dismiss(): void {
    this.#slot = -1;
  }

  /** The line of the bytes that were looked for last in vain, in UTF-8; nothing is remembered after any others. */
  remember(bytes: Uint8Array, from: number, end: number): void {
    const slot = this.#slot;
    const length = end - from;
    this.#slot = -1;
    if (slot < 0 || length > LINE_BYTES) return;
    const slots = this.#slots;
    for (let i = 0, to = slot + LINE; i < length; i++) slots[to + i] = bytes[from + i] as number;
    const sizes = this.#slotView.getInt32(slot + SIZES, true);
    this.#slotView.setInt32(slot + SIZES, sizes | (length << 8), true);
    this.#slotView.setInt32(slot, this.#age, true);
  }

  #miss(slot: number, key: Uint8Array, from: number, size: number): -1 {
    const slots = this.#slots;
    this.#slot = slot;
    this.#slotView.setInt32(slot, 0, true);
    this.#slotView.setInt32(slot + SIZES, size, true);
    for (let i = 0, to = slot + KEY; i < size; i++) slots[to + i] = key[from + i] as number;
    return -1;
  }
}
