import { compiledModule, instanceOf, type WasmMemory } from './load.js';
import { STRIPES } from './stripes.gen.js';

/** Number of bytes in a stripe, which XXH3 processes at once. */
export const STRIPE = 64;
/** Number of stripes after which the accumulators are scrambled. */
const PER_BLOCK = 16;
const SCRAMBLE_KEY = 128;
/** Offset in the secret for the last stripe of an input. */
export const LAST_KEY = 121;

/** The default secret of XXH3. */
export const SECRET: Uint8Array = secretBytes();

/** The loop over the stripes of a long input. */
export interface StripeLoop {
  /**
   * Adds stripes to the accumulators.
   * @param acc the eight accumulators, as bytes
   * @param done number of stripes that the current block already has
   * @param key offset in the secret for stripe 0 of a block
   * @returns the number of stripes that the current block has after the call
   */
  add(acc: Uint8Array, bytes: Uint8Array, from: number, stripes: number, done: number, key?: number): number;
  /**
   * Returns memory for the next bytes: `add` does not copy bytes that are in this memory. Undefined while
   * another reader has the memory.
   */
  lend(): Uint8Array | undefined;
  giveBack(): void;
}

let loop: StripeLoop | undefined;

/** Returns the shared loop of this thread: in WebAssembly with SIMD if available, otherwise in JavaScript. */
export function stripeLoop(): StripeLoop {
  loop ??= wasmLoop() ?? { add: addStripes, lend: () => undefined, giveBack() {} };
  return loop;
}

interface StripeExports {
  readonly memory: WasmMemory;
  add(input: number, stripes: number, done: number, secret: number): number;
}

/** Addresses in the module's memory. The accumulators are at address 0. */
const SECRET_AT = 64;
const COPY_AT = 1024;
const LENT_AT = 64 * 1024;
/**
 * Number of bytes to copy at a time. Copied bytes stay in the first-level cache until the module reads the
 * bytes.
 */
const COPIED = 16 * 1024;
/**
 * Size of the memory that is lent: large enough for one read of a file to save time, because each read takes
 * at least 2 µs, and small enough for the bytes to stay in the second-level cache.
 */
const LENT = 256 * 1024;

/** @returns undefined if WebAssembly, its SIMD or its address space is missing */
export function wasmLoop(): StripeLoop | undefined {
  const module = compiledModule(STRIPES);
  const exports = module === null ? undefined : instanceOf<StripeExports>(module);
  if (exports === undefined) return undefined;
  exports.memory.grow((LENT_AT + LENT) / 65_536);
  const { buffer } = exports.memory;
  const octets = new Uint8Array(buffer);
  octets.set(SECRET, SECRET_AT);
  const state = new Uint8Array(buffer, 0, SECRET_AT);
  const lent = new Uint8Array(buffer, LENT_AT, LENT);
  let isLent = false;
  return {
    add(acc, bytes, from, stripes, done, key = 0) {
      state.set(acc);
      let next = done;
      if (bytes.buffer === buffer) next = exports.add(bytes.byteOffset + from, stripes, done, key);
      else {
        const end = from + stripes * STRIPE;
        for (let at = from; at < end; at += COPIED) {
          const to = Math.min(end, at + COPIED);
          octets.set(bytes.subarray(at, to), COPY_AT);
          next = exports.add(COPY_AT, (to - at) / STRIPE, next, key);
        }
      }
      acc.set(state);
      return next;
    },
    lend() {
      if (isLent) return undefined;
      isLent = true;
      return lent;
    },
    giveBack() {
      isLent = false;
    },
  };
}

const KEYS = new DataView(SECRET.buffer);
const PRIME32_1 = 0x9e3779b1;

/**
 * Adds stripes in JavaScript. The loop computes with halves of 32 bits, because bigints take thirty times as
 * long.
 */
export function addStripes(
  acc: Uint8Array,
  bytes: Uint8Array,
  from: number,
  stripes: number,
  done: number,
  key = 0,
): number {
  const words = new Uint32Array(acc.buffer, acc.byteOffset, 16);
  const data = new DataView(bytes.buffer, bytes.byteOffset);
  let at = from;
  let next = done;
  for (let i = 0; i < stripes; i++, at += STRIPE) {
    for (let lane = 0; lane < 16; lane += 2) {
      const low = data.getUint32(at + 4 * lane, true);
      const high = data.getUint32(at + 4 * lane + 4, true);
      const secret = key + 8 * next + 4 * lane;
      addTo(words, lane ^ 2, low, high);
      multiply(low ^ KEYS.getUint32(secret, true), high ^ KEYS.getUint32(secret + 4, true));
      addTo(words, lane, productLow, productHigh);
    }
    if (++next === PER_BLOCK) {
      scramble(words);
      next = 0;
    }
  }
  return next;
}

function scramble(words: Uint32Array): void {
  for (let lane = 0; lane < 16; lane += 2) {
    const high = words[lane + 1] as number;
    const low = (words[lane] as number) ^ (high >>> 15) ^ KEYS.getUint32(SCRAMBLE_KEY + 4 * lane, true);
    const top = high ^ KEYS.getUint32(SCRAMBLE_KEY + 4 * lane + 4, true);
    multiply(low, PRIME32_1);
    words[lane] = productLow;
    words[lane + 1] = productHigh + Math.imul(top, PRIME32_1);
  }
}

function addTo(words: Uint32Array, at: number, low: number, high: number): void {
  const sum = (words[at] as number) + low;
  words[at] = sum;
  words[at + 1] = (words[at + 1] as number) + high + (sum > 0xffffffff ? 1 : 0);
}

let productLow = 0;
let productHigh = 0;

/**
 * Computes the product of two 32-bit words. The result is in two variables, because each returned pair would
 * be an object.
 */
function multiply(a: number, b: number): void {
  const [aLow, aHigh, bLow, bHigh] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const lowest = aLow * bLow;
  const middle = aHigh * bLow + aLow * bHigh + (lowest >>> 16);
  productLow = ((middle << 16) | (lowest & 0xffff)) >>> 0;
  productHigh = aHigh * bHigh + Math.floor(middle / 0x10000);
}

function secretBytes(): Uint8Array {
  const text =
    'uP5sOSOkS758AYEs9yGtHN7UbemDkJfbckCkpLezZx/LeeZOzMDleIJa0H3M/3IhuAhGdPdDJI7gNZDmgTomTDwo' +
    'UruRwwDLiNBlixtTLqNxZEiXog35TjgZ70ap3qzYqPp2P+OcND/53LvHxwtPHYpR4EvNtFkxyJ9+ydl4c2TqxayD' +
    'NNPrw8WBoP/6E2PrFw3dUbfw2knTFlUmKdRonisWvlh9R6H8j/i40XrQMc5FyzqPlRYEKK/X+8q7S0B+';
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
