/** Bytes in which every offset can be recognised: no two short ranges are equal. */
export function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + (i >>> 8) * 17 + (i >>> 16) * 5) & 0xff;
  return bytes;
}

/**
 * Cuts the bytes into chunks of the given lengths, which are used repeatedly; at least one length must not be
 * 0.
 */
export function* chunked(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length]!;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

/** Yields the same chunks asynchronously. */
export async function* arriving(
  bytes: Uint8Array,
  ...lengths: readonly number[]
): AsyncGenerator<Uint8Array> {
  for (const chunk of chunked(bytes, lengths)) yield chunk.slice();
}

export async function failure(action: () => unknown): Promise<unknown> {
  try {
    await action();
  } catch (error) {
    return error;
  }
  throw new Error('expected a failure');
}
