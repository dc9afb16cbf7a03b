import { crc32 } from 'node:zlib';
import type { ByteOutput } from './sink.js';

const MAGIC = 0x01484546;
const HEADER_SIZE = 28;
/** The reflected polynomial of CRC-32/ISO-HDLC. */
const POLYNOMIAL = 0xedb88320;

/**
 * Returns the header of a version 1 container around `message` and `words` zero bytes of configuration words.
 */
export function version1Header(message: Uint8Array, words: number): Uint8Array {
  const header = new Uint8Array(HEADER_SIZE);
  const view = new DataView(header.buffer);
  view.setUint32(0, MAGIC);
  view.setUint32(4, 1);
  view.setUint32(8, message.length);
  view.setUint32(12, crc32WithZeros(crc32(message), words));
  view.setBigUint64(16, BigInt(words));
  return header;
}

/** Writes a header, the message, and a configuration section. */
export function writeFramed(output: ByteOutput, message: Uint8Array, words: number): void {
  output.write(version1Header(message, words));
  output.write(message);
  output.fill(words);
}

/**
 * Returns the CRC-32 of data with CRC `crc`, followed by `zeros` zero bytes, without computing byte by byte:
 * appending a zero bit is a linear map of the register, and repeated squaring computes powers of the map.
 */
export function crc32WithZeros(crc: number, zeros: number): number {
  // Column i is the image of bit i. A zero bit shifts the register right, and adds the polynomial if the lost
  // bit was 1.
  let map = Array.from({ length: 32 }, (_, i) => (i === 0 ? POLYNOMIAL : (1 << (i - 1)) >>> 0));
  for (let i = 0; i < 3; i++) map = squared(map);
  let register = ~crc >>> 0;
  for (let left = zeros; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) register = applied(map, register);
    map = squared(map);
  }
  return ~register >>> 0;
}

function applied(map: readonly number[], register: number): number {
  let sum = 0;
  for (let i = 0; i < 32; i++) if ((register >>> i) & 1) sum ^= map[i]!;
  return sum >>> 0;
}

function squared(map: readonly number[]): number[] {
  return map.map((column) => applied(map, column));
}
