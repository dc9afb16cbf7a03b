import { crc32 } from 'node:zlib';
import type { Checksum } from '../../base/container/checksum.js';

/**
 * Computes CRC-32 by zlib. This function has a separate file, like native-md5.ts, because zlib takes 2 ms to
 * load.
 */
export function nativeCrc32(): Checksum {
  let value = 0;
  return {
    update: (bytes) => {
      // Empty chunks are skipped: for them, zlib may receive a null pointer, and would then restart the
      // checksum at 0.
      if (bytes.length > 0) value = crc32(bytes, value);
    },
    digest: () => value.toString(16).padStart(8, '0'),
  };
}
