/**
 * Values that differ because each is greater than the one before it. They are compared as they are on the wire:
 * varints that are no longer than they need to be compare, as little-endian numbers, as their values do.
 */
import { ASCENDED, ASCENT_COUNT, ASCENT_SET_SHIFT, ASCENTS, PENDING_ASCENTS } from '../layout';
import { HIGH_BITS } from './varint';

/** The greatest value of 32 bits. */
const LAST_WIRE: u64 = ((<u64>0x0f) << 32) | 0xffffffff;
const POSITION: u64 = ((<u64>1) << (<u64>ASCENT_SET_SHIFT)) - 1;
const SET: u64 = 7;

/**
 * Goes on with a varint of 32 bits, and says whether it may.
 * @param word the eight bytes at its start
 * @param last the highest bit of its last byte in them; 0 where it is longer
 * @param place how many bits are below that byte
 * @param at where the last one before it is
 */
@inline
export function ascend(word: u64, last: u64, place: u64, at: usize): bool {
  const wire = word & (last ^ (last - 1));
  const before = load<u64>(at);
  store<u64>(at, wire);
  store<u32>(ASCENDED, 1);
  // Longer than it needs to be: ends in a 0 that is not the first byte.
  return wire > before && wire <= LAST_WIRE && (((word | 0x7f) >> place) & 0x7f) !== 0;
}

/** The same for those of a payload at `p` whose places a shape knows: they are 32-bit varints of least length. */
export function ascendAt(places: u64, p: usize): bool {
  for (; places !== 0; places >>= 16) {
    const word = load<u64>(p + <usize>(places & POSITION));
    const last = ~word & HIGH_BITS;
    const wire = word & (last ^ (last - 1));
    const at = <usize>PENDING_ASCENTS + (<usize>((places >> (<u64>ASCENT_SET_SHIFT)) & SET) << 3);
    if (wire <= load<u64>(at)) return false;
    store<u64>(at, wire);
    store<u32>(ASCENDED, 1);
  }
  return true;
}

/** A record was read: those that wait are the last ones if it is clean, and are forgotten otherwise. */
@inline
export function settleAscents(clean: bool): void {
  if (load<u32>(ASCENDED) !== 0) copyAscents(clean);
}

function copyAscents(clean: bool): void {
  store<u32>(ASCENDED, 0);
  const size = <usize>load<u32>(ASCENT_COUNT) << 3;
  for (let at: usize = 0; at < size; at += 8) {
    const known = <usize>ASCENTS + at;
    const pending = <usize>PENDING_ASCENTS + at;
    if (clean) store<u64>(known, load<u64>(pending));
    else store<u64>(pending, load<u64>(known));
  }
}
