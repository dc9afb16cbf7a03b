import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { Random } from './random.js';
import type { ByteOutput } from './sink.js';

const BUFFER = 1 << 20;

/** Writes a file front to back in constant memory. */
export class FileOutput implements ByteOutput {
  readonly #file: number;
  readonly #buffer = new Uint8Array(BUFFER);
  readonly #filling: Uint8Array | undefined;
  #used = 0;
  #position = 0;

  /** @param sparse true to leave holes in place of filling; holes read as zeros and take no space */
  constructor(path: string, { sparse = false } = {}) {
    this.#file = openSync(path, 'w');
    if (sparse) return;
    const random = new Random(4);
    this.#filling = Uint8Array.from({ length: 1 << 16 }, () => random.below(256));
  }

  get position(): number {
    return this.#position + this.#used;
  }

  write(bytes: Uint8Array): void {
    if (this.#used + bytes.length > BUFFER) this.#flush();
    if (bytes.length > BUFFER) {
      this.#writeAll(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  fill(length: number): void {
    if (this.#filling === undefined) {
      this.#flush();
      this.#position += length;
      return;
    }
    for (let left = length; left > 0; left -= this.#filling.length) {
      this.write(this.#filling.subarray(0, Math.min(left, this.#filling.length)));
    }
  }

  /** Sets the file's length to the bytes written and filled. */
  close(): void {
    this.#flush();
    ftruncateSync(this.#file, this.#position);
    closeSync(this.#file);
  }

  #flush(): void {
    const { length } = this.#buffer.subarray(0, this.#used);
    this.#used = 0;
    this.#writeAll(this.#buffer.subarray(0, length));
  }

  #writeAll(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#position + done);
    }
    this.#position += bytes.length;
  }
}
