import type { Source } from '../../src/base/source/source.js';

/** Bytes that can only be read through a window. */
export function windowed(bytes: Uint8Array): Source {
  const read = (offset: number, target: Uint8Array) => {
    const part = bytes.subarray(offset, offset + target.length);
    target.set(part);
    return part.length;
  };
  return { size: bytes.length, randomAccess: true, read, close() {} };
}
