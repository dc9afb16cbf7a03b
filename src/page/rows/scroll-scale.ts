/**
 * Browsers lay out no more than some 17 to 33 million pixels (Firefox 17.8, Chromium and Safari 33.5), and their
 * positions lose whole pixels long before.
 */
const MAX_PHYSICAL = 8_000_000;
/** At both ends of a scaled list a pixel stays a pixel, so that the first and last rows can be reached. */
const EXACT_END = 1_000_000;

/**
 * Between a place in a list of any height and the place of a scrollbar that can only go so far. Both in pixels. Where
 * the list is not too high they are the same; where it is, its ends are exact and its middle is scaled.
 */
export class ScrollScale {
  /** Height to lay out. */
  readonly physical: number;
  /** Furthest place in the list. */
  readonly maxTop: number;
  readonly #maxScroll: number;
  readonly #ratio: number;

  /** @param height of the whole list @param viewport what is seen of it */
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

  /** The place in the list for one of the scrollbar. */
  toTop(scroll: number): number {
    const from = Math.min(Math.max(0, scroll), this.#maxScroll);
    if (this.isExact || from <= EXACT_END) return from;
    const left = this.#maxScroll - from;
    if (left <= EXACT_END) return this.maxTop - left;
    return EXACT_END + (from - EXACT_END) * this.#ratio;
  }

  /** The place of the scrollbar for one in the list. */
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
