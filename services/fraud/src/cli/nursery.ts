import { setFlagsFromString } from 'node:v8';

/**
 * With `true`, V8's young generation doubles whenever it is full; with `false`, it keeps its size. It must keep its
 * size while the program is loaded: it would grow to 32 MB, and a server at rest would never return this memory. Call
 * this function again after the start of a worker, because Node then resets V8's flags.
 */
export function growNursery(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
}
