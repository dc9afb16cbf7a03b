import { SECRET } from './stripes.js';

export const PRIME64_1 = 0x9e3779b185ebca87n;
export const PRIME64_2 = 0xc2b2ae3d27d4eb4fn;
export const PRIME64_3 = 0x165667b19e3779f9n;
const PRIME_MX1 = 0x165667919e3779f9n;
const PRIME_MX2 = 0x9fb21c651e98df25n;

const cut = (value: bigint): bigint => BigInt.asUintN(64, value);

/** Reads eight little-endian bytes. */
export function word(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at, true);
}

function half(bytes: Uint8Array, at: number): bigint {
  return BigInt(new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true));
}

const secret = (at: number): bigint => word(SECRET, at);

/** Returns the exclusive or of the two halves of the 128-bit product. */
export function foldedProduct(a: bigint, b: bigint): bigint {
  const product = a * b;
  return cut(product) ^ (product >> 64n);
}

export function avalanche(value: bigint): bigint {
  const hash = cut((value ^ (value >> 37n)) * PRIME_MX1);
  return hash ^ (hash >> 32n);
}

/** Returns the final mix of XXH64, which XXH3 uses for the shortest inputs. */
function oldAvalanche(value: bigint): bigint {
  let hash = cut((value ^ (value >> 33n)) * PRIME64_2);
  hash = cut((hash ^ (hash >> 29n)) * PRIME64_3);
  return hash ^ (hash >> 32n);
}

/** Returns XXH3-64 of up to 240 bytes. The function uses bigints, which take some microseconds. */
export function shortHash(bytes: Uint8Array): bigint {
  const { length } = bytes;
  if (length === 0) return oldAvalanche(secret(56) ^ secret(64));
  if (length <= 3) {
    const [first, middle, last] = [bytes[0], bytes[length >> 1], bytes[length - 1]] as [
      number,
      number,
      number,
    ];
    const input = BigInt((((first << 16) | (middle << 24)) >>> 0) + last + (length << 8));
    return oldAvalanche(input ^ half(SECRET, 0) ^ half(SECRET, 4));
  }
  if (length <= 8) return upTo8(bytes);
  if (length <= 16) {
    const low = word(bytes, 0) ^ secret(24) ^ secret(32);
    const high = word(bytes, length - 8) ^ secret(40) ^ secret(48);
    return avalanche(cut(BigInt(length) + swapped(low) + high + foldedProduct(low, high)));
  }
  return upTo240(bytes);
}

function upTo8(bytes: Uint8Array): bigint {
  const size = BigInt(bytes.length);
  const input = half(bytes, bytes.length - 4) + (half(bytes, 0) << 32n);
  let hash = input ^ secret(8) ^ secret(16);
  hash = cut((hash ^ turned(hash, 49n) ^ turned(hash, 24n)) * PRIME_MX2);
  hash = cut((hash ^ ((hash >> 35n) + size)) * PRIME_MX2);
  return hash ^ (hash >> 28n);
}

function upTo240(bytes: Uint8Array): bigint {
  const { length } = bytes;
  const mixed = (at: number, key: number): bigint =>
    foldedProduct(word(bytes, at) ^ secret(key), word(bytes, at + 8) ^ secret(key + 8));
  let hash = BigInt(length) * PRIME64_1;
  if (length <= 128) {
    for (let i = (length - 1) >> 5; i >= 0; i--) {
      hash += mixed(16 * i, 32 * i) + mixed(length - 16 * (i + 1), 32 * i + 16);
    }
    return avalanche(cut(hash));
  }
  for (let i = 0; i < 8; i++) hash += mixed(16 * i, 16 * i);
  hash = avalanche(cut(hash));
  for (let i = 8; i < length >> 4; i++) hash += mixed(16 * i, 16 * (i - 8) + 3);
  return avalanche(cut(hash + mixed(length - 16, 119)));
}

const turned = (value: bigint, by: bigint): bigint => cut(value << by) | (value >> (64n - by));

function swapped(value: bigint): bigint {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, value, true);
  return bytes.getBigUint64(0, false);
}
