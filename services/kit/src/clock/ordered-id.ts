import type { Clock } from './clock.js';
import type { Random } from './random.js';

/** Crockford's base 32: no I, L, O, U, and in the order of ASCII, so that texts sort as their numbers do. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARS = 10;
const RANDOM_BYTES = 10;

/** The last time and random part, per process: ids keep their order when the clock is set back or stands still. */
let lastMs = -1;
let lastRandom = 0n;

/**
 * `prefix` and 26 characters that sort by the time they were made (the layout of a ULID: 48 bits of milliseconds, 80
 * random bits). Ids of one process always ascend: within one millisecond, and while the clock is behind an earlier
 * id, the random part grows by a random step instead of being drawn anew.
 */
export function orderedId(prefix: string, clock: Clock, random: Random): string {
  const ms = clock.now();
  const drawn = bigEndian(random.bytes(RANDOM_BYTES));
  if (ms > lastMs) {
    lastMs = ms;
    lastRandom = drawn;
  } else {
    // 40 random bits of step leave room for 2^39 ids and more, and still cannot be guessed.
    lastRandom += 1n + (drawn & 0xff_ffff_ffffn);
    if (lastRandom >> 80n !== 0n) {
      lastMs += 1;
      lastRandom = drawn;
    }
  }
  return prefix + base32(BigInt(lastMs), TIME_CHARS) + base32(lastRandom, 16);
}

function bigEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function base32(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest >>= 5n) text = CROCKFORD[Number(rest & 31n)] + text;
  return text;
}
