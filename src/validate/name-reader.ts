import { MAX_NAMES, type Name } from '../rules/facts/index.js';
import type { Scanner, TextRecord } from '../scan/index.js';

/** Takes the names of one field of the plan. */
export interface NameTaker {
  readonly entry: number;
  take(scanner: Scanner, name: Name): void;
}

/** Makes names of the strings that a scan hands over, and gives each to who keeps it. */
export class NameReader {
  /** Names that were left out. */
  dropped = 0;
  readonly #takers: ReadonlyMap<number, NameTaker>;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #kept = 0;

  constructor(takers: readonly NameTaker[]) {
    this.#takers = new Map(takers.map((taker) => [taker.entry, taker]));
  }

  start(): void {
    this.#kept = 0;
    this.dropped = 0;
  }

  read(scanner: Scanner, { entry, bytes, start, end, byteLength, offset, length, path }: TextRecord): void {
    const taker = this.#takers.get(entry);
    if (taker === undefined) return;
    if (this.#kept === MAX_NAMES) {
      this.dropped++;
      return;
    }
    this.#kept++;
    const text = this.#decoder.decode(bytes.subarray(start, end));
    // Two that begin alike for thousands of bytes are not the same for that.
    const value = end - start === byteLength ? text : `${text}… (from offset ${offset})`;
    taker.take(scanner, { value, byteLength, offset, length, path });
  }
}
