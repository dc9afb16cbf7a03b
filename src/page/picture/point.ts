/** A place in a picture, in CSS pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Text beside the pointer. */
export interface Tip extends Point {
  readonly lines: readonly string[];
}
