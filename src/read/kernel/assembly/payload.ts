import {
  ALIGNED,
  BYTES,
  CELL_BIT,
  CELL_CONFLICT,
  CELL_EXTRA,
  CELL_KIND,
  CELL_LEAST,
  CELL_MAX,
  CELL_SHIFT,
  CELL_WORD,
  DISTINCT,
  FIXED32,
  FIXED64,
  FLAG,
  FOREIGN,
  GATHERED,
  LEAST,
  LONG,
  MESSAGE,
  ROW_ABSENT,
  ROW_ABSENT_SET,
  ROW_ALL,
  ROW_NEED,
  ROW_OTHERS,
  ROW_PRESENT,
  ROW_SUMS,
  SKIPPED,
  STRING,
  SUMMED,
  SUM_END,
  VARINT,
  VARINT64,
} from '../layout';
import { differs } from './distinct';
import { gather, logForeign } from './pending';
import { HIT, learn, recall, UNKNOWN } from './shape';
import { HIGH_BITS, LAST_VALUE, longLength, NO_LENGTH, valueOf, varint } from './varint';

/** True if a message's payload is clean. */
export function isClean(row: usize, p: usize, length: u32): bool {
  const slot = recall(row, p, length);
  if (slot === HIT) return true;
  if (!walk(row, p, p + length)) return false;
  if (slot !== UNKNOWN) learn(slot, row, p, length);
  return true;
}

/**
 * The table loop: reads every record of a payload. Verdicts on single fields are collected without branches
 * and checked once; only the end of the walk branches. Reads at most a varint past `end`.
 */
function walk(row: usize, p: usize, end: usize): bool {
  let mask: u32 = 0;
  let bad: u32 = 0;
  let sum: u64 = 0;
  while (p < end) {
    const cell = row + ((<usize>load<u8>(p)) << CELL_SHIFT);
    const kind = <u32>load<u8>(cell, CELL_KIND);
    bad |= mask & load<u32>(cell, CELL_CONFLICT);
    mask |= (<u32>1) << (<u32>load<u8>(cell, CELL_BIT));
    if (kind === VARINT) {
      const word = load<u64>(p, 1);
      // The last byte is the first one without its high bit; if there is none among these eight, the varint
      // is above every bound.
      const last = ~word & HIGH_BITS;
      const place = ctz<u64>(last) - 7;
      bad |= <u32>((word & (last ^ (last - 1))) > load<u64>(cell, CELL_MAX));
      // Longer than it needs to be: ends in a 0 that is not the first byte.
      bad |= <u32>((((word | 0x7f) >> place) & 0x7f) === 0);
      p += 2 + <usize>(place >> 3);
    } else if (kind === MESSAGE) {
      let length = <u32>load<u8>(p, 1);
      p += 2;
      if (length >= 0x80) {
        const long = longLength(p - 1);
        if (long === NO_LENGTH) return false;
        length = <u32>long;
        p += <usize>(long >> 32) - 1;
      }
      const next = p + length;
      if (next > end) return false;
      // Repeats isClean: as a call it took a tenth of the time.
      const child = <usize>load<u32>(cell, CELL_WORD);
      const slot = recall(child, p, length);
      if (slot !== HIT) {
        if (!walk(child, p, next)) return false;
        if (slot !== UNKNOWN) learn(slot, child, p, length);
      }
      p = next;
    } else if (kind === DISTINCT) {
      const word = load<u64>(p, 1);
      const last = ~word & HIGH_BITS;
      const place = ctz<u64>(last) - 7;
      bad |= <u32>!differs(word, last, place, <usize>load<u32>(cell, CELL_WORD));
      p += 2 + <usize>(place >> 3);
    } else if (kind === SUMMED) {
      const word = load<u64>(p, 1);
      const last = ~word & HIGH_BITS;
      // More than eight bytes are more than a double holds.
      if (last === 0) return false;
      const place = ctz<u64>(last) - 7;
      bad |= <u32>((((word | 0x7f) >> place) & 0x7f) === 0);
      const wire = word & (last ^ (last - 1));
      bad |= <u32>(wire > load<u64>(cell, CELL_MAX));
      sum += valueOf(wire);
      p += 2 + <usize>(place >> 3);
    } else if (kind === FLAG) {
      const set = <u32>(load<u8>(p, 1) !== 0);
      mask |= set << (<u32>load<u8>(cell, CELL_EXTRA));
      p = varint(p + 1, load<u64>(cell, CELL_MAX));
      if (p === 0) return false;
    } else {
      p = value(kind, cell, p + 1, end);
      if (p === 0) return false;
    }
  }
  if (p !== end || bad !== 0) return false;
  const need = load<u32>(row, ROW_NEED);
  if (need !== 0 && (mask & need) === 0) return false;
  if ((load<u32>(row, ROW_ALL) & ~mask) !== 0) return false;
  if ((load<u32>(row, ROW_PRESENT) & mask) !== 0 && (load<u32>(row, ROW_OTHERS) & mask) === 0) return false;
  if (load<u32>(row, ROW_SUMS) !== 0 && sum >= load<u64>(SUM_END)) return false;
  if ((load<u32>(row, ROW_ABSENT) & ~mask) !== 0) gather(load<u32>(row, ROW_ABSENT_SET), 0);
  return true;
}

/** Position after the value of any record, which begins at `p`; 0 if it is not clean. */
function value(kind: u32, cell: usize, p: usize, end: usize): usize {
  let word = load<u32>(cell, CELL_WORD);
  const least = load<u32>(cell, CELL_LEAST);
  if (kind >= <u32>FOREIGN) {
    if (!logForeign(word)) return 0;
    kind -= FOREIGN;
    word = u32.MAX_VALUE;
  }
  if (kind >= <u32>LONG) {
    if (load<u8>(p) !== load<u8>(cell, CELL_EXTRA)) return 0;
    kind -= LONG;
    p++;
  }
  switch (kind) {
    case ALIGNED:
      if ((load<u8>(p) & load<u8>(cell, CELL_EXTRA)) !== 0) return 0;
      return varint(p, load<u64>(cell, CELL_MAX));
    case VARINT:
      return varint(p, load<u64>(cell, CELL_MAX));
    case VARINT64:
      return varint(p, u64.MAX_VALUE);
    case LEAST: {
      const next = varint(p, LAST_VALUE);
      const bits = load<u64>(p);
      const last = ~bits & HIGH_BITS;
      return next !== 0 && valueOf(bits & (last ^ (last - 1))) >= load<u64>(cell, CELL_MAX) ? next : 0;
    }
    case GATHERED: {
      const value = <u32>load<u8>(p);
      if (value >= 64) return 0;
      gather(word, value);
      return p + 1;
    }
    case DISTINCT: {
      const bits = load<u64>(p);
      const last = ~bits & HIGH_BITS;
      const place = ctz<u64>(last) - 7;
      return differs(bits, last, place, <usize>word) ? p + 1 + <usize>(place >> 3) : 0;
    }
    case FIXED32:
      return p + 4;
    case FIXED64:
      return p + 8;
    case MESSAGE:
    case BYTES:
    case STRING: {
      const long = longLength(p);
      if (long === NO_LENGTH) return 0;
      const length = <u32>long;
      p += <usize>(long >> 32);
      const next = p + length;
      if (next > end) return 0;
      if (kind === MESSAGE) return isClean(<usize>word, p, length) ? next : 0;
      if (length > word || length < least) return 0;
      if (kind === BYTES) {
        store<u32>(SKIPPED, load<u32>(SKIPPED) + length);
        return next;
      }
      return isAscii(p, next) ? next : 0;
    }
    default:
      return 0;
  }
}

/** True if all bytes are below 0x80. Other bytes may be valid UTF-8: the kernel does not decide that. */
function isAscii(p: usize, end: usize): bool {
  let bits: u64 = 0;
  for (; p + 8 <= end; p += 8) bits |= load<u64>(p);
  for (; p < end; p++) bits |= <u64>load<u8>(p);
  return (bits & HIGH_BITS) === 0;
}
