/**
 * The shape cache. For every byte of a short payload, a shape lists the values with which the payload is read
 * exactly like the one that the shape was learned from: tags and lengths are the same, the bytes of a varint
 * continue and end at the same places, values stay within their bounds. So a payload that fits a shape is
 * clean because the first one was, and one SIMD comparison shows it, nested messages included.
 */
import {
  ABSENT_VALUE,
  ALIGNED,
  BLOCK_HIGH,
  BLOCK_SIZE,
  CELL_BIT,
  CELL_KIND,
  CELL_MAX,
  CELL_SHIFT,
  CELL_WORD,
  DISTINCT,
  DISTINCT_SETS,
  FIXED32,
  FIXED64,
  FLAG,
  FOREIGN,
  GATHERED,
  LEARN_EVERY,
  LONG,
  LONG_BITS,
  LONG_BYTES,
  LONG_SHAPES,
  LONG_SIZE,
  LONGEST_PAUSE,
  MAX_SHAPE_IDS,
  LEAST,
  MESSAGE,
  PLACE_IN_USE,
  PLACE_SET_SHIFT,
  ROW_ABSENT,
  ROW_ABSENT_SET,
  ROW_LOOKED_UP,
  ROW_MISSED,
  ROW_NEXT_PAUSE,
  ROW_PAUSE,
  SET_BYTES,
  SHAPE_BLOCKS,
  SHAPE_GATHER,
  SHAPE_IDS,
  SHAPE_KEY,
  SHORT_BITS,
  SHORT_BYTES,
  SHORT_SHAPES,
  SHORT_SIZE,
  STRING,
  SUMMED,
  VARINT,
  VARINT64,
} from '../layout';

import { differAt } from './distinct';
import { gather } from './pending';
import { LAST_VALUE } from './varint';

/** Misses until the next shape is learned. */
let patience: u32 = 0;

/** Shapes that were learned. The first are learned at once. */
let learned: u32 = 0;

/** Misses of a node before checking if lookups pay. They do if three of four payloads have a shape. */
const MISSES: u32 = 64;
const FIRST_PAUSE: u32 = 2048;

/** Counts a payload of a node without a shape. If many have none, lookups pause, longer each time. */
function miss(row: usize): void {
  const missed = load<u32>(row, ROW_MISSED) + 1;
  store<u32>(row, missed, ROW_MISSED);
  if (missed < MISSES) return;
  let next: u32 = FIRST_PAUSE;
  if (load<u32>(row, ROW_LOOKED_UP) < 4 * MISSES) {
    const pause = min(max(load<u32>(row, ROW_NEXT_PAUSE), next), load<u32>(LONGEST_PAUSE));
    store<u32>(row, pause, ROW_PAUSE);
    next = pause * 2;
  }
  store<u32>(row, next, ROW_NEXT_PAUSE);
  store<u32>(row, 0, ROW_LOOKED_UP);
  store<u32>(row, 0, ROW_MISSED);
}

/** The payload lies within a shape. */
export const HIT: usize = 0;
/** The payload was not looked up, and is not to be learned. */
export const UNKNOWN: usize = 1;

/**
 * Looks for a payload's shape. Reads up to LONG_BYTES from `p` on, whatever its length.
 * @returns HIT, UNKNOWN, or the slot where its shape would be
 */
@inline
export function recall(row: usize, p: usize, length: u32): usize {
  if (length > <u32>LONG_BYTES) return UNKNOWN;
  const pause = load<u32>(row, ROW_PAUSE);
  if (pause !== 0) {
    store<u32>(row, pause - 1, ROW_PAUSE);
    return UNKNOWN;
  }
  store<u32>(row, load<u32>(row, ROW_LOOKED_UP) + 1, ROW_LOOKED_UP);
  if (length > <u32>SHORT_BYTES) return recallLong(row, p, length);
  const front = v128.load(p);
  const back = v128.load(p, 16);
  const all = <u32>i8x16.bitmask(front) | ((<u32>i8x16.bitmask(back)) << 16);
  const more = all & <u32>(((<u64>1) << (<u64>length)) - 1);
  const key = <u32>row + length;
  const hash = hashOf(more, p, length, key);
  const slot = <usize>SHORT_SHAPES + <usize>(hash >>> (32 - SHORT_BITS)) * <usize>SHORT_SIZE;
  if (load<u32>(slot, SHAPE_KEY) !== key) return slot;
  if (v128.any_true(v128.or(outside(front, slot), outside(back, slot + BLOCK_SIZE)))) return slot;
  // The table loop refuses duplicates.
  const ids = load<u64>(slot, SHAPE_IDS);
  if (ids !== 0 && !differAt(ids, p)) return UNKNOWN;
  if (load<u32>(slot, SHAPE_GATHER) !== 0) gatherAt(slot, p);
  return HIT;
}

/** The same for payloads of more than SHORT_BYTES. */
function recallLong(row: usize, p: usize, length: u32): usize {
  const a = v128.load(p);
  const b = v128.load(p, 16);
  const c = v128.load(p, 32);
  const d = v128.load(p, 48);
  const front = <u32>i8x16.bitmask(a) | ((<u32>i8x16.bitmask(b)) << 16);
  const back = <u32>i8x16.bitmask(c) | ((<u32>i8x16.bitmask(d)) << 16);
  const rest = back & <u32>(((<u64>1) << (<u64>(length - SHORT_BYTES))) - 1);
  const key = <u32>row + length;
  const hash = hashOf(front, p, length, key) ^ (rest * 0x27d4eb2f);
  const slot = <usize>LONG_SHAPES + <usize>(hash >>> (32 - LONG_BITS)) * <usize>LONG_SIZE;
  if (load<u32>(slot, SHAPE_KEY) !== key) return slot;
  const first = v128.or(outside(a, slot), outside(b, slot + BLOCK_SIZE));
  const second = v128.or(outside(c, slot + 2 * BLOCK_SIZE), outside(d, slot + 3 * BLOCK_SIZE));
  if (v128.any_true(v128.or(first, second))) return slot;
  // The table loop refuses duplicates.
  const ids = load<u64>(slot, SHAPE_IDS);
  if (ids !== 0 && !differAt(ids, p)) return UNKNOWN;
  if (load<u32>(slot, SHAPE_GATHER) !== 0) gatherAt(slot, p);
  return HIT;
}

/**
 * Hashes the continuation bits (`more`), the length, and the second and third tag, which together distinguish
 * most shapes. `more` gives the positions of the tags; other bytes may be at these positions. Two shapes with
 * one hash evict each other.
 */
@inline
function hashOf(more: u32, p: usize, length: u32, key: u32): u32 {
  const second = <u32>ctz<u32>(~(more >> 1)) + 2;
  const third = second + 2 + <u32>ctz<u32>(~(more >> (second + 1)));
  const tags = (second < length ? <u32>load<u8>(p + second) : 0) | (third < length ? (<u32>load<u8>(p + third)) << 8 : 0);
  return (more * 0x9e3779b1) ^ (key * 0x85ebca6b) ^ (tags * 0xc2b2ae35);
}

/**
 * Returns how far 16 bytes are below or above the limits of a slot's block: 0 for bytes within the limits.
 */
@inline
function outside(bytes: v128, block: usize): v128 {
  return v128.or(
    i8x16.sub_sat_u(bytes, v128.load(block, SHAPE_BLOCKS + BLOCK_HIGH)),
    i8x16.sub_sat_u(v128.load(block, SHAPE_BLOCKS), bytes),
  );
}

function gatherAt(slot: usize, p: usize): void {
  const gathered = load<u32>(slot, SHAPE_GATHER);
  const position = gathered >> 8;
  gather((gathered & 0xff) - 1, position === ABSENT_VALUE ? 0 : <u32>load<u8>(p + position));
}

/** Notes the shape of a clean payload in a slot, now and then: learning costs more than reading. */
export function learn(slot: usize, row: usize, p: usize, length: u32): void {
  miss(row);
  if (patience > 1) {
    patience--;
    return;
  }
  const every = load<u32>(LEARN_EVERY);
  if (every === 0) return;
  patience = min(every, ++learned >> 3);
  const end = slot + <usize>(length > <u32>SHORT_BYTES ? LONG_SIZE : SHORT_SIZE);
  for (let block = slot; block < end - SHAPE_BLOCKS; block += BLOCK_SIZE) {
    memory.fill(block + SHAPE_BLOCKS, 0, BLOCK_HIGH);
    memory.fill(block + SHAPE_BLOCKS + BLOCK_HIGH, 0xff, BLOCK_SIZE - BLOCK_HIGH);
  }
  store<u32>(slot, 0, SHAPE_GATHER);
  store<u64>(slot, 0, SHAPE_IDS);
  const whole = trace(slot, p, row, p, p + length);
  store<u32>(slot, whole ? <u32>row + length : 0, SHAPE_KEY);
}

/**
 * Narrows the bytes of a slot to what the records of `[p, end)` allow.
 * @param origin start of the payload of this slot
 * @returns false if a shape cannot express it
 */
function trace(slot: usize, origin: usize, row: usize, p: usize, end: usize): bool {
  let mask: u32 = 0;
  while (p < end) {
    const cell = row + ((<usize>load<u8>(p)) << CELL_SHIFT);
    let kind = <u32>load<u8>(cell, CELL_KIND);
    const word = load<u32>(cell, CELL_WORD);
    mask |= (<u32>1) << (<u32>load<u8>(cell, CELL_BIT));
    // Limits on single bytes cannot express a sum, single bits, or the least value of any length.
    if (kind >= <u32>FOREIGN || kind === SUMMED || kind === ALIGNED || kind === LEAST) return false;
    exact(slot, origin, p++);
    if (kind >= <u32>LONG) {
      kind -= LONG;
      exact(slot, origin, p++);
    }
    if (kind === VARINT || kind === VARINT64) {
      p = traceVarint(slot, origin, p, kind === VARINT ? load<u64>(cell, CELL_MAX) : u64.MAX_VALUE);
      if (p === 0) return false;
    } else if (kind === DISTINCT) {
      if (!traceId(slot, word, <u32>(p - origin))) return false;
      p = traceVarint(slot, origin, p, LAST_VALUE);
      if (p === 0) return false;
    } else if (kind === FLAG) {
      const zero = load<u8>(p) === 0;
      const from = p;
      p = traceVarint(slot, origin, p, load<u64>(cell, CELL_MAX));
      if (p === 0) return false;
      // One that is 0 stays so, and one that is not does not become it.
      if (zero) limit(slot, from - origin, 0, 0);
      else if (p === from + 1) store<u8>(slot + SHAPE_BLOCKS + ((from - origin) >> 4) * BLOCK_SIZE + ((from - origin) & 15), 1);
    } else if (kind === GATHERED) {
      if (!traceGathered(slot, word, <u32>(p - origin))) return false;
      limit(slot, p - origin, 0, 63);
      p++;
    } else if (kind === FIXED32) {
      p += 4;
    } else if (kind === FIXED64) {
      p += 8;
    } else {
      // A payload with a shape is short: so are its parts, and their lengths have one byte.
      const next = p + 1 + <usize>load<u8>(p);
      exact(slot, origin, p++);
      if (kind === MESSAGE) {
        if (!trace(slot, origin, word, p, next)) return false;
      } else if (kind === STRING) {
        for (; p < next; p++) limit(slot, p - origin, 0, 0x7f);
      }
      p = next;
    }
  }
  if ((load<u32>(row, ROW_ABSENT) & ~mask) === 0) return true;
  return traceGathered(slot, load<u32>(row, ROW_ABSENT_SET), ABSENT_VALUE);
}

/** Limits the payload's byte at `position` to a range. */
function limit(slot: usize, position: usize, low: u32, high: u32): void {
  const at = slot + SHAPE_BLOCKS + (position >> 4) * BLOCK_SIZE + (position & 15);
  store<u8>(at, <u8>low);
  store<u8>(at, <u8>high, BLOCK_HIGH);
}

/** Fixes the payload's byte at `p` to its value. */
function exact(slot: usize, origin: usize, p: usize): void {
  const byte = <u32>load<u8>(p);
  limit(slot, p - origin, byte, byte);
}

/**
 * Limits a varint to the same length. A shape can express only whole ranges of the last byte: those below the
 * last byte of the bound.
 * @param max as in CELL_MAX
 * @returns the position after it; 0 if the bound is too close
 */
function traceVarint(slot: usize, origin: usize, p: usize, max: u64): usize {
  let bits: u64 = 0;
  for (; load<u8>(p) >= 0x80; p++) {
    limit(slot, p - origin, 0x80, 0xff);
    bits += 8;
  }
  let most: u64 = 0x7f;
  if (bits < 64 && max >> bits < 0x80) {
    most = max >> bits;
    const below = ((<u64>1) << bits) - 1;
    if ((max & below) !== below) {
      if (most === 0) return 0;
      most--;
    }
  } else if (bits === 72) {
    most = 1;
  }
  if (<u64>load<u8>(p) > most) return 0;
  limit(slot, p - origin, bits === 0 ? 0 : 1, <u32>most);
  return p + 1;
}

/** A shape can gather one value. */
function traceGathered(slot: usize, set: u32, position: u32): bool {
  if (load<u32>(slot, SHAPE_GATHER) !== 0) return false;
  store<u32>(slot, (set + 1) | (position << 8), SHAPE_GATHER);
  return true;
}

/** A shape knows a few places of ids. */
function traceId(slot: usize, state: u32, position: u32): bool {
  const set = (state - DISTINCT_SETS) / SET_BYTES;
  const place = <u16>(position | (set << PLACE_SET_SHIFT) | PLACE_IN_USE);
  for (let i: usize = 0; i < 2 * MAX_SHAPE_IDS; i += 2) {
    if (load<u16>(slot + i, SHAPE_IDS) !== 0) continue;
    store<u16>(slot + i, place, SHAPE_IDS);
    return true;
  }
  return false;
}
