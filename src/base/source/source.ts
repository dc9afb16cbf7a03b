/// <reference lib="esnext.disposable" preserve="true" />
import { ProtomdlError } from '../diagnostics/error.js';

/**
 * A source of bytes. The interface is small: a size, a flag for random access, and one read. All code that
 * uses sources (windows, skipping, checksums) is the same for memory, files, blobs, streams and HTTP.
 */
export interface Source {
  /** Size in bytes; `undefined` while a stream has not ended. */
  readonly size: number | undefined;
  /** True if any offset may be read at any time. A stream only reads forward, and drops skipped bytes. */
  readonly randomAccess: boolean;
  /**
   * The whole content as a plain Uint8Array, if the content is in memory, so that readers need not copy it.
   */
  readonly bytes?: Uint8Array;
  /**
   * Fills `target` from `offset` on. Returns the number of bytes written, which is less than requested only
   * at the end of the source. The result is a number for a synchronous read, and a promise otherwise.
   * @throws ProtomdlError with a `source-*` code
   */
  read(offset: number, target: Uint8Array): number | Promise<number>;
  /** Releases files and connections. Reading afterwards fails; closing again does nothing. */
  close(): void | Promise<void>;
}

/**
 * Refuses offsets that are not valid for any source. Each source calls this function first, so that all
 * sources fail alike for a miscalculated offset, and do not read other bytes.
 * @throws ProtomdlError `source-bad-offset`
 */
export function checkOffset(offset: number): void {
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw new ProtomdlError('source-bad-offset', `offset ${offset} is not a position in a file`);
  }
}

/** @throws ProtomdlError `source-closed` */
export function checkOpen(closed: boolean): void {
  if (closed) throw new ProtomdlError('source-closed', 'the source was read after it was closed');
}

/** Opens a source, reads, and closes the source even if reading fails. */
export async function reading<T>(
  opening: Source | Promise<Source>,
  read: (source: Source) => Promise<T>,
): Promise<T> {
  const source = await opening;
  try {
    return await read(source);
  } finally {
    await source.close();
  }
}

/** Returns the same source without the effect of `close`, for a reader that closes its source. */
export function unclosed(source: Source): Source {
  return {
    // The size of a stream is known only at its end.
    get size() {
      return source.size;
    },
    randomAccess: source.randomAccess,
    ...(source.bytes === undefined ? {} : { bytes: source.bytes }),
    read: (offset, target) => source.read(offset, target),
    close: () => {},
  };
}

/**
 * Work that may have to wait for a source. The generator yields each promise to await; for synchronous reads,
 * it yields nothing.
 */
export type Pending<T> = Generator<Promise<unknown>, T, void>;

export async function settled<T>(work: Pending<T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await step.value;
  }
}

/**
 * A source that `await using` closes. All sources of this library are closable. For sources of callers,
 * `Source` is sufficient.
 */
export type ClosableSource = Source & AsyncDisposable;

/** Base of classes that `await using` closes. */
export abstract class Closable implements AsyncDisposable {
  abstract close(): void | Promise<void>;

  /** Calls `close`, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** @throws ProtomdlError `source-changed` if a source has fewer bytes than its size */
export function requireAll(count: number, wanted: number, offset: number): void {
  if (count >= wanted) return;
  const text = `the source ended at offset ${offset + count}, earlier than it had said`;
  throw new ProtomdlError('source-changed', text, offset + count);
}
