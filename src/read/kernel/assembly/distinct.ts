/**
 * Ids that should differ: the same table as the scanner's, see scan/distinct-ids.ts. Ids of a record that turns out
 * not to be clean are taken out again: the scanner may read it otherwise.
 */
import {
  DISTINCT_COUNT,
  DISTINCT_SETS,
  FIRST_STAMP,
  GROUP_BITS,
  GROUP_SHIFT,
  HASH_FACTOR,
  ID_LOG,
  ID_TABLE,
  ID_WORDS,
  MAX_ID_LOG,
  MAX_WORDS,
  NOTED,
  PLACE_SET_SHIFT,
  SET_BYTES,
  SET_DOUBT,
  SET_GREATEST,
  SET_GREATEST_BEFORE,
  SET_LEAST,
  SET_LEAST_BEFORE,
  SET_LOOSE,
  SET_SLOT,
  SET_STAMP,
  SLOT_BITS,
  SLOT_BYTES,
  SLOT_STAMP,
  STAMP_FACTOR,
  TABLE_SLOTS,
} from '../layout';
import { HIGH_BITS, valueOf } from './varint';

/** The greatest value of 32 bits, as eight bytes hold it on the wire. */
const LAST_WIRE: u64 = ((<u64>0x0f) << 32) | 0xffffffff;
const POSITION: u64 = ((<u64>1) << (<u64>PLACE_SET_SHIFT)) - 1;
const SET: u64 = 7;

/**
 * Adds an id. Returns true if it is sure to differ from those before it.
 * @param word the eight bytes at its start
 * @param last the highest bit of its last byte in them; 0 if it is longer
 * @param place number of bits below that byte
 * @param set address of its set's state
 */
@inline
export function differs(word: u64, last: u64, place: u64, set: usize): bool {
  const wire = word & (last ^ (last - 1));
  // Longer than it needs to be: ends in a 0 that is not the first byte.
  return wire <= LAST_WIRE && (((word | 0x7f) >> place) & 0x7f) !== 0 && take(set, <u32>valueOf(wire));
}

/**
 * The same for a payload at `p` whose shape gives the ids' places: they are 32-bit varints of minimal length.
 */
export function differAt(places: u64, p: usize): bool {
  for (; places !== 0; places >>= 16) {
    const word = load<u64>(p + <usize>(places & POSITION));
    const last = ~word & HIGH_BITS;
    const index = <usize>((places >> (<u64>PLACE_SET_SHIFT)) & SET);
    if (!take(<usize>DISTINCT_SETS + index * SET_BYTES, <u32>valueOf(word & (last ^ (last - 1))))) return false;
  }
  return true;
}

function take(set: usize, id: u32): bool {
  const word = id >> 6;
  const slot = load<u32>(set) === word ? <usize>load<u32>(set, SET_SLOT) : turn(set, word);
  if (slot === 0) return load<u32>(set, SET_DOUBT) !== 0;
  const bits = load<u64>(slot, SLOT_BITS);
  const bit = (<u64>1) << (<u64>id);
  const noted = load<u32>(NOTED);
  if ((bits & bit) !== 0 || noted === MAX_ID_LOG) return load<u32>(set, SET_DOUBT) !== 0;
  store<u64>(slot, bits | bit, SLOT_BITS);
  store<u64>(<usize>ID_LOG + ((<usize>noted) << 3), <u64>slot | ((<u64>(id & 63)) << 32));
  store<u32>(NOTED, noted + 1);
  return true;
}

/** Returns the slot of a word other than the last one; 0 if the table is full. */
function turn(set: usize, word: u32): usize {
  const stamp = load<u32>(set, SET_STAMP);
  let slot = find(stamp, word);
  if (load<u32>(slot, SLOT_STAMP) !== stamp) {
    const used = load<u32>(ID_WORDS);
    if (used < <u32>MAX_WORDS) store<u32>(ID_WORDS, used + 1);
    else if (<i32>word <= load<i32>(set, SET_GREATEST)) return 0;
    else slot = set + SET_LOOSE;
    store<u32>(slot, word);
    store<u32>(slot, stamp, SLOT_STAMP);
    store<u64>(slot, 0, SLOT_BITS);
  }
  store<u32>(set, word);
  store<u32>(set, <u32>slot, SET_SLOT);
  if (<i32>word < load<i32>(set, SET_LEAST)) store<u32>(set, word, SET_LEAST);
  if (<i32>word > load<i32>(set, SET_GREATEST)) store<u32>(set, word, SET_GREATEST);
  return slot;
}

/** Returns the word's slot, or a free one. */
function find(stamp: u32, word: u32): usize {
  const first = load<u32>(FIRST_STAMP);
  const table = <usize>load<u32>(ID_TABLE);
  const group = ((word >> GROUP_BITS) + stamp * <u32>STAMP_FACTOR) * load<u32>(HASH_FACTOR);
  let place = (((group >> GROUP_SHIFT) << GROUP_BITS) | (word & ((1 << GROUP_BITS) - 1))) & (TABLE_SLOTS - 1);
  let slot = table + <usize>place * SLOT_BYTES;
  let known = load<u32>(slot, SLOT_STAMP);
  while (known >= first && (known !== stamp || load<u32>(slot) !== word)) {
    place = (place + 1) & (TABLE_SLOTS - 1);
    slot = table + <usize>place * SLOT_BYTES;
    known = load<u32>(slot, SLOT_STAMP);
  }
  return slot;
}

/** A record was read: its ids stay if it is clean. */
@inline
export function resolveIds(clean: bool): void {
  if (load<u32>(NOTED) !== 0) resolveAll(clean);
}

function resolveAll(clean: bool): void {
  if (!clean) {
    const end = <usize>ID_LOG + ((<usize>load<u32>(NOTED)) << 3);
    for (let at = <usize>ID_LOG; at < end; at += 8) {
      const entry = load<u64>(at);
      const slot = <usize>(<u32>entry);
      store<u64>(slot, load<u64>(slot, SLOT_BITS) & ~((<u64>1) << (entry >> 32)), SLOT_BITS);
    }
  }
  store<u32>(NOTED, 0);
  const end = <usize>DISTINCT_SETS + <usize>load<u32>(DISTINCT_COUNT) * SET_BYTES;
  for (let set = <usize>DISTINCT_SETS; set < end; set += SET_BYTES) {
    if (clean) {
      store<u32>(set, load<u32>(set, SET_LEAST), SET_LEAST_BEFORE);
      store<u32>(set, load<u32>(set, SET_GREATEST), SET_GREATEST_BEFORE);
    } else {
      // The next id looks its word up again: the current one may no longer be the least or the greatest.
      store<i32>(set, -1);
      store<u32>(set, load<u32>(set, SET_LEAST_BEFORE), SET_LEAST);
      store<u32>(set, load<u32>(set, SET_GREATEST_BEFORE), SET_GREATEST);
    }
  }
}
