import type { Source } from '../../base/source/source.js';
import { Outline } from '../outline/outline.js';
import { PagedStore } from './pages.js';
import { type Store, Window } from './window.js';

/**
 * Limit for the bytes to remember; further bytes are read again on demand. Only files without large blobs
 * reach this limit.
 */
const MAX_REMEMBERED_BYTES = 32 * 1024 * 1024;

/**
 * Remembers the bytes that a first pass over a source reads, for later views: if a read takes half a
 * millisecond, skipping ten thousand blobs a second time takes seconds. Other bytes are read on demand. The
 * source must answer at once.
 */
export class RememberedStore implements Store {
  readonly #kept: Outline;
  readonly #pages: PagedStore;
  #end = 0;

  /** @param end end of the message: views read nothing after it */
  constructor(
    readonly source: Source,
    end: number,
  ) {
    this.#kept = new Outline(source, Number.POSITIVE_INFINITY);
    this.#pages = new PagedStore(source, end);
  }

  set cutAt(offset: number | undefined) {
    this.#pages.cutAt = offset;
  }

  get cutAt(): number | undefined {
    return this.#pages.cutAt;
  }

  set maxText(bytes: number | undefined) {
    this.#pages.maxText = bytes;
  }

  get maxText(): number | undefined {
    return this.#pages.maxText;
  }

  /** The source for the first, forward pass, whose reads are remembered. */
  get firstPass(): Source {
    const { source } = this;
    return {
      get size() {
        return source.size;
      },
      randomAccess: source.randomAccess,
      read: (offset, target) => {
        const answer = source.read(offset, target);
        if (typeof answer !== 'number') return answer;
        this.#keep(offset, target.subarray(0, answer));
        return answer;
      },
      close: () => source.close(),
    };
  }

  window(offset: number, need: number): Window {
    const kept = offset < this.#end ? this.#kept.stretch(offset, need) : undefined;
    // The bytes after this window are possibly not kept, so the window has to refer to this store.
    return kept === undefined ? this.#pages.window(offset, need) : new Window(this, kept.bytes, kept.base);
  }

  load(offset: number, target: Uint8Array): Promise<void> {
    return this.#pages.load(offset, target);
  }

  peek(offset: number, length: number): Uint8Array {
    const kept = this.#kept.stretch(offset, length);
    if (kept === undefined) return this.#pages.peek(offset, length);
    return kept.bytes.subarray(offset - kept.base, offset - kept.base + length);
  }

  #keep(offset: number, bytes: Uint8Array): void {
    if (offset < this.#end || this.#kept.kept + bytes.length > MAX_REMEMBERED_BYTES) return;
    this.#kept.keep(offset, bytes);
    this.#end = offset + bytes.length;
  }
}
