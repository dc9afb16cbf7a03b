/**
 * Memory shared by the fuzzing thread and the watching thread, with the current input and its number: a
 * thread that hangs or has no memory left cannot report its input.
 */
export class Watch {
  /** Maximum number of bytes of a shown input; longer inputs are cut. */
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

  /** Number of the current input; 0 before the first input. */
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
