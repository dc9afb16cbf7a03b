/** A grid of cells, each of which stands for a square of the image. */
export interface Grid {
  /** Side of the square in pixels. */
  readonly stride: number;
  readonly rows: number;
  readonly columns: number;
}

export function coversImage({ rows, columns, stride }: Grid, height: number, width: number): boolean {
  return coversSide(rows, stride, height) && coversSide(columns, stride, width);
}

/** True if a side of the image has this number of cells. A partial cell at the end may be counted or not. */
export function coversSide(cells: number, stride: number, side: number): boolean {
  return cells === Math.ceil(side / stride) || cells === Math.floor(side / stride);
}
