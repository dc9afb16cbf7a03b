import type { Socket } from 'node:net';
import { fileSystemError } from './node-error.js';
import type { ClosableSource } from './source.js';
import { streamSource } from './stream.js';

/**
 * Number of bytes to read at a time, which is the size of a pipe on Linux. Requests for four times this size
 * returned no more bytes.
 */
const CHUNK = 64 * 1024;

/**
 * Returns a source for a pipe, FIFO or socket that no other code reads. All bytes go through one buffer.
 * Node's stream creates a buffer for each read: for 4.3 GB from a pipe, Node's stream took 32 MB more memory,
 * because old buffers were not collected yet.
 * @param fd closed with the source, but left open if this function throws
 * @param name name for error messages
 * @throws TypeError if `fd` is not a pipe, FIFO or socket
 */
export async function pipeSource(fd: number, name: string): Promise<ClosableSource> {
  const { Socket } = await import('node:net');
  // Node accepts `onread` for all sockets, but Node's types accept `onread` only for sockets that are not
  // connected yet.
  const chunks = new PipeChunks((onread) => {
    const options = { fd, readable: true, writable: false, onread };
    return new Socket(options);
  });
  return streamSource(
    chunks,
    () => chunks.destroy(),
    (error, offset) => fileSystemError(error, name, offset),
  );
}

/** The reader that waits for the next chunk. */
interface Waiting {
  resolve(result: IteratorResult<Uint8Array>): void;
  reject(error: unknown): void;
}

interface OnRead {
  readonly buffer: Uint8Array;
  callback(count: number): boolean;
}

/** Yields chunks as views of one buffer. A chunk is valid until the next chunk is requested. */
class PipeChunks implements AsyncIterableIterator<Uint8Array> {
  readonly #buffer = new Uint8Array(CHUNK);
  readonly #socket: Socket;
  #waiting: Waiting | undefined;
  /** A chunk that arrived before the first request, because a socket begins to read when it is created. */
  #early: Uint8Array | undefined;
  #isEnded = false;
  #failure: unknown;

  constructor(open: (onread: OnRead) => Socket) {
    this.#socket = open({ buffer: this.#buffer, callback: (count) => this.#came(count) });
    this.#socket.on('end', () => {
      this.#isEnded = true;
      this.#resolve();
    });
    this.#socket.on('error', (error) => {
      this.#failure = error;
    });
    this.#socket.on('close', () => {
      if (!this.#isEnded) this.#failure ??= new Error('it was closed before its end');
      this.#resolve();
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#early !== undefined || this.#isEnded || this.#failure !== undefined) this.#resolve();
      else this.#socket.resume();
    });
  }

  /** Closes the socket, and ends the wait of a reader. */
  destroy(): void {
    this.#isEnded = true;
    this.#socket.destroy();
  }

  /** @returns false, so that reading stops until the next request, because all chunks use one buffer */
  #came(count: number): boolean {
    this.#early = this.#buffer.subarray(0, count);
    this.#resolve();
    return false;
  }

  #resolve(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    const value = this.#early;
    this.#early = undefined;
    if (value !== undefined) waiting.resolve({ done: false, value });
    else if (this.#failure !== undefined) waiting.reject(this.#failure);
    else waiting.resolve({ done: true, value: undefined });
  }
}
