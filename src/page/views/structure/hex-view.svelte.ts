import { RowScroll } from '../../rows/row-scroll.svelte.js';
import { BytePages, type ByteReader, type KnownByte } from './byte-pages.js';
import type { HexCell, HexLine } from './hex-text.js';

const ROW_HEIGHT = 20;
/** Maximum width of a character in pixels, and the width of gaps and scrollbar beside a row's characters. */
const CHARACTER = 7.9;
const BESIDE = 55;
/** Number of characters in a row of sixteen bytes with their text. */
const WIDE = 64;

/** Maximum number of lines to keep. A kept line is not drawn again while it stays visible. */
const MOST_LINES = 400;

/** The visible bytes, and the byte at the keyboard's cursor. */
export class HexView {
  readonly scroll = new RowScroll(ROW_HEIGHT);
  /** Number of bytes in a row. */
  columns = $state(16);
  /** Absolute offset of the selected byte. */
  cursor = $state(0);
  /** Start of the selected range; null if only the byte at the cursor is selected. */
  anchor = $state<number | null>(null);
  /** Selected range, half-open; null if no range is selected. */
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
   * Number of slots for lines. A line uses the slot of its row modulo this number, so that scrolling by one
   * line draws only that line.
   */
  readonly places: number = $derived(this.scroll.page + 3);

  /** @param onChoose receives the selected byte; `isStep` is true if the cursor moved by a key */
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
    // A line whose bytes are not known yet is kept until its bytes arrive.
    if (kept?.offset === offset && kept.isKnown === isKnown && kept.cells.length === cells.length)
      return kept;
    const line = { row, offset, cells, isKnown };
    if (this.#lines.size >= MOST_LINES) this.#lines.clear();
    this.#lines.set(row, line);
    return line;
  }

  get digits(): number {
    return Math.max(6, (this.size - 1).toString(16).length);
  }

  known(offset: number): KnownByte | undefined {
    void this.#version;
    return this.#pages.at(offset);
  }

  /** Requests the bytes in the visible rows. */
  fill(): void {
    this.#pages.want(this.scroll.first * this.columns, this.scroll.end * this.columns);
  }

  end(): void {
    this.#pages.end();
  }

  /** @param width available width in pixels */
  fit(width: number): void {
    const columns = width < (this.digits + WIDE) * CHARACTER + BESIDE ? 8 : 16;
    if (columns === this.columns) return;
    const from = this.scroll.first * this.columns;
    this.#lines.clear();
    this.columns = columns;
    this.scroll.rows = Math.ceil(this.size / columns);
    this.scroll.to(Math.floor(from / columns));
  }

  /** Puts the cursor on a byte, and scrolls to the byte. */
  show(offset: number): void {
    this.cursor = Math.max(0, Math.min(offset, this.size - 1));
    this.scroll.reveal(Math.floor(this.cursor / this.columns));
  }

  /** Selects a range, with the cursor at its end. Null clears the selection. */
  select(range: { readonly offset: number; readonly length: number } | null): void {
    this.anchor = null;
    if (range === null || range.length < 2) return;
    this.show(range.offset);
    this.anchor = Math.min(this.size - 1, range.offset + range.length - 1);
  }

  /** @param isLonger true to extend the selected range, false to drop it */
  choose(offset: number, isStep: boolean, isLonger = false): void {
    this.anchor = isLonger ? (this.anchor ?? this.cursor) : null;
    this.show(offset);
    this.onChoose(this.cursor, isStep);
  }

  /** @returns true if the key is used */
  key(key: string, isControl: boolean, isShift = false): boolean {
    const { columns, cursor } = this;
    const page = this.scroll.page * columns;
    const inRow = cursor % columns;
    const to = {
      ArrowLeft: cursor - 1,
      ArrowRight: cursor + 1,
      // In the first or last row, the up and down keys do not move the cursor.
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
