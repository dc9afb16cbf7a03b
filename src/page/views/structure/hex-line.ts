import type { KnownByte } from './byte-pages.js';

/** A byte that is seen. */
export interface HexCell {
  readonly offset: number;
  /** Undefined until it is known. */
  readonly known: KnownByte | undefined;
}

export interface HexLine {
  readonly row: number;
  readonly offset: number;
  readonly cells: readonly HexCell[];
  /** Whether all of them are known. */
  readonly isKnown: boolean;
}
