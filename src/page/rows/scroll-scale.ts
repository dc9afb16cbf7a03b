/**
 * Maximum height in pixels of the scrolled element. Browsers lay out at most 17 to 33 million pixels (Firefox
 * 17.8, Chromium and Safari 33.5), and round positions to several pixels much earlier.
 */
const MAX_PHYSICAL = 8_000_000;
/**
 * Height in pixels at both ends of a scaled list in which positions are exact, so that readers can reach the
 * first and the last rows.
 */
const EXACT_END = 1_000_000;

/**
 * Converts between positions in a list of any height and positions of a scrollbar with a limited range, in
 * pixels. In a short list both positions are the same. In a long list only the ends are exact, and the middle
 * is scaled.
 */
export class ScrollScale {
  /** Height of the scrolled element. */
  readonly physical: number;
  /** Last position in the list. */
  readonly maxTop: number;
  readonly #maxScroll: number;
  readonly #ratio: number;

  /**
   * @param height height of the whole list
   * @param viewport visible height
   */
  constructor(
    readonly height: number,
    readonly viewport: number,
  ) {
    this.physical = Math.min(height, MAX_PHYSICAL);
    this.maxTop = Math.max(0, height - viewport);
    this.#maxScroll = Math.max(0, this.physical - viewport);
    this.#ratio = (this.maxTop - 2 * EXACT_END) / (this.#maxScroll - 2 * EXACT_END);
  }

  get isExact(): boolean {
    return this.physical === this.height;
  }

  /** Converts a position of the scrollbar to a position in the list. */
  toTop(scroll: number): number {
    const from = Math.min(Math.max(0, scroll), this.#maxScroll);
    if (this.isExact || from <= EXACT_END) return from;
    const left = this.#maxScroll - from;
    if (left <= EXACT_END) return this.maxTop - left;
    return EXACT_END + (from - EXACT_END) * this.#ratio;
  }

  /** Converts a position in the list to a position of the scrollbar. */
  toScroll(top: number): number {
    const at = this.clamp(top);
    if (this.isExact || at <= EXACT_END) return at;
    const left = this.maxTop - at;
    if (left <= EXACT_END) return this.#maxScroll - left;
    return EXACT_END + (at - EXACT_END) / this.#ratio;
  }

  clamp(top: number): number {
    return Math.min(Math.max(0, top), this.maxTop);
  }
}
