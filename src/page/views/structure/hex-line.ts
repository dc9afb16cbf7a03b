import type { KnownByte } from './byte-pages.js';

/** A visible byte. */
export interface HexCell {
  readonly offset: number;
  /** Undefined until known. */
  readonly known: KnownByte | undefined;
}

export interface HexLine {
  readonly row: number;
  readonly offset: number;
  readonly cells: readonly HexCell[];
  /** True if all cells are known. */
  readonly isKnown: boolean;
}
