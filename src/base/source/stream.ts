import { isProtomdlError, ProtomdlError } from '../diagnostics/error.js';
import { Closable, type ClosableSource, checkOffset, checkOpen, type Source } from './source.js';

/**
 * The part of ReadableStream's interface that this module uses. Not every browser can iterate over a
 * ReadableStream.
 */
export interface ReadableBytes {
  /** Locks the stream for one reader, as in web streams. */
  getReader(): {
    /** Returns the next chunk. */
    read(): Promise<{
      /** True if the stream has ended. */
      done: boolean;
      /** The chunk; undefined at the end. */
      value?: Uint8Array | undefined;
    }>;
    /** Ends the stream early. */
    cancel(reason?: unknown): Promise<void>;
  };
}

/** Content for a stream source: chunks of any length, empty ones included. */
export type ByteStream = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableBytes;

/**
 * Returns a source for a stream of chunks. Reads only go forward, and skipped bytes are dropped. One chunk is
 * held at a time, and the next chunk is requested only after the chunk is used up, so that a slow reader
 * slows down the writer.
 *
 * `size` is undefined until a read reaches the end. To find the size, drain the stream by a read at or past
 * its end: `read(Number.MAX_SAFE_INTEGER, oneByte)`.
 *
 * In addition to the errors of the stream, reads throw `source-not-seekable` (a read before the end of the
 * last read), `source-busy` (a read during another read), and `source-unreadable` (the stream failed; the
 * cause is kept, and every later read throws the same error).
 *
 * @param stop ends the stream early, for iterators whose `return` would wait for a chunk
 * @param translate converts an error of the stream to an error of this library
 */
export function streamSource(
  stream: ByteStream,
  stop?: () => void,
  translate: (error: unknown, offset: number) => ProtomdlError = unreadable,
): ClosableSource {
  return new StreamSource(iteratorOf(stream), stop, translate);
}

const EMPTY = new Uint8Array(0);

interface ChunkIterator {
  next(): Promise<IteratorResult<unknown>> | IteratorResult<unknown>;
  return?(): unknown;
}

class StreamSource extends Closable implements Source {
  readonly randomAccess = false;
  #size: number | undefined;
  #chunk: Uint8Array = EMPTY;
  /** Number of bytes of the chunk that are used. */
  #used = 0;
  /** Offset in the stream of the first unused byte. */
  #position = 0;
  #busy = false;
  #closed = false;
  #failure: ProtomdlError | undefined;

  constructor(
    readonly chunks: ChunkIterator,
    readonly stop: (() => void) | undefined,
    readonly translate: (error: unknown, offset: number) => ProtomdlError,
  ) {
    super();
  }

  get size(): number | undefined {
    return this.#size;
  }

  read(offset: number, target: Uint8Array): number | Promise<number> {
    checkOffset(offset);
    checkOpen(this.#closed);
    if (this.#busy)
      throw new ProtomdlError('source-busy', 'a stream was read twice at the same time', offset);
    if (this.#failure !== undefined) throw this.#failure;
    if (offset < this.#position) throw notSeekable(offset, this.#position);
    if (target.length === 0) return 0;
    const filled = this.#take(offset, target, 0);
    if (filled === target.length || this.#size !== undefined) return filled;
    return this.#fill(offset, target, filled);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#chunk = EMPTY;
    try {
      this.stop?.();
      // During a read, `return` is not awaited, because a generator executes `return` only after a pending
      // `next`, which may never end.
      const ending = Promise.resolve(this.chunks.return?.());
      if (this.#busy) ending.catch(() => {});
      else await ending;
    } catch {
      // Errors of an abandoned stream are ignored.
    }
  }

  async #fill(offset: number, target: Uint8Array, filled: number): Promise<number> {
    this.#busy = true;
    try {
      while (filled < target.length && (await this.#nextChunk())) {
        filled = this.#take(offset, target, filled);
      }
      return filled;
    } finally {
      this.#busy = false;
    }
  }

  /** Uses bytes of the chunk: drops bytes before the requested offset, and copies the requested bytes. */
  #take(offset: number, target: Uint8Array, filled: number): number {
    const available = this.#chunk.length - this.#used;
    const dropped = Math.min(offset + filled - this.#position, available);
    const copied = Math.min(available - dropped, target.length - filled);
    const start = this.#used + dropped;
    if (copied > 0) target.set(this.#chunk.subarray(start, start + copied), filled);
    this.#used = start + copied;
    this.#position += dropped + copied;
    if (this.#used === this.#chunk.length) this.#drop();
    return filled + copied;
  }

  /** Drops the chunk, so that its memory is free during the wait for the next chunk. */
  #drop(): void {
    this.#chunk = EMPTY;
    this.#used = 0;
  }

  /** Gets the next chunk; returns false at the end. */
  async #nextChunk(): Promise<boolean> {
    try {
      const { done, value } = await this.chunks.next();
      if (this.#closed) throw new ProtomdlError('source-closed', 'the source was closed while it was read');
      if (done) {
        this.#size = this.#position;
        return false;
      }
      if (!(value instanceof Uint8Array)) {
        throw new TypeError(`expected chunks of bytes, got ${value === null ? 'null' : typeof value}`);
      }
      this.#chunk = value;
      return true;
    } catch (error) {
      this.#failure = isProtomdlError(error) ? error : this.translate(error, this.#position);
      throw this.#failure;
    }
  }
}

function iteratorOf(stream: ByteStream): ChunkIterator {
  if (Symbol.asyncIterator in stream) return stream[Symbol.asyncIterator]();
  if (Symbol.iterator in stream) return stream[Symbol.iterator]();
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<unknown>>,
    return: () => reader.cancel(),
  };
}

function notSeekable(offset: number, position: number): ProtomdlError {
  return new ProtomdlError(
    'source-not-seekable',
    `a stream cannot go back: offset ${offset} was requested after ${position} bytes`,
    offset,
  );
}

function unreadable(error: unknown, offset: number): ProtomdlError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ProtomdlError(
    'source-unreadable',
    `the stream failed after ${offset} bytes: ${reason}`,
    offset,
    '',
    { cause: error },
  );
}
