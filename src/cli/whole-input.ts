import { ProtomdlError } from '../diagnostics/error.js';
import { hold } from '../source/held.js';
import type { Input } from './input.js';
import { openInput } from './open-input.js';

/** What one array of bytes may hold here; Node's own bound is 4 GiB. */
const MAX_BYTES = 2 ** 31 - 1;

/**
 * All bytes of an input, for commands that change files.
 * @throws ProtomdlError with a `source-*` code
 */
export async function readWholeInput(input: Input): Promise<Uint8Array> {
  let source = await openInput(input);
  if (source.size === undefined || !source.randomAccess) source = await hold(source);
  try {
    const size = source.size ?? 0;
    if (size > MAX_BYTES) {
      throw new ProtomdlError(
        'source-too-large',
        `${input.path}: ${size} bytes; up to ${MAX_BYTES} are taken`,
      );
    }
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; ) {
      const read = await source.read(at, bytes.subarray(at));
      if (read === 0) throw new ProtomdlError('source-changed', `${input.path}: ended while it was read`, at);
      at += read;
    }
    return bytes;
  } finally {
    await source.close();
  }
}
