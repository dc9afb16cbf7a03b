import type { WireProblem } from '../../base/wire/problem.js';

/** Something that is broken: what follows in the message around it is not in the text. */
export interface Breakage {
  readonly problem: WireProblem | typeof NOT_UTF8;
  /** Absolute. */
  readonly offset: number;
  readonly path: string;
}

/** A string with other bytes than UTF-8: it is printed, but a parser refuses it. */
export const NOT_UTF8 = -1;

/** A member came that cannot stand where the text has come to, and what is written cannot be taken back. */
export class Disorder extends Error {
  override readonly name = 'Disorder';

  constructor(readonly path: string) {
    super(`${path} comes out of order`);
  }
}
