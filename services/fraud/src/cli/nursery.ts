import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at its size, or lets it double when it is full. Loading the program would make it grow
 * to 32 MB, which a server at rest never gives back. Node sets V8's flags again when it starts a worker.
 */
export function growNursery(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
}
