import { type BlobLike, blobSource } from './blob.js';
import { isMemory, type MemoryContent, memorySource } from './memory.js';
import type { Source } from './source.js';

/** Input with a file's bytes: a source, bytes in memory, a Blob or a File. */
export type Input = Source | MemoryContent | BlobLike;

/**
 * Returns the source for an input: the input itself, if it is a source.
 * @throws TypeError for anything else, such as a path
 */
export function sourceOf(input: Input): Source {
  if (isMemory(input)) return memorySource(input);
  if (typeof input === 'object' && input !== null) {
    if ('read' in input && typeof input.read === 'function') return input;
    if ('slice' in input && typeof input.slice === 'function' && typeof input.size === 'number')
      return blobSource(input);
  }
  const got = input === null ? 'null' : typeof input;
  const hint = got === 'string' ? '; for a path there are openFile and validateFile in protomdl/node' : '';
  throw new TypeError(`expected bytes, a Blob or a Source, got ${got}${hint}`);
}
