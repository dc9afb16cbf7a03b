import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Checksum, ChecksumProvider } from '../container/checksum.js';
import { wasmChecksums } from '../container/checksum.js';

/** Node's own MD5 and CRC-32, which are native code; WebAssembly for the rest. */
export const nodeChecksums: ChecksumProvider = (algorithm) => {
  if (algorithm === 'md5') return nativeMd5() ?? wasmChecksums(algorithm);
  if (algorithm === 'crc32') return nativeCrc32();
  return wasmChecksums(algorithm);
};

/** Null where the OpenSSL policy of the system forbids MD5 (FIPS): here it guards against accidents only. */
function nativeMd5(): Checksum | null {
  try {
    const hash = createHash('md5');
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
  } catch {
    return null;
  }
}

function nativeCrc32(): Checksum {
  let value = 0;
  return {
    update: (bytes) => {
      value = crc32(bytes, value);
    },
    digest: () => value.toString(16).padStart(8, '0'),
  };
}
