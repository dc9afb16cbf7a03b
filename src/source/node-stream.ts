import type { Readable } from 'node:stream';
import { fileSystemError } from './node-error.js';
import type { Source } from './source.js';
import { streamSource } from './stream.js';

/**
 * A Node stream of bytes: standard input, a FIFO, a device, the output of another process. See
 * `streamSource`.
 * @param name what errors call it
 */
export function nodeStreamSource(readable: Readable, name: string): Source {
  // The stream may fail before the first read attaches its own listener, and Node ends the process for an
  // error nobody listens to. The stream remembers it, and the first read reports it.
  readable.on('error', () => {});
  return streamSource(
    readable,
    () => readable.destroy(),
    (error, offset) => fileSystemError(error, name, offset),
  );
}

/** Standard input, always as a stream: where it was redirected from a file, its position is not known. */
export function standardInputSource(): Source {
  return nodeStreamSource(process.stdin, 'standard input');
}
