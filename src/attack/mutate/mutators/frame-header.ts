import { headerMutator } from '../header-edit.js';
import type { BytesMutator } from '../mutator.js';

const numberOf = (hex: string): bigint => BigInt(`0x${hex}`);

export const frameVersion: BytesMutator = headerMutator(
  {
    name: 'frame-version',
    summary: 'change the version of the frame, so that readers take its header for another one',
    weight: 2,
  },
  ['version'],
  (_, random) => random.pick([0n, 1n, 2n, 3n, 4n, 5n, 255n, 0x0100_0000n, 0x8000_0000n, 0xffff_ffffn]),
);

export const frameMagic: BytesMutator = headerMutator(
  { name: 'frame-magic', summary: 'damage the magic of the frame', weight: 1 },
  ['magic'],
  ({ hex }, random) => numberOf(hex) ^ (1n << BigInt(random.next(32))),
);

export const frameSize: BytesMutator = headerMutator(
  { name: 'frame-size', summary: 'make the header claim other sizes: off by one, none, huge', weight: 4 },
  ['proto_size', 'ccws_size', 'ccws_size_with_padding', 'padding_size', 'additional_info_size'],
  ({ hex, length }, random, fileSize) => {
    const old = numberOf(hex);
    const most = (1n << BigInt(length * 8)) - 1n;
    const near = [0n, 1n, old - 1n, old + 1n, old * 2n, old >> 1n, BigInt(fileSize), old + 4096n];
    return random.pick([...near, 0x7fff_ffffn, 0x8000_0000n, 0xffff_ffffn, most, most >> 1n, most - old]);
  },
);

export const frameChecksum: BytesMutator = headerMutator(
  { name: 'frame-checksum', summary: 'write a wrong checksum: a bit off, zero, all ones', weight: 1 },
  ['md5', 'crc', 'xxh3', 'proto_xxh3'],
  ({ hex, length }, random) => {
    const flipped = numberOf(hex) ^ (1n << BigInt(random.next(Math.min(length, 8) * 8)));
    return random.pick([flipped, flipped, 0n, (1n << BigInt(length * 8)) - 1n]);
  },
);

export const frameReserved: BytesMutator = headerMutator(
  { name: 'frame-reserved', summary: 'write something into reserved bytes of the header', weight: 1 },
  ['reserved', 'reserved_2'],
  (_, random) => random.pick([1n, 0xffn, 0xffff_ffffn, random.bits64()]),
);
