import { ProtomdlError } from '../diagnostics/error.js';
import { memorySource } from './memory.js';
import type { Source } from './source.js';

/** Largest source to hold in memory, for reading a stream twice or changing a file. */
const MAX_HELD_BYTES = 1 << 30;

/**
 * Reads all of a source into memory, for callers that have to go back. A source in memory is returned as it
 * is; others are closed.
 * @param most maximum size in bytes; tests pass a smaller maximum
 * @throws ProtomdlError `source-too-large` (more than 1 GiB), and the codes of the source
 */
export async function hold(source: Source, most = MAX_HELD_BYTES): Promise<Source> {
  if (source.bytes !== undefined) return source;
  const { size } = source;
  try {
    if (size !== undefined && size > most) throw tooLarge(size);
    let bytes = new Uint8Array((size ?? 1 << 20) + 1);
    let length = 0;
    for (;;) {
      const read = await source.read(length, bytes.subarray(length));
      length += read;
      if (length < bytes.length) return memorySource(bytes.subarray(0, length));
      if (length >= most) throw tooLarge(length);
      const grown = new Uint8Array(bytes.length * 2);
      grown.set(bytes);
      bytes = grown;
    }
  } finally {
    await source.close();
  }
}

/**
 * Reads a whole stream into memory if the stream is shorter than `most`; otherwise returns the stream,
 * rewound to its beginning. The stream is not closed.
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

/**
 * Maximum size in bytes of a file that is held in memory, because reading thousands of tiny messages one by
 * one would take thousands of reads.
 */
const SMALL = 1 << 20;

/** Like `heldOrRewound`, but does not read a large file into memory, because a file has random access. */
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

/** Returns a stream that repeats the bytes that were already read, and continues with the other bytes. */
export function rewound(source: Source, prefix: Uint8Array): Source {
  return new Rewound(source, prefix.slice());
}

class Rewound implements Source {
  readonly randomAccess = false;

  constructor(
    private readonly source: Source,
    private readonly prefix: Uint8Array,
  ) {}

  get size(): number | undefined {
    return this.source.size;
  }

  read(offset: number, target: Uint8Array): number | Promise<number> {
    const { prefix } = this;
    if (offset >= prefix.length) return this.source.read(offset, target);
    const head = prefix.subarray(offset, offset + target.length);
    target.set(head);
    if (head.length === target.length) return head.length;
    const rest = this.source.read(prefix.length, target.subarray(head.length));
    return typeof rest === 'number' ? head.length + rest : rest.then((length) => head.length + length);
  }

  close(): void | Promise<void> {
    return this.source.close();
  }
}
