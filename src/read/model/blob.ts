import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { NO_BYTES, type Store, type Window } from './window.js';

/**
 * Bytes of a file that have not been read yet: the value of a bytes field, or an unknown field. Creating a
 * handle costs nothing, whatever its length.
 */
export class BlobHandle implements Span {
  readonly #store: Store | undefined;
  readonly #window: Window | undefined;

  /**
   * @hidden
   * @param offset absolute offset of the bytes themselves, without tag and length; -1 for an absent field
   * @param length number of bytes
   * @param window bytes that are in memory already
   */
  constructor(
    readonly offset: number,
    readonly length: number,
    store?: Store,
    window?: Window,
  ) {
    this.#store = store;
    this.#window = window;
  }

  /**
   * Returns all bytes, as a copy.
   * @throws ProtomdlError (as a rejection) `source-not-seekable` if the bytes came from a stream and were
   * dropped; `blob-too-large` if no array can be that long; other `source-*` codes
   */
  async read(): Promise<Uint8Array> {
    const held = this.#held(this.length);
    if (held !== undefined) return held.slice();
    const target = allocate(this.length, this.offset);
    await this.readInto(target);
    return target;
  }

  /**
   * Fills `target` from `position` on.
   * @returns the number of bytes written; fewer than `target.length` only at the blob's end
   */
  async readInto(target: Uint8Array, position = 0): Promise<number> {
    const length = Math.max(0, Math.min(target.length, this.length - position));
    if (length === 0) return 0;
    const held = this.#held(this.length);
    if (held !== undefined) target.set(held.subarray(position, position + length));
    else await (this.#store as Store).load(this.offset + position, target.subarray(0, length));
    return length;
  }

  /**
   * Returns a copy of the first bytes if they are available at once; otherwise returns undefined. Bytes in
   * memory and in files are available; from other sources, at least 16 bytes are.
   * @param length number of bytes; a shorter blob returns fewer
   */
  peek(length: number): Uint8Array | undefined {
    const wanted = Math.min(length, this.length);
    return (this.#held(wanted) ?? this.#store?.peek(this.offset, wanted))?.slice();
  }

  #held(length: number): Uint8Array | undefined {
    if (length === 0) return NO_BYTES;
    if (this.#window === undefined) return undefined;
    const start = this.offset - this.#window.base;
    return this.#window.bytes.subarray(start, start + length);
  }
}

/** The value of an absent bytes field. */
export const NO_BLOB = new BlobHandle(-1, 0);

function allocate(length: number, offset: number): Uint8Array {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    const text = `a blob of ${length} bytes does not fit in memory; read parts of it with readInto`;
    throw new ProtomdlError('blob-too-large', text, offset, '', { cause });
  }
}
