/**
 * Headers of model files, written independently of the library: with tables of positions, while the library
 * decodes fields. The layout of each version is in docs/format.md.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { xxh3 } from './xxh3.js';

/** Layout of a version's header: its size and the positions of its fields. Numbers are big-endian. */
export interface HeaderPlaces {
  readonly size: number;
  readonly hash: readonly [algorithm: 'md5' | 'crc32' | 'xxh3', at: number];
  /** Positions of the 64-bit sizes of the file's sections after the message. */
  readonly sizes: readonly number[];
}

export const PLACES: readonly HeaderPlaces[] = [
  { size: 32, hash: ['md5', 16], sizes: [] },
  { size: 28, hash: ['crc32', 12], sizes: [16] },
  { size: 44, hash: ['xxh3', 12], sizes: [20] },
  { size: 56, hash: ['xxh3', 12], sizes: [20, 32] },
];

export const MAGIC = Uint8Array.of(1, 0x48, 0x45, 0x46);

/** Returns the checksum of some bytes as lower-case hexadecimal digits. */
export function hashOf(algorithm: 'md5' | 'crc32' | 'xxh3', bytes: Uint8Array): string {
  if (algorithm === 'md5') return createHash('md5').update(bytes).digest('hex');
  if (algorithm === 'crc32') return crc32(bytes).toString(16).padStart(8, '0');
  return xxh3(bytes).toString(16).padStart(16, '0');
}

/** Returns the layout of a file's header, selected by its version; undefined without a header. */
export function placesOf(file: Uint8Array): HeaderPlaces | undefined {
  if (!MAGIC.every((byte, i) => file[i] === byte) || file.length < 12) return undefined;
  const places = PLACES[new DataView(file.buffer, file.byteOffset).getUint32(4)];
  return places !== undefined && file.length >= places.size ? places : undefined;
}

/** Puts the right checksum into a header. */
export function repairHash(file: Uint8Array, { size, hash: [algorithm, at] }: HeaderPlaces): void {
  file.set(Buffer.from(hashOf(algorithm, file.subarray(size)), 'hex'), at);
}
