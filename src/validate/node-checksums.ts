import type { Checksum, ChecksumProvider } from '../container/checksum.js';
import { wasmChecksums } from '../container/checksum.js';

/**
 * Node's own MD5 and CRC-32, which are native code; WebAssembly for the rest. Crypto and zlib take 3 and 2 ms
 * to load, so each waits until it is asked for.
 */
export const nodeChecksums: ChecksumProvider = async (algorithm) => {
  if (algorithm === 'md5') return (await nativeMd5()) ?? wasmChecksums(algorithm);
  if (algorithm === 'crc32') return nativeCrc32();
  return wasmChecksums(algorithm);
};

/** Null where the OpenSSL policy of the system forbids MD5 (FIPS): here it guards against accidents only. */
async function nativeMd5(): Promise<Checksum | null> {
  const { createHash } = await import('node:crypto');
  try {
    const hash = createHash('md5');
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
  } catch {
    return null;
  }
}

async function nativeCrc32(): Promise<Checksum> {
  const { crc32 } = await import('node:zlib');
  let value = 0;
  return {
    update: (bytes) => {
      value = crc32(bytes, value);
    },
    digest: () => value.toString(16).padStart(8, '0'),
  };
}
