import type { Source } from '../../base/source/source.js';
import { letOthersIn } from '../../base/source/yielder.js';

/** Number of bytes read at either end of the file, where headers and checksums are. */
const READ = 64 * 1024;
const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * Returns an identifier that distinguishes files with the same name, without reading a whole file: its size,
 * and a hash (64-bit FNV-1a) of its first and last 64 KiB. The hash does not protect against manipulation.
 * @returns `1a2b-0123456789abcdef`: hexadecimal digits
 * @throws any error of the source
 */
export async function contentId(source: Source): Promise<string> {
  const { size = 0 } = source;
  let hash = OFFSET;
  const places =
    size <= 2 * READ
      ? [{ at: 0, length: size }]
      : [
          { at: 0, length: READ },
          { at: size - READ, length: READ },
        ];
  for (const { at, length } of places) {
    const bytes = new Uint8Array(length);
    await source.read(at, bytes);
    for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
    await letOthersIn();
  }
  return `${size.toString(16)}-${hash.toString(16).padStart(16, '0')}`;
}
