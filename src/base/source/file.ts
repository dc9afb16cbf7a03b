import { closeSync, constants, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { ProtomdlError } from '../diagnostics/error.js';
import { fileSystemError, isDirectory } from './node-error.js';
import { nodeStreamSource } from './node-stream.js';
import { pipeSource } from './pipe.js';
import { Closable, type ClosableSource, checkOffset, checkOpen, type Source } from './source.js';

/** Number of bytes that a stream of a FIFO or device reads at a time. */
const STREAM_CHUNK = 256 * 1024;

/**
 * Maximum size in bytes of a file that is read as a whole. Reading the whole `small` file of the bench (131
 * KB, 32 blobs of 4 KB) takes one call of 13 µs; skipping its blobs takes 45 calls of 1 µs and 45 moves of a
 * window.
 */
const SMALL_FILE = 256 * 1024;

/** Flags with which opening a FIFO does not wait for a writer. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Maximum number of bytes of one system call: the kernel stops just short of 2 GiB, and Node refuses more.
 */
const MAX_READ = 1 << 30;

/**
 * Opens a file by name. A regular file is read by position and never as a whole, and may be larger than 4
 * GiB. The size is determined when the file is opened. FIFOs and devices become streams.
 * @throws ProtomdlError `source-not-found`, `source-no-permission`, `source-is-directory`,
 * `source-unreadable`; when reading also `source-changed` (the file became shorter)
 */
export async function openFile(path: string): Promise<ClosableSource> {
  return open(path, { isRegular: false, wholeUpTo: 0 });
}

/**
 * Like `openFile`, for one reader that reads the file once. A regular file of up to 256 KiB is read by one
 * call. Its source has `bytes`, which are only valid until the source is closed, because the memory is
 * reused.
 * @param isRegular true if the file is known to be a regular file, which saves a system call
 */
export async function openForOnce(path: string, isRegular: boolean): Promise<ClosableSource> {
  return open(path, { isRegular, wholeUpTo: SMALL_FILE });
}

interface Opening {
  readonly isRegular: boolean;
  /** Files up to this size are read whole. */
  readonly wholeUpTo: number;
}

async function open(path: string, { isRegular, wholeUpTo }: Opening): Promise<ClosableSource> {
  try {
    if (!isRegular) {
      const found = statSync(path);
      if (found.isDirectory()) throw isDirectory(path);
      if (found.isFIFO()) return await openFifo(path);
      if (!found.isFile()) return openStream(path);
    }
    // A FIFO may have replaced the file.
    return openRegular(openSync(path, READ_AT_ONCE), path, wholeUpTo) ?? openStream(path);
  } catch (error) {
    throw fileSystemError(error, path);
  }
}

/**
 * Returns a source for a regular file; closes `fd` and returns undefined if the system reports no useful
 * size.
 */
function openRegular(fd: number, path: string, wholeUpTo: number): ClosableSource | undefined {
  try {
    const status = fstatSync(fd);
    if (!status.isFile()) throw changed(path, 'is no longer a regular file', 0);
    // Files that the kernel generates when they are read (/proc) have the size 0, so one byte is read to
    // recognize them.
    if (status.size > 0 || readSync(fd, new Uint8Array(1), 0, 1, 0) === 0) {
      const file = new FileSource(fd, path, status.size);
      return status.size > 0 && status.size <= wholeUpTo ? new SmallFile(file) : file;
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
 * Opens a FIFO without waiting for a writer, which may never come. A waiting open would block one of four
 * threads, and the process could not exit. Until a writer opens the FIFO, reads return no bytes.
 */
function openFifo(path: string): Promise<ClosableSource> {
  return pipeSource(openSync(path, READ_AT_ONCE), path);
}

class FileSource extends Closable implements Source {
  /**
   * The last object that was created, which is kept even after it is closed. When a full garbage collection
   * removes the last object of a class, V8 drops the code compiled for the class, including all code into
   * which reading was inlined.
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
    // The asynchronous close of Node is not used, because it would start a pool of threads only for this
    // call.
    try {
      closeSync(this.fd);
    } catch {
      // An error on closing loses no data, because the file was only read.
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

/**
 * Reusable memory for small files. MAX_FREE is small, because one thread reads few small files at the same
 * time.
 */
const free: Uint8Array[] = [];
const MAX_FREE = 4;

/** A file that is read into memory when it is opened, and closed at once. */
class SmallFile extends Closable implements Source {
  readonly randomAccess = true;
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly #memory: Uint8Array;
  #closed = false;

  constructor(file: FileSource) {
    super();
    this.size = file.size;
    this.#memory = free.pop() ?? new Uint8Array(SMALL_FILE);
    this.bytes = this.#memory.subarray(0, file.size);
    file.read(0, this.bytes);
    file.close();
  }

  read(offset: number, target: Uint8Array): number {
    checkOffset(offset);
    checkOpen(this.#closed);
    if (offset >= this.size) return 0;
    const length = Math.min(target.length, this.size - offset);
    target.set(this.bytes.subarray(offset, offset + length));
    return length;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (free.length < MAX_FREE) free.push(this.#memory);
  }
}

function changed(path: string, text: string, offset: number): ProtomdlError {
  return new ProtomdlError('source-changed', `${path}: ${text}`, offset);
}
