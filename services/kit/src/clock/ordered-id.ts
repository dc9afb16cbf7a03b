import type { Clock } from './clock.js';
import type { Random } from './random.js';

/** Crockford's base 32: no I, L, O, U, and in the order of ASCII, so that texts sort as their numbers do. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARS = 10;
const RANDOM_BYTES = 10;

/**
 * The random part is stored as two numbers of 40 bits: a number holds only 53 bits, and a BigInt would be ten times as
 * slow in every request.
 */
const HALF = 2 ** 40;

/**
 * Time and random part of the last id of this process. The next id continues from these values if the clock stands
 * still or is set back.
 */
let lastMs = -1;
let lastHigh = 0;
let lastLow = 0;

/**
 * Returns `prefix` and 26 characters that sort by creation time (the layout of a ULID: 48 bits of milliseconds, 80
 * random bits). Ids of one process always ascend: within one millisecond, and after the clock was set back, the random
 * part of the last id is increased by a random step.
 */
export function orderedId(prefix: string, clock: Clock, random: Random): string {
  const ms = clock.now();
  const drawn = random.bytes(RANDOM_BYTES);
  if (ms > lastMs) begin(ms, drawn);
  else {
    // The step is a random number of 40 bits: the next id cannot be guessed, and the random part is large enough for
    // 2^39 ids.
    lastLow += 1 + halfAt(drawn, 5);
    if (lastLow >= HALF) {
      lastLow -= HALF;
      lastHigh += 1;
    }
    if (lastHigh >= HALF) begin(lastMs + 1, drawn);
  }
  return prefix + base32(lastMs, TIME_CHARS) + base32(lastHigh, 8) + base32(lastLow, 8);
}

/** Returns a regular expression, as text, that matches what `orderedId` returns for a prefix. */
export function orderedIdPattern(prefix: string): string {
  return `^${prefix}[0-9A-HJKMNP-TV-Z]{26}$`;
}

function begin(ms: number, drawn: Uint8Array): void {
  lastMs = ms;
  lastHigh = halfAt(drawn, 0);
  lastLow = halfAt(drawn, 5);
}

/** Reads five bytes as a big-endian number. */
function halfAt(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = at; i < at + 5; i++) value = value * 256 + bytes[i]!;
  return value;
}

function base32(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32))
    text = CROCKFORD[rest % 32] + text;
  return text;
}
