import { ProtomdlError } from '../diagnostics/error.js';
import { memorySource } from './memory.js';
import { rewound } from './rewound.js';
import type { Source } from './source.js';

/** To go over a stream twice, or to change a file, it has to be held; this much of it at most. */
const MAX_HELD_BYTES = 1 << 30;

/**
 * All of a source in memory, for those who have to go back. What is in memory comes back as it is;
 * of others the source is closed.
 * @throws ProtomdlError `source-too-large` (more than 1 GiB), and the codes of the source
 */
export async function hold(source: Source): Promise<Source> {
  if (source.bytes !== undefined) return source;
  const { size } = source;
  try {
    if (size !== undefined && size > MAX_HELD_BYTES) throw tooLarge(size);
    let bytes = new Uint8Array((size ?? 1 << 20) + 1);
    let length = 0;
    for (;;) {
      const read = await source.read(length, bytes.subarray(length));
      length += read;
      if (length < bytes.length) return memorySource(bytes.subarray(0, length));
      if (length >= MAX_HELD_BYTES) throw tooLarge(length);
      const grown = new Uint8Array(bytes.length * 2);
      grown.set(bytes);
      bytes = grown;
    }
  } finally {
    await source.close();
  }
}

/**
 * All of a stream in memory where it is shorter than `most`; otherwise the stream, as if nothing had been read of it. It
 * is not closed.
 * @throws ProtomdlError the codes of the source
 */
async function heldOrRewound(source: Source, most: number): Promise<Source> {
  let bytes = new Uint8Array(Math.min(most, 1 << 16));
  let length = 0;
  for (;;) {
    const read = await source.read(length, bytes.subarray(length));
    length += read;
    if (length < bytes.length) return memorySource(bytes.subarray(0, length));
    if (length >= most) return rewound(source, bytes);
    const grown = new Uint8Array(Math.min(most, bytes.length * 4));
    grown.set(bytes);
    bytes = grown;
  }
}

/** Files up to this size are held: where each message is read by itself, thousands of tiny ones would be as many reads. */
const SMALL = 1 << 20;

/** As `heldOrRewound`, but a large file, which goes back anyway, stays one. */
export function heldToGoBack(source: Source, most: number): Promise<Source> | Source {
  if (source.bytes !== undefined) return source;
  if (!source.randomAccess) return heldOrRewound(source, most);
  const { size } = source;
  return size === undefined || size > Math.min(SMALL, most) ? source : heldOrRewound(source, size + 1);
}

function tooLarge(offset: number): ProtomdlError {
  const text = 'more than 1 GiB, which would have to be held in memory';
  return new ProtomdlError('source-too-large', text, offset);
}
