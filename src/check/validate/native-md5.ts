import { createHash } from 'node:crypto';
import type { Checksum } from '../../base/container/checksum.js';

/**
 * Computes MD5 by Node's crypto. This function has a separate file, which is loaded on demand: crypto takes 3
 * ms to load, and a dynamic import of crypto would copy all exported names each time.
 * @returns null if the OpenSSL policy of the system forbids MD5 (FIPS); the format uses MD5 only to detect
 * accidental damage
 */
export function nativeMd5(): Checksum | null {
  try {
    const hash = createHash('md5');
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
  } catch {
    return null;
  }
}
