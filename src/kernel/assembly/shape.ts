/**
 * The shape cache. A shape says for every byte of a short payload which values it may have so that the
 * payload is read exactly like the one the shape was learned from: tags and lengths are as they were, the
 * bytes of a varint go on and end where they did, values stay within their bounds. So a payload that lies
 * within a shape is clean because that one was, and one SIMD comparison shows it, nested messages included.
 */
import {
  ABSENT_VALUE,
  CACHE,
  CELL_BIT,
  CELL_KIND,
  CELL_MAX,
  CELL_SHIFT,
  CELL_WORD,
  FIXED32,
  FIXED64,
  FOREIGN,
  GATHERED,
  LEARN_EVERY,
  LONG,
  LONGEST_PAUSE,
  MESSAGE,
  ROW_ABSENT,
  ROW_ABSENT_SET,
  ROW_LOOKED_UP,
  ROW_MISSED,
  ROW_NEXT_PAUSE,
  ROW_PAUSE,
  SHAPE_BITS,
  SHAPE_BYTES,
  SHAPE_GATHER,
  SHAPE_HIGH,
  SHAPE_KEY,
  SHAPE_SIZE,
  STRING,
  VARINT,
  VARINT64,
} from '../layout';

import { gather } from './unsettled';

/** Misses until the next shape is learned. */
let patience: u32 = 0;

/** Shapes that were learned. The first are learned at once. */
let learned: u32 = 0;

/** Misses of a node until it is asked whether looking up pays. It does where three of four have a shape. */
const MISSES: u32 = 64;
const FIRST_PAUSE: u32 = 2048;

/** A payload of a node had no shape. Where many have none, lookups pause: longer each time. */
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
/** It was not looked up, and is not to be learned. */
export const UNKNOWN: usize = 1;

/**
 * Looks for a payload's shape.
 * @returns HIT, UNKNOWN, or the slot where its shape would be
 */
@inline
export function recall(row: usize, p: usize, length: u32): usize {
  if (length > <u32>SHAPE_BYTES) return UNKNOWN;
  const pause = load<u32>(row, ROW_PAUSE);
  if (pause !== 0) {
    store<u32>(row, pause - 1, ROW_PAUSE);
    return UNKNOWN;
  }
  store<u32>(row, load<u32>(row, ROW_LOOKED_UP) + 1, ROW_LOOKED_UP);
  const front = v128.load(p);
  const back = v128.load(p, 16);
  // Which bytes go on: with the length and the tag behind the first value it tells most shapes apart.
  const all = <u32>i8x16.bitmask(front) | ((<u32>i8x16.bitmask(back)) << 16);
  const more = all & <u32>(((<u64>1) << (<u64>length)) - 1);
  const second = <u32>ctz<u32>(~(more >> 1)) + 2;
  const tag = second < length ? <u32>load<u8>(p + second) : 0;
  const key = <u32>row + length;
  const hash = (more * 0x9e3779b1) ^ (key * 0x85ebca6b) ^ (tag * 0xc2b2ae35);
  const slot = <usize>CACHE + <usize>(hash >>> (32 - SHAPE_BITS)) * <usize>SHAPE_SIZE;
  if (load<u32>(slot, SHAPE_KEY) !== key) return slot;
  const outside = v128.or(
    v128.or(i8x16.sub_sat_u(front, v128.load(slot, SHAPE_HIGH)), i8x16.sub_sat_u(v128.load(slot), front)),
    v128.or(
      i8x16.sub_sat_u(back, v128.load(slot, SHAPE_HIGH + 16)),
      i8x16.sub_sat_u(v128.load(slot, 16), back),
    ),
  );
  if (v128.any_true(outside)) return slot;
  const gathered = load<u32>(slot, SHAPE_GATHER);
  if (gathered !== 0) {
    const position = gathered >> 8;
    gather((gathered & 0xff) - 1, position === ABSENT_VALUE ? 0 : <u32>load<u8>(p + position));
  }
  return HIT;
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
  memory.fill(slot, 0, SHAPE_BYTES);
  memory.fill(slot + SHAPE_HIGH, 0xff, SHAPE_BYTES);
  store<u32>(slot, 0, SHAPE_GATHER);
  const whole = trace(slot, slot - p, row, p, p + length);
  store<u32>(slot, whole ? <u32>row + length : 0, SHAPE_KEY);
}

/**
 * Narrows the bytes of a slot to what the records of `[p, end)` allow.
 * @param slot its gathered value is noted there
 * @param shift from a byte of the payload to its place in the slot
 * @returns false where a shape cannot express it
 */
function trace(slot: usize, shift: usize, row: usize, p: usize, end: usize): bool {
  let mask: u32 = 0;
  while (p < end) {
    const cell = row + ((<usize>load<u8>(p)) << CELL_SHIFT);
    let kind = <u32>load<u8>(cell, CELL_KIND);
    const word = load<u32>(cell, CELL_WORD);
    mask |= (<u32>1) << (<u32>load<u8>(cell, CELL_BIT));
    exact(p, shift);
    p++;
    if (kind >= <u32>FOREIGN) return false;
    if (kind >= <u32>LONG) {
      kind -= LONG;
      exact(p, shift);
      p++;
    }
    if (kind === VARINT || kind === VARINT64) {
      p = traceVarint(p, shift, kind === VARINT ? load<u64>(cell, CELL_MAX) : u64.MAX_VALUE);
      if (p === 0) return false;
    } else if (kind === GATHERED) {
      if (!traceGathered(slot, word, <u32>(p + shift - slot))) return false;
      store<u8>(p + shift, 63, SHAPE_HIGH);
      p++;
    } else if (kind === FIXED32) {
      p += 4;
    } else if (kind === FIXED64) {
      p += 8;
    } else {
      // What has a shape is short: so is what it holds, and its length has one byte.
      const length = <usize>load<u8>(p);
      exact(p, shift);
      p++;
      if (kind === MESSAGE) {
        if (!trace(slot, shift, word, p, p + length)) return false;
      } else if (kind === STRING) {
        memory.fill(p + shift + SHAPE_HIGH, 0x7f, length);
      }
      p += length;
    }
  }
  if ((load<u32>(row, ROW_ABSENT) & ~mask) === 0) return true;
  return traceGathered(slot, load<u32>(row, ROW_ABSENT_SET), ABSENT_VALUE);
}

/** A byte that has to be what it is. */
function exact(p: usize, shift: usize): void {
  const byte = load<u8>(p);
  store<u8>(p + shift, byte);
  store<u8>(p + shift, byte, SHAPE_HIGH);
}

/**
 * A varint that ends where it ends. Within a bound of as many bytes only whole ranges of its last byte are:
 * those below the bound's.
 * @param max as in CELL_MAX
 * @returns the position behind it; 0 where the bound is too close
 */
function traceVarint(p: usize, shift: usize, max: u64): usize {
  let bits: u64 = 0;
  for (; load<u8>(p) >= 0x80; p++) {
    store<u8>(p + shift, 0x80);
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
  store<u8>(p + shift, bits === 0 ? 0 : 1);
  store<u8>(p + shift, <u8>most, SHAPE_HIGH);
  return p + 1;
}

/** A shape can gather one value. */
function traceGathered(slot: usize, set: u32, position: u32): bool {
  if (load<u32>(slot, SHAPE_GATHER) !== 0) return false;
  store<u32>(slot, (set + 1) | (position << 8), SHAPE_GATHER);
  return true;
}
