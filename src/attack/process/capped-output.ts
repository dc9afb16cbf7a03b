/**
 * Output of a program up to a limit: the whole output, or its beginning and its end. In a short output, a
 * sanitizer's report is at the beginning; in a long output, at the end.
 */
export class CappedOutput {
  readonly #limit: number;
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  #dropped = 0;

  /** @param limit maximum number of bytes to keep, half from the beginning and half from the end */
  constructor(limit: number) {
    this.#limit = Math.max(0, limit);
  }

  /** Number of bytes dropped between the beginning and the end. */
  get dropped(): number {
    return this.#dropped;
  }

  push(chunk: Uint8Array): void {
    const headRoom = Math.ceil(this.#limit / 2) - this.#headBytes;
    const toHead = Math.min(headRoom, chunk.length);
    if (toHead > 0) {
      // The slice is a copy, because a chunk of eight bytes may be a view of Node's pool of 64 KiB.
      this.#head.push(chunk.slice(0, toHead));
      this.#headBytes += toHead;
    }
    if (toHead < chunk.length) this.#pushTail(chunk.slice(toHead));
  }

  /** Returns the kept bytes: the beginning, followed by the end. */
  bytes(): Uint8Array {
    return Buffer.concat([...this.#head, ...this.#tail]);
  }

  #pushTail(chunk: Uint8Array): void {
    const room = Math.floor(this.#limit / 2);
    const cut = Math.max(0, chunk.length - room);
    this.#dropped += cut;
    this.#tail.push(chunk.subarray(cut));
    this.#tailBytes += chunk.length - cut;
    let drop = 0;
    while (this.#tailBytes > room) {
      const first = this.#tail[drop] as Uint8Array;
      const excess = Math.min(first.length, this.#tailBytes - room);
      if (excess === first.length) drop++;
      else this.#tail[drop] = first.subarray(excess);
      this.#tailBytes -= excess;
      this.#dropped += excess;
    }
    // Joining keeps the list short for a program that prints byte by byte.
    this.#tail =
      this.#tail.length - drop > 256 ? [Buffer.concat(this.#tail.slice(drop))] : this.#tail.slice(drop);
  }
}
