import { ScrollScale } from './scroll-scale.js';

/** Without a scroll event for so long, scrolling has ended. */
const IDLE_MS = 200;

/** What is scrolled: an element with a scrollbar. */
export interface Scrolled {
  scrollTop: number;
}

/** Which rows of a list of any length are seen. Rows have one height. */
export class RowScroll {
  rows = $state(0);
  /** Height of what is seen, in pixels. */
  viewport = $state(0);
  /** Pixels of the list above what is seen. */
  #top = $state(0);
  readonly scale = $derived.by(() => new ScrollScale(this.rows * this.rowHeight, this.viewport));
  /** Pixels, never past the end of the list. */
  readonly top = $derived(Math.round(this.scale.clamp(this.#top)));
  /** First row that is seen, in whole or in part. */
  readonly first = $derived.by(() => Math.floor(this.top / this.rowHeight));
  /** After the last one. */
  readonly end = $derived.by(() =>
    Math.min(this.rows, Math.ceil((this.top + this.viewport) / this.rowHeight)),
  );
  #element: Scrolled | undefined;
  /** Where the scrollbar was when it was last looked at, or put. */
  #scroll = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** @param rowHeight in pixels */
  constructor(readonly rowHeight: number) {}

  /** Pixels by which the first row is moved up, out of sight. */
  get shift(): number {
    return this.top - this.first * this.rowHeight;
  }

  /** Rows that are seen as a whole. */
  get page(): number {
    return Math.max(1, Math.floor(this.viewport / this.rowHeight));
  }

  attach(element: Scrolled): () => void {
    this.#element = element;
    this.sync();
    return () => {
      clearTimeout(this.#idle);
      this.#element = undefined;
    };
  }

  /**
   * The scrollbar has moved. By little: so does the list, pixel for pixel, however long it is. By much, which only
   * the scrollbar's own handle does: to the part of the list that it stands for.
   */
  scrolled(scroll: number): void {
    const by = scroll - this.#scroll;
    this.#scroll = scroll;
    if (Math.abs(by) < 1) return;
    const { scale } = this;
    const isSmall = Math.abs(by) <= 2 * this.viewport;
    this.#top = isSmall && !scale.isExact ? scale.clamp(this.top + by) : scale.toTop(scroll);
    if (scale.isExact) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.sync(), IDLE_MS);
  }

  /** Puts the scrollbar where it belongs. */
  sync(): void {
    const element = this.#element;
    if (element === undefined) return;
    const scroll = this.scale.toScroll(this.top);
    if (Math.abs(element.scrollTop - scroll) >= 1) element.scrollTop = scroll;
    // It may have been rounded.
    this.#scroll = element.scrollTop;
  }

  /** Scrolls as little as it takes to see a row; a row that is far away comes to stand in the upper part. */
  reveal(row: number): void {
    const { rowHeight, viewport, top } = this;
    const at = row * rowHeight;
    if (at >= top && at + rowHeight <= top + viewport) return;
    const isNear = at > top - viewport && at < top + 2 * viewport;
    if (!isNear) this.to(row - Math.floor(this.page / 4));
    else this.#put(at < top ? at : at + rowHeight - viewport);
  }

  /** Makes a row the first. */
  to(row: number): void {
    this.#put(row * this.rowHeight);
  }

  #put(top: number): void {
    this.#top = this.scale.clamp(top);
    this.sync();
  }
}
