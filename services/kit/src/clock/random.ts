import { randomBytes, randomFillSync } from 'node:crypto';

/** A generator of random bytes. Tests inject a generator that repeats its bytes. */
export interface Random {
  bytes(n: number): Uint8Array;
}

/** Random bytes for later short requests, drawn at once: the generator takes 2 µs for 10 bytes and for 4 KiB alike. */
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
    // Random bytes may become secrets, so the returned bytes are cleared here.
    ahead.fill(0, used, used + n);
    used += n;
    return bytes;
  },
};

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns `length` characters of `alphabet` (2 to 256 characters, by default digits and letters), each equally likely.
 * Bytes from the last whole multiple of the alphabet's length upwards are drawn again; otherwise the first letters
 * would be more frequent.
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
