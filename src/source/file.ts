import { closeSync, constants, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { ProtomdlError } from '../diagnostics/error.js';
import { Closable, type ClosableSource } from './closable.js';
import { fileSystemError, isDirectory } from './node-error.js';
import { nodeStreamSource } from './node-stream.js';
import { pipeSource } from './pipe.js';
import { checkOffset, checkOpen } from './request.js';
import type { Source } from './source.js';

/** What a stream of a FIFO or device reads at a time. */
const STREAM_CHUNK = 256 * 1024;

/** Most bytes of one system call: the kernel stops just short of 2 GiB, and Node refuses more. */
const MAX_READ = 1 << 30;

/**
 * Opens a file by name. A regular file is read by position and never as a whole, and may be larger than
 * 4 GiB; its size is that of the moment it was opened. FIFOs and devices become streams.
 * @throws ProtomdlError `source-not-found`, `source-no-permission`, `source-is-directory`,
 *   `source-unreadable`; when reading also `source-changed` (the file became shorter than it was)
 */
export async function openFile(path: string): Promise<ClosableSource> {
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw isDirectory(path);
    if (found.isFIFO()) return await openFifo(path);
    if (!found.isFile()) return openStream(path);
    // Should a FIFO have taken the file's place meanwhile, opening it must not wait for its writer.
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return openRegular(fd, path) ?? openStream(path);
  } catch (error) {
    throw fileSystemError(error, path);
  }
}

/** Undefined, with `fd` closed, where the size that the system gives says nothing. */
function openRegular(fd: number, path: string): ClosableSource | undefined {
  try {
    const status = fstatSync(fd);
    if (!status.isFile()) throw changed(path, 'is no regular file any more', 0);
    // Files that the kernel makes up as they are read (/proc) claim to be empty.
    if (status.size > 0 || readSync(fd, new Uint8Array(1), 0, 1, 0) === 0) {
      return new FileSource(fd, path, status.size);
    }
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return undefined;
}

function openStream(path: string): ClosableSource {
  return nodeStreamSource(createReadStream(path, { highWaterMark: STREAM_CHUNK }), path);
}

/**
 * A FIFO is opened without waiting for its writer, who may never come: an open that waits holds one of four
 * threads, and a process cannot even exit meanwhile. Without a writer there is simply nothing to read yet.
 */
async function openFifo(path: string): Promise<ClosableSource> {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await pipeSource(fd, path);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

class FileSource extends Closable implements Source {
  /**
   * Stays when it is closed. In a full collection V8 drops code that was compiled for a kind of object with the
   * last object of the kind, and with the code that reads files goes all that it was inlined into.
   */
  static latest: FileSource | undefined;

  readonly randomAccess = true;
  #closed = false;

  constructor(
    readonly fd: number,
    readonly path: string,
    readonly size: number,
  ) {
    super();
    FileSource.latest = this;
  }

  read(offset: number, target: Uint8Array): number {
    checkOffset(offset);
    checkOpen(this.#closed);
    const length = Math.min(target.length, Math.max(0, this.size - offset));
    let filled = 0;
    while (filled < length) {
      const count = this.#readOnce(offset + filled, target, filled, Math.min(length - filled, MAX_READ));
      if (count === 0) {
        const text = `became shorter while it was read: ${this.size} bytes when opened, now ${offset + filled}`;
        throw changed(this.path, text, offset + filled);
      }
      filled += count;
    }
    return filled;
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    // Not Node's asynchronous one: that would be all that this process starts its pool of threads for.
    try {
      closeSync(this.fd);
    } catch {
      // Nothing was written, so an error on closing can lose nothing.
    }
    return Promise.resolve();
  }

  #readOnce(offset: number, target: Uint8Array, at: number, length: number): number {
    try {
      return readSync(this.fd, target, at, length, offset);
    } catch (error) {
      throw fileSystemError(error, this.path, offset);
    }
  }
}

function changed(path: string, text: string, offset: number): ProtomdlError {
  return new ProtomdlError('source-changed', `${path}: ${text}`, offset);
}
