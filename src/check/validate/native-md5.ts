import { createHash } from 'node:crypto';
import type { Checksum } from '../../base/container/checksum.js';

/**
 * This function has a separate file, which is loaded on demand: Node's crypto takes 3 ms to load, and a
 * dynamic import of crypto itself would copy all its names each time.
 * @returns null if the OpenSSL policy of the system forbids MD5 (FIPS); here MD5 only guards against
 * accidents
 */
export function nativeMd5(): Checksum | null {
  try {
    const hash = createHash('md5');
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
  } catch {
    return null;
  }
}
