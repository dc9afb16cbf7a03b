/**
 * Which rows of a long list can be seen. Browsers do not lay out more than some 17 million pixels, so a list that is
 * longer is scrolled in proportion: all the way down is still its end.
 */
const MAX_HEIGHT = 8_000_000;

export interface ListSize {
  readonly count: number;
  /** Of a row, in pixels. */
  readonly rowHeight: number;
  /** What is seen at once, in pixels. */
  readonly viewHeight: number;
}

export interface VisibleRows {
  /** Rows from, and up to but not including. */
  readonly from: number;
  readonly to: number;
  /** Where the row `from` is drawn, in pixels from the top of what is scrolled. */
  readonly top: number;
}

/** Pixels that are scrolled through. */
export function scrolledHeight({ count, rowHeight }: ListSize): number {
  return Math.min(count * rowHeight, MAX_HEIGHT);
}

/** The place in the list, in rows and fractions of them, that is at the upper edge. */
export function rowAtScroll(scrollTop: number, size: ListSize): number {
  const { scroll, rows } = extents(size);
  return scroll <= 0 ? 0 : (Math.min(Math.max(scrollTop, 0), scroll) / scroll) * rows;
}

/** Where to scroll to have a place at the upper edge. */
export function scrollOfRow(row: number, size: ListSize): number {
  const { scroll, rows } = extents(size);
  return rows <= 0 ? 0 : (clampedRow(row, size) / rows) * scroll;
}

export function clampedRow(row: number, size: ListSize): number {
  return Math.min(Math.max(row, 0), Math.max(0, extents(size).rows));
}

/** @param row at the upper edge @param scrollTop where the list is scrolled to */
export function visibleRows(row: number, scrollTop: number, size: ListSize): VisibleRows {
  const { count, rowHeight, viewHeight } = size;
  const from = Math.max(0, Math.min(count, Math.floor(row)) - 2);
  const to = Math.min(count, Math.ceil(row + viewHeight / rowHeight) + 2);
  return { from, to, top: scrollTop - (row - from) * rowHeight };
}

/** The place to be at the upper edge so that a row can be seen, moved as little as possible. */
export function rowToShow(index: number, row: number, size: ListSize): number {
  const seen = size.viewHeight / size.rowHeight;
  if (index < row) return index;
  if (index + 1 > row + seen) return clampedRow(index + 1 - seen, size);
  return row;
}

function extents(size: ListSize): { scroll: number; rows: number } {
  return {
    scroll: scrolledHeight(size) - size.viewHeight,
    rows: size.count - size.viewHeight / size.rowHeight,
  };
}
