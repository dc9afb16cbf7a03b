import type { ByteTaker } from './rewriting.js';

/** Shared zeros, which must not be overwritten. */
const ZEROS = new Uint8Array(1 << 16);

/** Passes on this many zeros in pieces, which must not be written to. */
export async function writeZeros(length: number, take: ByteTaker): Promise<void> {
  for (let left = length; left > 0; left -= ZEROS.length) {
    const taken = take(left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS);
    if (taken !== undefined) await taken;
  }
}
