import PostalMime from 'postal-mime';

/** The methods of postal-mime's list of a part's pieces that its decoders call. */
interface Chunks {
  push(chunk: Uint8Array | ArrayBuffer | string): void;
  [Symbol.iterator](): Iterator<Uint8Array>;
}

interface Part {
  contentDecoder: { chunks: Chunks } | null;
  setupContentDecoder(encoding: string): void;
}

/** Collects the pieces of a part in one array of bytes. */
class JoinedChunks implements Chunks {
  #bytes = new Uint8Array(4096);
  #used = 0;

  push(chunk: Uint8Array | ArrayBuffer | string): void {
    if (chunk === '\n') {
      this.#room(1);
      this.#bytes[this.#used++] = 10;
      return;
    }
    const piece =
      typeof chunk === 'string'
        ? Buffer.from(chunk)
        : chunk instanceof Uint8Array
          ? chunk
          : new Uint8Array(chunk);
    this.#room(piece.length);
    this.#bytes.set(piece, this.#used);
    this.#used += piece.length;
  }

  *[Symbol.iterator](): Iterator<Uint8Array> {
    yield this.#bytes.subarray(0, this.#used);
  }

  #room(length: number): void {
    const wanted = this.#used + length;
    if (wanted <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(wanted, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
  }
}

// postal-mime makes a Blob of two pieces for each line, and Node reads a Blob piece by piece: a body of a million line
// ends took 15 s. The method is replaced in the prototype of all parts, because postal-mime makes the parsers of
// nested messages itself. The prototype can be reached only through the root of a parser.
const parts = Object.getPrototypeOf((new PostalMime() as unknown as { root: Part }).root) as Part;
const { setupContentDecoder } = parts;
parts.setupContentDecoder = function (this: Part, encoding) {
  setupContentDecoder.call(this, encoding);
  if (this.contentDecoder) this.contentDecoder.chunks = new JoinedChunks();
};

export { PostalMime };
