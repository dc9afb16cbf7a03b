import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8's young generation double when it is full, or (`false`) keeps it at its size. If it could grow while the
 * program is loaded, it would grow to 32 MB, and a server at rest would never give this memory back. Call this function
 * again after the start of a worker, because Node then sets V8's flags again.
 */
export function growNursery(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
}
