import type { Source } from '../../src/base/source/source.js';

/** As a file is: it has a size, any offset may be read, and nothing of it is in memory. */
export function fileLike(bytes: Uint8Array): Source {
  return {
    size: bytes.length,
    randomAccess: true,
    read(offset, target) {
      const there = bytes.subarray(offset, offset + target.length);
      target.set(there);
      return there.length;
    },
    close() {},
  };
}
