import type { Link } from '../text/links.js';
import type { Reading, Token } from '../text/reading.js';
import { namedInText, ownName } from '../text/sender-names.js';

export const SLOT_BITS = 18;
export const SLOTS = 1 << SLOT_BITS;

/**
 * Words and runs of characters of a text, as slots of a signed hash; each slot occurs once. `signs[i]` belongs to
 * `slots[i]`.
 */
export interface HashedText {
  slots: Int32Array;
  signs: Int8Array;
}

// Number of characters of a text that are hashed. This limits the cost of an e-mail: a long message states its purpose
// early.
const HASHED_CHARACTERS = 3_000;
const seen = new Uint8Array(SLOTS);
// Maximum number of slots: each character begins at most three runs, and each word adds at most two slots, for itself
// and for its pair with the previous word. The last word may be longer than the limit of characters.
const MOST_NOTED = 5 * (HASHED_CHARACTERS + 64);
const notedSlots = new Int32Array(MOST_NOTED);
const notedSigns = new Int8Array(MOST_NOTED);

/** Hashes words and pairs of words, and runs of 3 to 5 characters of a text whose numbers and links are masked. */
export function hashText(reading: Reading, mail: boolean): HashedText {
  let noted = 0;
  const note = (hash: number) => {
    const slot = hash >>> (32 - SLOT_BITS);
    if (seen[slot]) return;
    seen[slot] = 1;
    notedSlots[noted] = slot;
    notedSigns[noted++] = hash & 1 ? 1 : -1;
  };
  let line = ' ';
  let before = 0;
  const links = new Map(reading.links.map((link) => [link.token, kindOf(link, mail ? undefined : reading)]));
  for (const [at, token] of reading.tokens.entries()) {
    if (line.length > HASHED_CHARACTERS) break;
    const word = links.get(at) ?? masked(token);
    const hash = hashWord(word);
    note(finish(hash ^ 0x9e3779b9));
    if (before !== 0) note(finish(Math.imul(before, 31) ^ hash ^ 0x85ebca6b));
    before = hash;
    line += `${word} `;
  }
  for (let at = 0; at + 3 <= line.length; at++) {
    let hash = 0x811c9dc5;
    for (let n = 0; n < 5 && at + n < line.length; n++) {
      hash = Math.imul(hash ^ line.charCodeAt(at + n), 0x01000193);
      if (n >= 2) note(finish(hash ^ n));
    }
  }
  const slots = notedSlots.slice(0, noted);
  for (let at = 0; at < noted; at++) seen[slots[at] as number] = 0;
  return { slots, signs: notedSigns.slice(0, noted) };
}

// A text with fewer slots counts as if it had this number: a host name alone has a dozen slots, and must not weigh
// more than a sentence.
const LEAST_SLOTS = 60;

/** Returns the factor by which the sum of the weights of a text's slots is multiplied. */
export function hashedScale(slots: number): number {
  return 1 / Math.sqrt(Math.max(LEAST_SLOTS, slots));
}

/** Returns the slot and sign of one word, for the words that an explanation names. */
export function wordSlot(token: Token): { slot: number; sign: number } {
  const hash = finish(hashWord(masked(token)) ^ 0x9e3779b9);
  return { slot: hash >>> (32 - SLOT_BITS), sign: hash & 1 ? 1 : -1 };
}

// Numbers, host names and amounts belong to one message or one year, so the hash only contains their kind.
function masked(token: Token): string {
  const { text } = token;
  switch (token.kind) {
    case 'word':
      if (MASKED.test(text)) return '<account>';
      return text.length > 24 ? '<long>' : REFERENCE.test(text) ? '<reference>' : text;
    case 'number':
      if (CLOCK.test(text)) return '<time>';
      if (DAY.test(text)) return '<date>';
      if (/[.,]\d\d$/.test(text)) return '<decimal>';
      return text.length > 6 ? '<digits>' : `<${text.length}>`;
    default:
      return `<${token.kind}>`;
  }
}

// Matches an account or card with hidden digits: "xx1234", "109xxxxxxxx7018".
const MASKED = /^(?=.*\d)\d{0,8}x{2,16}\d{0,8}$/;
const REFERENCE = /^(?=.*\d.*\d)(?=.*[a-z])[a-z0-9-]{7,24}$/;
const CLOCK = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
const DAY = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}$/;

function kindOf(link: Link, reading: Reading | undefined): string {
  const { owner, member, traits } = link;
  if (owner || (reading && ownName(link, reading))) return '<link-owned>';
  if (reading && namedInText(link, reading)) return '<link-named>';
  if (traits.has('shortener')) return '<link-short>';
  if (traits.has('cheap_suffix') || traits.has('new_suffix')) return '<link-new>';
  if (traits.has('random_path')) return '<link-drawn>';
  return member ? '<link-member>' : '<link>';
}

function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}

// Finalizer of MurmurHash3: every bit of the input affects every bit of the slot and the sign.
function finish(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
