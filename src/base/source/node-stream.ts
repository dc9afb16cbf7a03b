import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { ProtomdlError } from '../diagnostics/error.js';
import { fileSystemError } from './node-error.js';
import { pipeSource } from './pipe.js';
import type { ClosableSource } from './source.js';
import { streamSource } from './stream.js';

/**
 * Returns a source for a Node stream of bytes: standard input, a FIFO, a device, the output of another
 * process. See `streamSource`.
 * @param name name for error messages
 */
export function nodeStreamSource(readable: Readable, name: string): ClosableSource {
  // The stream may fail before the first read attaches its own listener, and Node ends the process for an
  // error without a listener. The stream keeps the error, and the first read reports the error.
  readable.on('error', () => {});
  return streamSource(
    readable,
    () => readable.destroy(),
    (error, offset) => fileSystemError(error, name, offset),
  );
}

/**
 * Returns standard input as a stream, even if standard input is a file, because the position in the file is
 * not known.
 */
export function standardInputSource(): ClosableSource {
  return nodeStreamSource(process.stdin, 'standard input');
}

let isTaken = false;

/**
 * Opens standard input for a program that reads standard input only by this source, and only once. For a pipe
 * or socket, the process's own stream is not used, because it takes more memory. The descriptor is closed
 * with the source.
 * @throws ProtomdlError `source-unreadable` for the second call
 */
export async function openStandardInput(): Promise<ClosableSource> {
  // Standard input is opened once, because another file may have the same descriptor after it was closed.
  if (isTaken) throw new ProtomdlError('source-unreadable', 'standard input can be read only once');
  isTaken = true;
  if (!isPipe(0)) return standardInputSource();
  return pipeSource(0, 'standard input');
}

function isPipe(fd: number): boolean {
  try {
    const status = fstatSync(fd);
    return status.isFIFO() || status.isSocket();
  } catch {
    return false;
  }
}
