import { ScrollScale } from './scroll-scale.js';

/** Time without a scroll event after which scrolling has ended. */
const IDLE_MS = 200;

interface Scrolled {
  scrollTop: number;
}

/** Visible rows of a list of any length. All rows have the same height. */
export class RowScroll {
  rows = $state(0);
  /** Height of the visible part, in pixels. */
  viewport = $state(0);
  /** Height in pixels of the list above the visible part, before `top` limits it. */
  #top = $state(0);
  readonly scale = $derived.by(() => new ScrollScale(this.rows * this.rowHeight, this.viewport));
  /** Height in pixels above the visible part, at most the height of the list minus the visible part. */
  readonly top = $derived(Math.round(this.scale.clamp(this.#top)));
  /** Index of the first visible row, which may be partly hidden. */
  readonly first = $derived.by(() => Math.floor(this.top / this.rowHeight));
  /** Index after the last visible row. */
  readonly end = $derived.by(() =>
    Math.min(this.rows, Math.ceil((this.top + this.viewport) / this.rowHeight)),
  );
  #element: Scrolled | undefined;
  /** Position of the scrollbar after the last read or write. */
  #scroll = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** @param rowHeight in pixels */
  constructor(readonly rowHeight: number) {}

  /** Height in pixels of the hidden part of the first visible row. */
  get shift(): number {
    return this.top - this.first * this.rowHeight;
  }

  /** Number of fully visible rows. */
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
   * Handles a movement of the scrollbar. A small movement moves the list by the same number of pixels,
   * regardless of the list's length. A large movement, which only dragging causes, moves the list to the
   * corresponding position.
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

  /** Moves the scrollbar to the list's position. */
  sync(): void {
    const element = this.#element;
    if (element === undefined) return;
    const scroll = this.scale.toScroll(this.top);
    if (Math.abs(element.scrollTop - scroll) >= 1) element.scrollTop = scroll;
    // The browser may round the position.
    this.#scroll = element.scrollTop;
  }

  /** Scrolls as little as possible to show a row; a distant row appears in the upper part. */
  reveal(row: number): void {
    const { rowHeight, viewport, top } = this;
    const at = row * rowHeight;
    if (at >= top && at + rowHeight <= top + viewport) return;
    const isNear = at > top - viewport && at < top + 2 * viewport;
    if (!isNear) this.to(row - Math.floor(this.page / 4));
    else this.#put(at < top ? at : at + rowHeight - viewport);
  }

  /** Scrolls so that a row is the first. */
  to(row: number): void {
    this.#put(row * this.rowHeight);
  }

  #put(top: number): void {
    this.#top = this.scale.clamp(top);
    this.sync();
  }
}
