/**
 * Ids that should differ: of each set a hash table of words, each with the bits of 64 neighbouring ids. The word
 * that the last id was in is at hand, under the bytes that its ids have on the wire: a dense file turns to
 * another one every 64 ids, and the others are not even decoded.
 */
import {
  CURRENT,
  CURRENT_MASK,
  CURRENT_WIRE,
  DENSE_WORDS,
  DISTINCT_COUNT,
  FRESH,
  HASH_BITS,
  HASH_FACTOR,
  MAX_SCOPE,
  MAX_TURNS,
  MOST_WORDS,
  NOTED,
  PENDING_CURRENT,
  PENDING_STATES,
  REPEATED,
  SLOT_BITS,
  SLOT_SIZE,
  SLOTS,
  STATE_COUNT,
  STATE_FULL,
  STATE_LEAST,
  STATE_REACH,
  STATE_SCOPE,
  STATE_SIZE,
  STATE_SLOT,
  STATE_UNTRACKED,
  STATE_WORDS,
  STATES,
  PLACE_SET_SHIFT,
  TABLE_SIZE,
  TABLES,
  TURN_LOG,
  TURNS,
  UNTRACKED,
} from '../layout';
import { HIGH_BITS } from './varint';

/** The greatest value of 32 bits, as eight bytes hold it on the wire. */
const LAST_WIRE: u64 = ((<u64>0x0f) << 32) | 0xffffffff;
/** Which of the ids in a word. */
const IN_WORD: u64 = 63;
/** No varint of 32 bits is like that. */
const NO_WIRE: u64 = u64.MAX_VALUE;
const POSITION: u64 = ((<u64>1) << (<u64>PLACE_SET_SHIFT)) - 1;
const SET: u64 = 7;

/**
 * Notes an id of the record being read.
 * @param word the eight bytes at its start
 * @param at the word at hand of its set
 * @returns false where the record is not clean: the id was there before, or is odd
 */
@inline
export function note(word: u64, at: usize): bool {
  store<u32>(NOTED, 1);
  if (((word ^ load<u64>(at, CURRENT_WIRE)) & load<u64>(at, CURRENT_MASK)) !== 0) return noteElsewhere(at, word);
  const bits = load<u64>(at);
  const bit = (<u64>1) << word;
  store<u64>(at, bits | bit);
  return (bits & bit) === 0;
}

/** The same for those of a payload at `p` whose places a shape knows: they are 32-bit varints of least length. */
@inline
export function noteAt(places: u64, p: usize): bool {
  return noteOneAt(places, p) && (places >> 16 === 0 || noteMoreAt(places >> 16, p));
}

@inline
function noteOneAt(places: u64, p: usize): bool {
  const word = load<u64>(p + <usize>(places & POSITION));
  const at = <usize>PENDING_CURRENT + (<usize>((places >> (<u64>PLACE_SET_SHIFT)) & SET) << 5);
  return note(word, at);
}

function noteMoreAt(places: u64, p: usize): bool {
  for (; places !== 0; places >>= 16) {
    if (!noteOneAt(places, p)) return false;
  }
  return true;
}

function noteElsewhere(at: usize, word: u64): bool {
  const last = ~word & HIGH_BITS;
  const wire = word & (last ^ (last - 1));
  // Longer than it needs to be: ends in a 0 that is not the first byte.
  if (wire > LAST_WIRE || (wire | 0x7f) < (last & (0 - last)) >> 7) return false;
  return load<u32>(TURNS) < <u32>MAX_TURNS && turn(at, wire, valueOf(wire)) !== REPEATED;
}

/** Notes an id in a word that is not at hand. */
function turn(at: usize, wire: u64, id: u32): u32 {
  const set = (at - PENDING_CURRENT) >> 5;
  const state = <usize>PENDING_STATES + set * STATE_SIZE;
  putBack(at, state);
  const scope = load<u32>(state, STATE_SCOPE);
  const words = load<u32>(state, STATE_WORDS);
  const key = ~((scope << 26) | (id >> 6));
  let slot: usize = 0;
  if (scope <= <u32>MAX_SCOPE) {
    slot = find(set, key);
    if (load<u32>(slot) === 0) {
      if (words < load<u32>(MOST_WORDS)) {
        store<u32>(slot, key);
        store<u32>(orderOf(set) + ((<usize>words) << 2), <u32>slot);
        store<u32>(state, words + 1, STATE_WORDS);
      } else {
        slot = 0;
      }
    }
  }
  store<u32>(state, <u32>slot, STATE_SLOT);
  if (slot === 0) {
    store<u64>(at, NO_WIRE, CURRENT_WIRE);
    store<u64>(at, u64.MAX_VALUE, CURRENT_MASK);
    const isNew = <u64>id >= load<u64>(state, STATE_REACH) || load<u32>(state, STATE_FULL) === 0;
    store<u32>(state, 1, STATE_FULL);
    reach(state, id, id);
    if (isNew) return FRESH;
    store<u32>(state, load<u32>(state, STATE_UNTRACKED) + 1, STATE_UNTRACKED);
    return UNTRACKED;
  }
  const bits = load<u64>(slot, SLOT_BITS);
  const bit = (<u64>1) << wire;
  store<u64>(at, bits | bit);
  store<u64>(at, wire, CURRENT_WIRE);
  store<u64>(at, (u64.MAX_VALUE >> (clz<u64>(wire | 1) & ~7)) & ~IN_WORD, CURRENT_MASK);
  return (bits & bit) === 0 ? FRESH : REPEATED;
}

/** The word at hand goes back to its slot, for the record being read. */
function putBack(at: usize, state: usize): void {
  const turns = load<u32>(TURNS);
  const slot = <usize>load<u32>(state, STATE_SLOT);
  const entry = <usize>TURN_LOG + ((<usize>turns) << 4);
  store<u32>(TURNS, turns + 1);
  store<u32>(entry, <u32>slot);
  if (slot === 0) return;
  const before = load<u64>(slot, SLOT_BITS);
  const bits = load<u64>(at);
  store<u64>(entry, before, 8);
  if (bits === before) return;
  store<u64>(slot, bits, SLOT_BITS);
  store<u32>(state, load<u32>(state, STATE_COUNT) + <u32>popcnt<u64>(bits ^ before), STATE_COUNT);
  const first = ~load<u32>(slot) << 6;
  reach(state, first + <u32>ctz<u64>(bits), first + 63 - <u32>clz<u64>(bits));
}

function reach(state: usize, least: u32, greatest: u32): void {
  if (least < load<u32>(state, STATE_LEAST)) store<u32>(state, least, STATE_LEAST);
  if (<u64>greatest >= load<u64>(state, STATE_REACH)) store<u64>(state, (<u64>greatest) + 1, STATE_REACH);
}

/** Where a key is, or the free slot for it. Neighbours are neighbours here, too: those of one line of the cache at least. */
function find(set: usize, key: u32): usize {
  let table = <usize>load<u32>(TABLES) + set * TABLE_SIZE;
  const word = ~key;
  if (word < <u32>DENSE_WORDS) return table + <usize>word * SLOT_SIZE;
  table += DENSE_WORDS * SLOT_SIZE;
  let at = (((word >> 3) * load<u32>(HASH_FACTOR)) >> (32 - HASH_BITS + 3)) << 3 | (word & 7);
  let slot = table + <usize>at * SLOT_SIZE;
  for (let known = load<u32>(slot); known !== key && known !== 0; known = load<u32>(slot)) {
    at = (at + 1) & (SLOTS - 1);
    slot = table + <usize>at * SLOT_SIZE;
  }
  return slot;
}

/** Addresses of the slots in use, in the order in which they came in. */
@inline
function orderOf(set: usize): usize {
  return <usize>load<u32>(TABLES) + set * TABLE_SIZE + (DENSE_WORDS + SLOTS) * SLOT_SIZE;
}

/** A record was read: what was noted in it stays if it is clean, and is undone otherwise. */
@inline
export function settleNoted(clean: bool): void {
  if (load<u32>(NOTED) !== 0) settleAll(clean);
}

function settleAll(clean: bool): void {
  store<u32>(NOTED, 0);
  const sets = <usize>load<u32>(DISTINCT_COUNT);
  if (load<u32>(TURNS) !== 0) {
    if (!clean) undo(sets);
    store<u32>(TURNS, 0);
    settleStretch(STATES, PENDING_STATES, sets * STATE_SIZE, clean);
  }
  settleStretch(CURRENT, PENDING_CURRENT, sets << 5, clean);
}

@inline
function settleStretch(known: usize, pending: usize, size: usize, clean: bool): void {
  for (let at: usize = 0; at < size; at += 8) {
    if (clean) store<u64>(known + at, load<u64>(pending + at));
    else store<u64>(pending + at, load<u64>(known + at));
  }
}

/** Words that went back are as before, and slots that were taken are free: the last ones first, as probing needs it. */
function undo(sets: usize): void {
  for (let turn = <usize>load<u32>(TURNS); turn > 0; turn--) {
    const entry = <usize>TURN_LOG + ((turn - 1) << 4);
    const slot = <usize>load<u32>(entry);
    if (slot !== 0) store<u64>(slot, load<u64>(entry, 8), SLOT_BITS);
  }
  for (let set: usize = 0; set < sets; set++) {
    free(set, load<u32>(<usize>PENDING_STATES + set * STATE_SIZE, STATE_WORDS), load<u32>(<usize>STATES + set * STATE_SIZE, STATE_WORDS));
  }
}

function free(set: usize, from: u32, to: u32): void {
  const order = orderOf(set);
  for (; from > to; from--) {
    const slot = <usize>load<u32>(order + ((<usize>(from - 1)) << 2));
    store<u32>(slot, 0);
    store<u64>(slot, 0, SLOT_BITS);
  }
}

function valueOf(wire: u64): u32 {
  return <u32>(
    (wire & 0x7f) |
    ((wire >> 1) & 0x3f80) |
    ((wire >> 2) & 0x1fc000) |
    ((wire >> 3) & 0xfe00000) |
    ((wire >> 4) & 0xf0000000)
  );
}

function wireOf(id: u32): u64 {
  let wire: u64 = 0;
  let shift: u64 = 0;
  for (; id > 0x7f; id >>= 7) {
    wire |= (<u64>((id & 0x7f) | 0x80)) << shift;
    shift += 8;
  }
  return wire | ((<u64>id) << shift);
}

// For the host, between passes:

/** Notes an id that the scanner has read. */
export function noteOne(set: usize, id: u32): u32 {
  const told = turn(<usize>PENDING_CURRENT + (set << 5), wireOf(id), id);
  settleAll(true);
  return told;
}

/** Brings the table and the state of a set up to date. */
export function update(set: usize): void {
  putBack(<usize>PENDING_CURRENT + (set << 5), <usize>PENDING_STATES + set * STATE_SIZE);
  settleAll(true);
}

/** Whether an id is in a set. */
export function knows(set: usize, id: u32): bool {
  update(set);
  const scope = load<u32>(<usize>STATES + set * STATE_SIZE, STATE_SCOPE);
  if (scope > <u32>MAX_SCOPE) return false;
  const slot = find(set, ~((scope << 26) | (id >> 6)));
  return load<u32>(slot) !== 0 && ((load<u64>(slot, SLOT_BITS) >> (<u64>id)) & 1) !== 0;
}

/** Forgets the words of a set but for the first so many. The host sees to its state. */
export function forget(set: usize, words: u32): void {
  free(set, load<u32>(<usize>STATES + set * STATE_SIZE, STATE_WORDS), words);
}
