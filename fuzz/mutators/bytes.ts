import type { Random } from '../../test/kernel/random.js';

/** Returns a changed copy of an input; `other` is an input from which parts may be taken. */
export type Mutator = (input: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

/** Values near limits where readers often fail, as bits of a varint. */
export const EDGE_VALUES: readonly bigint[] = [
  ...[0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 1023, 1024, 4095, 4096, 16383, 16384],
  ...[65535, 65536, 2 ** 21 - 1, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32],
  ...[2 ** 35, 2 ** 53 - 1, 2 ** 53],
]
  .map(BigInt)
  .concat([2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 2n, 2n ** 64n - 1n]);

const EDGE_BYTES = [0x00, 0x01, 0x07, 0x08, 0x0a, 0x12, 0x7f, 0x80, 0x81, 0xc0, 0xed, 0xf4, 0xfe, 0xff];

export const BYTE_MUTATORS: readonly Mutator[] = [
  /* flip a bit */
  (input, random) => changed(input, random, (byte) => byte ^ (1 << random.next(8))),
  /*
   * replace a byte, more often than by other mutations: only this mutation finds comparisons with single
   * bytes
   */
  anotherByte,
  anotherByte,
  anotherByte,
  (input, random) => changed(input, random, () => random.pick(EDGE_BYTES)),
  (input, random) => changed(input, random, (byte) => byte + random.next(9) - 4),
  /* drop a stretch */
  (input, random) => {
    const [from, end] = stretch(input, random);
    return spliced(input, from, end, NONE);
  },
  /* insert some bytes */
  (input, random) => spliced(input, position(input, random), undefined, noise(random)),
  /* insert a copy of a stretch at a random position */
  (input, random) => {
    const [from, end] = stretch(input, random);
    return spliced(input, position(input, random), undefined, input.subarray(from, end));
  },
  /* insert a stretch of another input, or replace a stretch with it */
  (input, random, other) => {
    const [from, end] = stretch(other, random);
    const part = other.subarray(from, end);
    const [start, stop] = stretch(input, random);
    return spliced(input, start, random.chance(50) ? stop : start, part);
  },
  /* join the beginning of one input and the end of the other */
  (input, random, other) => {
    return spliced(input, position(input, random), input.length, other.subarray(position(other, random)));
  },
  /* cut off the end */
  (input, random) => input.slice(0, position(input, random)),
  /* write a varint at a limit, such as the largest 32-bit value */
  (input, random) => {
    const at = position(input, random);
    return spliced(input, at, varintEnd(input, at), varint(random.pick(EDGE_VALUES), random));
  },
  /* write a fixed-size integer at a limit, in either byte order */
  (input, random) => {
    const width = random.pick([2, 4, 8]);
    const word = new DataView(new ArrayBuffer(8));
    word.setBigUint64(0, random.pick(EDGE_VALUES), random.chance(50));
    const at = position(input, random);
    const bytes = new Uint8Array(word.buffer);
    return spliced(input, at, at + width, random.chance(50) ? bytes.slice(0, width) : bytes.slice(8 - width));
  },
];

/** Returns a varint, occasionally in more bytes than it needs. */
export function varint(value: bigint, random?: Random): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  if (random?.chance(10)) {
    const last = bytes.pop()!;
    bytes.push(last | 0x80, ...Array.from({ length: random.next(10) }, () => 0x80), 0);
  }
  return Uint8Array.from(bytes);
}

/** Returns a new array in which the bytes from `from` to `end` are replaced. */
export function spliced(input: Uint8Array, from: number, end = from, by: Uint8Array = NONE): Uint8Array {
  const stop = Math.min(Math.max(from, end), input.length);
  const bytes = new Uint8Array(input.length - (stop - from) + by.length);
  bytes.set(input.subarray(0, from));
  bytes.set(by, from);
  bytes.set(input.subarray(stop), from + by.length);
  return bytes;
}

/** Returns the position of a random byte, or the end of the input. */
export function position(input: Uint8Array, random: Random): number {
  return random.next(input.length + 1);
}

const NONE = new Uint8Array(0);

function changed(input: Uint8Array, random: Random, by: (byte: number) => number): Uint8Array {
  if (input.length === 0) return noise(random);
  const bytes = input.slice();
  const at = random.next(bytes.length);
  bytes[at] = by(bytes[at]!);
  return bytes;
}

function anotherByte(input: Uint8Array, random: Random): Uint8Array {
  return changed(input, random, () => random.next(256));
}

/** Returns a random stretch, which is usually short. */
function stretch(input: Uint8Array, random: Random): [number, number] {
  const from = position(input, random);
  const most = random.chance(75) ? 8 : input.length;
  return [from, Math.min(input.length, from + 1 + random.next(most))];
}

function noise(random: Random): Uint8Array {
  return Uint8Array.from({ length: 1 + random.next(8) }, () => random.next(256));
}

function varintEnd(bytes: Uint8Array, from: number): number {
  let end = from;
  while (end < bytes.length && bytes[end]! >= 0x80) end++;
  return Math.min(end + 1, bytes.length);
}
