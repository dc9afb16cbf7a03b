import type { WireProblem } from '../../base/wire/problem.js';

/** A breakage: the rest of the enclosing message is missing from the text. */
export interface Breakage {
  readonly problem: WireProblem | typeof NOT_UTF8;
  /** Absolute offset. */
  readonly offset: number;
  readonly path: string;
}

/** A string that is not valid UTF-8: it is printed, but a parser refuses it. */
export const NOT_UTF8 = -1;
