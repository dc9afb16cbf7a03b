import { RowScroll } from '../../rows/row-scroll.svelte.js';
import { BytePages, type ByteReader, type KnownByte } from './byte-pages.js';
import type { HexCell, HexLine } from './hex-line.js';

const ROW_HEIGHT = 20;
/** Pixels that a character takes at most, and what is beside the characters of a row: gaps, a scrollbar. */
const CHARACTER = 7.9;
const BESIDE = 55;
/** Characters that sixteen bytes take, and their text. */
const WIDE = 64;

/** Lines that are kept as they are, so that those which stay in sight are not drawn again. */
const MOST_LINES = 400;

/** The bytes as they are seen, and the one that the keyboard is at. */
export class HexView {
  readonly scroll = new RowScroll(ROW_HEIGHT);
  /** Bytes in a row. */
  columns = $state(16);
  /** Absolute offset of the byte that is selected. */
  cursor = $state(0);
  /** Where a range began that was selected; null where only the byte at the cursor is. */
  anchor = $state<number | null>(null);
  /** The range that is selected, half-open; null where there is none. */
  readonly selection = $derived(
    this.anchor === null || this.anchor === this.cursor
      ? null
      : { from: Math.min(this.anchor, this.cursor), to: Math.max(this.anchor, this.cursor) + 1 },
  );
  #version = $state(0);
  readonly #pages: BytePages;

  readonly #lines = new Map<number, HexLine>();

  readonly lines: readonly HexLine[] = $derived.by(() => {
    void this.#version;
    const { columns } = this;
    const lines: HexLine[] = [];
    for (let row = this.scroll.first; row < this.scroll.end; row++) lines.push(this.#line(row, columns));
    return lines;
  });

  /**
   * How many places there are for lines. A line goes to the place of its row modulo this, so that scrolling by a line
   * draws one line, not all of them.
   */
  readonly places: number = $derived(this.scroll.page + 3);

  /** @param onChoose receives which byte was selected, and whether step by step */
  constructor(
    readonly size: number,
    reader: ByteReader,
    private readonly onChoose: (offset: number, isStep: boolean) => void,
    onError: (error: unknown) => void,
  ) {
    this.#pages = new BytePages(size, reader, () => this.#version++, onError);
    this.scroll.rows = Math.ceil(size / this.columns);
  }

  #line(row: number, columns: number): HexLine {
    const offset = row * columns;
    const kept = this.#lines.get(row);
    if (kept?.isKnown === true && kept.offset === offset) return kept;
    const cells: HexCell[] = [];
    for (let at = offset; at < Math.min(offset + columns, this.size); at++) {
      cells.push({ offset: at, known: this.#pages.at(at) });
    }
    const isKnown = cells.every(({ known }) => known !== undefined);
    // Lines that are still being waited for are the same as long as nothing has come.
    if (kept?.offset === offset && kept.isKnown === isKnown && kept.cells.length === cells.length)
      return kept;
    const line = { row, offset, cells, isKnown };
    if (this.#lines.size >= MOST_LINES) this.#lines.clear();
    this.#lines.set(row, line);
    return line;
  }

  /** Digits of an offset. */
  get digits(): number {
    return Math.max(6, (this.size - 1).toString(16).length);
  }

  known(offset: number): KnownByte | undefined {
    void this.#version;
    return this.#pages.at(offset);
  }

  /** Asks for what is seen. */
  fill(): void {
    this.#pages.want(this.scroll.first * this.columns, this.scroll.end * this.columns);
  }

  end(): void {
    this.#pages.end();
  }

  /** @param width of the place there is, in pixels */
  fit(width: number): void {
    const columns = width < (this.digits + WIDE) * CHARACTER + BESIDE ? 8 : 16;
    if (columns === this.columns) return;
    const from = this.scroll.first * this.columns;
    this.#lines.clear();
    this.columns = columns;
    this.scroll.rows = Math.ceil(this.size / columns);
    this.scroll.to(Math.floor(from / columns));
  }

  /** Puts the cursor at a byte, and scrolls to it. */
  show(offset: number): void {
    this.cursor = Math.max(0, Math.min(offset, this.size - 1));
    this.scroll.reveal(Math.floor(this.cursor / this.columns));
  }

  /** Selects a range, with the cursor at its end. Null for none. */
  select(range: { readonly offset: number; readonly length: number } | null): void {
    this.anchor = null;
    if (range === null || range.length < 2) return;
    this.show(range.offset);
    this.anchor = Math.min(this.size - 1, range.offset + range.length - 1);
  }

  /** @param isLonger whether the range that is selected is made longer, rather than left */
  choose(offset: number, isStep: boolean, isLonger = false): void {
    this.anchor = isLonger ? (this.anchor ?? this.cursor) : null;
    this.show(offset);
    this.onChoose(this.cursor, isStep);
  }

  /** @returns whether the key means something */
  key(key: string, isControl: boolean, isShift = false): boolean {
    const { columns, cursor } = this;
    const page = this.scroll.page * columns;
    const inRow = cursor % columns;
    const to = {
      ArrowLeft: cursor - 1,
      ArrowRight: cursor + 1,
      // Past the first or last row the cursor stays in its column.
      ArrowUp: cursor >= columns ? cursor - columns : cursor,
      ArrowDown: cursor + columns < this.size ? cursor + columns : cursor,
      PageUp: cursor >= page ? cursor - page : inRow,
      PageDown: cursor + page,
      Home: isControl ? 0 : cursor - inRow,
      End: isControl ? this.size - 1 : cursor - inRow + columns - 1,
    }[key];
    if (to === undefined) return false;
    this.choose(to, true, isShift);
    return true;
  }
}
