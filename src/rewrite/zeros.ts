import type { ByteTaker } from './rewriting.js';

/** So many bytes of zeros, piece by piece. */
export async function writeZeros(length: number, take: ByteTaker): Promise<void> {
  const zeros = new Uint8Array(Math.min(length, 1 << 16));
  for (let left = length; left > 0; left -= zeros.length) {
    await take(left < zeros.length ? zeros.subarray(0, left) : zeros);
  }
}
