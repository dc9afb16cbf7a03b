import { randomBytes, randomFillSync } from 'node:crypto';

/** A generator of random bytes. Tests inject a generator that repeats its bytes. */
export interface Random {
  bytes(n: number): Uint8Array;
}

/**
 * Bytes that are drawn in advance for short requests, because the generator takes 2 µs for 10 bytes as well as for 4
 * KiB.
 */
const ahead = new Uint8Array(4096);
let used = ahead.length;

/** The operating system's cryptographically secure generator. */
export const systemRandom: Random = {
  bytes(n) {
    if (n > 64) return randomBytes(n);
    if (used + n > ahead.length) {
      randomFillSync(ahead);
      used = 0;
    }
    const bytes = ahead.slice(used, used + n);
    // Bytes that were returned must not remain in memory.
    ahead.fill(0, used, used + n);
    used += n;
    return bytes;
  },
};

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns `length` characters of `alphabet` (2 to 256 characters, by default digits and letters), each equally likely.
 * Bytes above the last whole multiple of the alphabet's length are drawn again, because the remainder of all bytes
 * would prefer the first letters.
 */
export function randomText(random: Random, length: number, alphabet: string = BASE62): string {
  const bound = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random.bytes(length - text.length)) {
      if (byte < bound) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
