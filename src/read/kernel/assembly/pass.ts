import {
  CELL_COUNT,
  CELL_EXTRA,
  CELL_KIND,
  CELL_SHIFT,
  CELL_WORD,
  COUNTS,
  LATER_MESSAGE,
  MESSAGE,
  WANTED,
} from '../layout';
import { resolveIds } from './distinct';
import { resolve } from './pending';
import { isClean } from './payload';
import { longLength, NO_LENGTH } from './varint';

/**
 * Passes over whole clean records of the repeated messages of a node.
 * @param row the node's row
 * @param p start of the first record
 * @param end end of the records' container
 * @param limit end of the available bytes
 * @returns start of the first record that was not passed over
 */
export function pass(row: usize, p: usize, end: usize, limit: usize): usize {
  store<u32>(WANTED, 0);
  const stop = min(end, limit);
  while (p < stop) {
    const cell = row + ((<usize>load<u8>(p)) << CELL_SHIFT);
    const kind = load<u8>(cell, CELL_KIND);
    if ((kind !== MESSAGE && kind !== LATER_MESSAGE) || load<u8>(cell, CELL_EXTRA) === 0) break;
    let payload = p + 2;
    let length = <u32>load<u8>(p, 1);
    if (length >= 0x80) {
      const long = longLength(p + 1);
      if (long === NO_LENGTH) break;
      length = <u32>long;
      payload = p + 1 + <usize>(long >> 32);
    }
    const next = payload + length;
    // Past 2^31 an addition may wrap; no window holds a record of that length.
    if (next > end || length > 0x3fffffff) break;
    if (next > limit) {
      store<u32>(WANTED, <u32>(next - p));
      break;
    }
    const clean = isClean(<usize>load<u32>(cell, CELL_WORD), payload, length);
    resolve(clean);
    resolveIds(clean);
    if (!clean) break;
    const count = <usize>COUNTS + ((<usize>load<u32>(cell, CELL_COUNT)) << 2);
    store<u32>(count, load<u32>(count) + 1);
    p = next;
  }
  return p;
}
