import { decodeUtf8 } from '../../base/wire/utf8.js';
import type { TextRecord } from '../../read/scan/handler.js';
import type { Scanner } from '../../read/scan/scanner.js';
import type { Name } from '../rules/facts/fact-place.js';
import { MAX_CHECKED_NAMES } from '../rules/facts/gathering-limits.js';

/** Receives the names in one field of the plan. */
export interface NameTaker {
  readonly entry: number;
  take(scanner: Scanner, name: Name): void;
}

/** Builds names from the strings of a scan, and passes each name to the receiver for its field. */
export class NameReader {
  dropped = false;
  readonly #takers: ReadonlyMap<number, NameTaker>;
  #kept = 0;

  constructor(takers: readonly NameTaker[]) {
    this.#takers = new Map(takers.map((taker) => [taker.entry, taker]));
  }

  start(): void {
    this.#kept = 0;
    this.dropped = false;
  }

  read(scanner: Scanner, { entry, bytes, start, end, byteLength, offset, length, path }: TextRecord): void {
    if (this.#kept === MAX_CHECKED_NAMES) {
      this.dropped = true;
      return;
    }
    this.#kept++;
    const text = decodeUtf8(bytes, start, end);
    // A truncated name is marked with its offset, because two long names with the same beginning may differ.
    const value = end - start === byteLength ? text : `${text}… (from offset ${offset})`;
    this.#takers.get(entry)?.take(scanner, { value, byteLength, offset, length, path });
  }
}
