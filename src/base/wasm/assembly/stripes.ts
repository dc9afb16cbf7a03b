/**
 * The loop of XXH3-64 over long inputs, with SIMD. Memory: the eight accumulators, the secret, then the input. The host
 * names the addresses (src/base/wasm/stripes.ts).
 */
const SECRET: usize = 64;
/** A block is 16 stripes of 64 bytes; each has the secret from another eighth byte on. */
const STRIPES_PER_BLOCK: u32 = 16;
const SCRAMBLE_KEY: usize = SECRET + 128;
const PRIME32_1: u32 = 0x9e3779b1;

/**
 * Returns one lane pair: the product of the halves of each keyed 64-bit word, and the other word of the pair.
 */
// @ts-expect-error: a decorator of AssemblyScript
@inline
function mixed(acc: v128, input: usize, key: usize): v128 {
  const data = v128.load(input);
  const keyed = v128.xor(data, v128.load(key));
  const low = i32x4.shuffle(keyed, keyed, 0, 2, 0, 2);
  const high = i32x4.shuffle(keyed, keyed, 1, 3, 1, 3);
  const product = i64x2.extmul_low_i32x4_u(low, high);
  return i64x2.add(i64x2.add(acc, i64x2.shuffle(data, data, 1, 0)), product);
}

// @ts-expect-error: a decorator of AssemblyScript
@inline
function scrambled(acc: v128, key: usize): v128 {
  const value = v128.xor(v128.xor(acc, i64x2.shr_u(acc, 47)), v128.load(key));
  const prime = i32x4.splat(PRIME32_1);
  const low = i64x2.extmul_low_i32x4_u(i32x4.shuffle(value, value, 0, 2, 0, 2), prime);
  const high = i64x2.extmul_low_i32x4_u(i32x4.shuffle(value, value, 1, 3, 1, 3), prime);
  return i64x2.add(low, i64x2.shl(high, 32));
}

/**
 * Adds stripes to the accumulators.
 * @param input address of the first
 * @param done stripes of the current block before it
 * @param secret offset in the secret for stripe 0 of a block: 0, but for the last stripe of an input
 * @returns stripes of the current block after the last one
 */
export function add(input: usize, stripes: u32, done: u32, secret: usize): u32 {
  let a = v128.load(0);
  let b = v128.load(16);
  let c = v128.load(32);
  let d = v128.load(48);
  while (stripes > 0) {
    let count = min(stripes, STRIPES_PER_BLOCK - done);
    stripes -= count;
    let key = SECRET + secret + 8 * done;
    done += count;
    for (; count > 0; count--) {
      a = mixed(a, input, key);
      b = mixed(b, input + 16, key + 16);
      c = mixed(c, input + 32, key + 32);
      d = mixed(d, input + 48, key + 48);
      input += 64;
      key += 8;
    }
    if (done === STRIPES_PER_BLOCK) {
      a = scrambled(a, SCRAMBLE_KEY);
      b = scrambled(b, SCRAMBLE_KEY + 16);
      c = scrambled(c, SCRAMBLE_KEY + 32);
      d = scrambled(d, SCRAMBLE_KEY + 48);
      done = 0;
    }
  }
  v128.store(0, a);
  v128.store(16, b);
  v128.store(32, c);
  v128.store(48, d);
  return done;
}
