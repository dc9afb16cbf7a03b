import { createHash } from 'node:crypto';
import type { Checksum } from '../../base/container/checksum.js';

/**
 * In a file of its own, which is loaded when it is needed: Node's crypto takes 3 ms to load, and importing it
 * dynamically itself would copy all its names each time.
 * @returns null if the OpenSSL policy of the system forbids MD5 (FIPS): here it guards against accidents only
 */
export function nativeMd5(): Checksum | null {
  try {
    const hash = createHash('md5');
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
  } catch {
    return null;
  }
}
