import type { Source } from '../../src/base/source/source.js';

/** A source like a file: it has a size, can be read at any offset, and is not in memory. */
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
