/**
 * XXH3-64 with seed 0 and the default secret, after xxHash's specification (doc/xxhash_spec.md): a simple
 * implementation with bigints, as an oracle for the library's hashes. A few hundred bytes take some
 * microseconds.
 */

const SECRET = Buffer.from(
  'b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221' +
    'b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8a8' +
    'fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb17' +
    '0ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e',
  'hex',
);

const P32_1 = 0x9e3779b1n;
const P32_2 = 0x85ebca77n;
const P32_3 = 0xc2b2ae3dn;
const P64_1 = 0x9e3779b185ebca87n;
const P64_2 = 0xc2b2ae3d27d4eb4fn;
const P64_3 = 0x165667b19e3779f9n;
const P64_4 = 0x85ebca77c2b2ae63n;
const P64_5 = 0x27d4eb2f165667c5n;
const PMX_1 = 0x165667919e3779f9n;
const PMX_2 = 0x9fb21c651e98df25n;

const cut = (value: bigint): bigint => BigInt.asUintN(64, value);
const turn = (value: bigint, by: bigint): bigint => cut((value << by) | (value >> (64n - by)));

function swap64(value: bigint): bigint {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.readBigUInt64BE();
}

/** Folds the two halves of the 128-bit product. */
function fold(a: bigint, b: bigint): bigint {
  const product = a * b;
  return cut(product) ^ (product >> 64n);
}

function avalanche(value: bigint): bigint {
  let hash = value ^ (value >> 37n);
  hash = cut(hash * PMX_1);
  return hash ^ (hash >> 32n);
}

function avalancheOld(value: bigint): bigint {
  let hash = value ^ (value >> 33n);
  hash = cut(hash * P64_2);
  hash ^= hash >> 29n;
  hash = cut(hash * P64_3);
  return hash ^ (hash >> 32n);
}

export function xxh3(data: Uint8Array): bigint {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  if (bytes.length <= 16) return upTo16(bytes);
  if (bytes.length <= 240) return upTo240(bytes);
  return long(bytes);
}

function upTo16(bytes: Buffer): bigint {
  const { length } = bytes;
  const size = BigInt(length);
  if (length > 8) {
    const low = bytes.readBigUInt64LE(0) ^ secret(24) ^ secret(32);
    const high = bytes.readBigUInt64LE(length - 8) ^ secret(40) ^ secret(48);
    return avalanche(cut(size + swap64(low) + high + fold(low, high)));
  }
  if (length > 3) {
    const first = BigInt(bytes.readUInt32LE(0));
    const last = BigInt(bytes.readUInt32LE(length - 4));
    let hash = (last + (first << 32n)) ^ secret(8) ^ secret(16);
    hash ^= turn(hash, 49n) ^ turn(hash, 24n);
    hash = cut(hash * PMX_2);
    hash ^= (hash >> 35n) + size;
    hash = cut(cut(hash) * PMX_2);
    return hash ^ (hash >> 28n);
  }
  if (length > 0) {
    const [first, middle, last] = [bytes[0]!, bytes[length >> 1]!, bytes[length - 1]!];
    const word = BigInt((((first << 16) | (middle << 24)) >>> 0) + last + (length << 8));
    const keys = BigInt(SECRET.readUInt32LE(0) ^ SECRET.readUInt32LE(4)) & 0xffff_ffffn;
    return avalancheOld(word ^ keys);
  }
  return avalancheOld(secret(56) ^ secret(64));
}

function upTo240(bytes: Buffer): bigint {
  const { length } = bytes;
  let hash = cut(BigInt(length) * P64_1);
  if (length <= 128) {
    for (let i = (length - 1) >> 5; i >= 0; i--) {
      hash += mix16(bytes, 16 * i, 32 * i);
      hash += mix16(bytes, length - 16 * (i + 1), 32 * i + 16);
    }
    return avalanche(cut(hash));
  }
  const rounds = length >> 4;
  for (let i = 0; i < 8; i++) hash += mix16(bytes, 16 * i, 16 * i);
  hash = avalanche(cut(hash));
  for (let i = 8; i < rounds; i++) hash += mix16(bytes, 16 * i, 16 * (i - 8) + 3);
  hash += mix16(bytes, length - 16, 136 - 17);
  return avalanche(cut(hash));
}

function mix16(bytes: Buffer, at: number, key: number): bigint {
  return fold(bytes.readBigUInt64LE(at) ^ secret(key), bytes.readBigUInt64LE(at + 8) ^ secret(key + 8));
}

const STRIPES = (SECRET.length - 64) / 8;

function long(bytes: Buffer): bigint {
  const { length } = bytes;
  const lanes = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1];
  const stripes = Math.floor((length - 1) / 64);
  for (let i = 0; i < stripes; i++) {
    accumulate(lanes, bytes, 64 * i, 8 * (i % STRIPES));
    if (i % STRIPES === STRIPES - 1) scramble(lanes);
  }
  accumulate(lanes, bytes, length - 64, SECRET.length - 64 - 7);
  let hash = cut(BigInt(length) * P64_1);
  for (let i = 0; i < 4; i++) {
    hash += fold(lanes[2 * i]! ^ secret(11 + 16 * i), lanes[2 * i + 1]! ^ secret(19 + 16 * i));
  }
  return avalanche(cut(hash));
}

function accumulate(lanes: bigint[], bytes: Buffer, at: number, key: number): void {
  for (let i = 0; i < 8; i++) {
    const word = bytes.readBigUInt64LE(at + 8 * i);
    const keyed = word ^ secret(key + 8 * i);
    lanes[i ^ 1] = cut(lanes[i ^ 1]! + word);
    lanes[i] = cut(lanes[i]! + (keyed & 0xffff_ffffn) * (keyed >> 32n));
  }
}

function scramble(lanes: bigint[]): void {
  for (let i = 0; i < 8; i++) {
    const lane = lanes[i]!;
    lanes[i] = cut((lane ^ (lane >> 47n) ^ secret(SECRET.length - 64 + 8 * i)) * P32_1);
  }
}

function secret(at: number): bigint {
  return SECRET.readBigUInt64LE(at);
}
