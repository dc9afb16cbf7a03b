/**
 * Memory that the fuzzing thread and the one that watches it share: which input is being run, and since which
 * turn. A thread that hangs or runs out of memory can report nothing any more.
 */
export class Watch {
  /** Bytes of the longest input that can be shown; longer ones are cut. */
  static readonly ROOM = 1 << 20;

  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(readonly shared: SharedArrayBuffer = new SharedArrayBuffer(HEAD + Watch.ROOM)) {
    this.#words = new Int32Array(shared, 0, 2);
    this.#bytes = new Uint8Array(shared, HEAD);
  }

  enter(input: Uint8Array): void {
    const shown = input.subarray(0, Watch.ROOM);
    this.#bytes.set(shown);
    this.#words[LENGTH] = shown.length;
    Atomics.add(this.#words, TURN, 1);
  }

  /** Grows with each input. 0 while nothing has begun. */
  get turn(): number {
    return Atomics.load(this.#words, TURN);
  }

  get input(): Uint8Array {
    return this.#bytes.slice(0, Atomics.load(this.#words, LENGTH));
  }
}

const TURN = 0;
const LENGTH = 1;
const HEAD = 8;
