export function replaced(bytes: Uint8Array, at: number, length: number, by: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length - length + by.length);
  result.set(bytes.subarray(0, at));
  result.set(by, at);
  result.set(bytes.subarray(at + length), at + by.length);
  return result;
}

/** Flips bits in place. Bit 0 is the lowest bit of the first byte. */
export function flipBits(bytes: Uint8Array, flips: readonly number[]): void {
  for (const bit of flips) {
    const index = Math.floor(bit / 8);
    bytes[index] = (bytes[index] as number) ^ (1 << (bit % 8));
  }
}
