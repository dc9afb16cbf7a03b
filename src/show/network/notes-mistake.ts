import type { NetworkProblem } from './network.js';

/**
 * Reason that notes cannot be used as a network. It never leaves this folder: readers then return contexts.
 */
export class NotesMistake extends Error {
  constructor(
    readonly code: NetworkProblem['code'],
    message: string,
    readonly offset = -1,
  ) {
    super(message);
  }
}
