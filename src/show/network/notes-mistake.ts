import type { NetworkProblem } from './network.js';

/** Why notes cannot be taken for a network. It never leaves this folder: readers answer with contexts then. */
export class NotesMistake extends Error {
  constructor(
    readonly code: NetworkProblem['code'],
    message: string,
    readonly offset = -1,
  ) {
    super(message);
  }
}
