import { ProtomdlError } from '../diagnostics/error.js';
import { memorySource } from './memory.js';
import type { Source } from './source.js';

/** Whoever goes over a file twice has to hold a stream; this much of it at most. */
const MAX_STREAM_BYTES = 1 << 30;

/**
 * All of a stream in memory, for those who have to go back. The stream is closed.
 * @throws ProtomdlError `source-too-large` (a stream of more than 1 GiB), and the codes of the source
 */
export async function hold(stream: Source): Promise<Source> {
  let bytes = new Uint8Array(1 << 20);
  let length = 0;
  try {
    for (;;) {
      const read = await stream.read(length, bytes.subarray(length));
      length += read;
      if (length < bytes.length) return memorySource(bytes.subarray(0, length));
      if (length >= MAX_STREAM_BYTES) {
        const text = 'a stream of more than 1 GiB: put it in a file, of which only the parts needed are read';
        throw new ProtomdlError('source-too-large', text, length);
      }
      const grown = new Uint8Array(bytes.length * 2);
      grown.set(bytes);
      bytes = grown;
    }
  } finally {
    await stream.close();
  }
}
