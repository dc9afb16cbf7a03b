import type { ByteClass, ByteMeanings, MeaningRun } from '../../../show/inspect/part.js';

/** Number of bytes in one request; a high window shows some 900 bytes. */
const PAGE = 2048;
/** Maximum number of pages to keep, which have 512 KiB of bytes with their classes. */
const MAX_PAGES = 256;

export interface ByteReader {
  stretch(offset: number, length: number): Promise<ByteMeanings>;
}

export interface KnownByte {
  readonly value: number;
  readonly class: ByteClass;
  readonly run: MeaningRun;
}

interface Page extends ByteMeanings {
  /** Index in `runs` for each byte. */
  readonly places: Uint16Array;
}

/** Loads the bytes that become visible. */
export class BytePages {
  readonly #pages = new KeptPages<Page>(MAX_PAGES);
  #wanted = { from: 0, end: 0 };
  #busy = false;
  #ended = false;

  /**
   * @param onChange called after bytes have arrived @param onError receives errors of the reader; an error
   * ends all requests
   */
  constructor(
    readonly size: number,
    private readonly reader: ByteReader,
    private readonly onChange: () => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  at(offset: number): KnownByte | undefined {
    const page = this.#pages.get(String(Math.floor(offset / PAGE)));
    if (page === undefined) return undefined;
    const place = offset - page.offset;
    const value = page.bytes[place];
    const run = page.runs[page.places[place] as number];
    if (value === undefined || run === undefined) return undefined;
    return { value, class: run.class, run };
  }

  /** Sets the visible range, and requests its missing bytes. */
  want(from: number, end: number): void {
    this.#wanted = { from: Math.max(0, from), end: Math.min(end, this.size) };
    if (!this.#busy && !this.#ended) void this.#ask();
  }

  end(): void {
    this.#ended = true;
  }

  async #ask(): Promise<void> {
    this.#busy = true;
    try {
      for (let page = this.#missing(); page !== undefined; page = this.#missing()) {
        const offset = page * PAGE;
        const stretch = await this.reader.stretch(offset, Math.min(PAGE, this.size - offset));
        if (this.#ended) return;
        this.#pages.set(String(page), { ...stretch, places: placesOf(stretch) });
        this.onChange();
      }
    } catch (error) {
      this.#ended = true;
      this.onError(error);
    } finally {
      this.#busy = false;
    }
  }

  #missing(): number | undefined {
    const { from, end } = this.#wanted;
    for (let page = Math.floor(from / PAGE); page * PAGE < end; page++) {
      if (this.#pages.get(String(page)) === undefined) return page;
    }
    return undefined;
  }
}

function placesOf({ offset, bytes, runs }: ByteMeanings): Uint16Array {
  const places = new Uint16Array(bytes.length);
  runs.forEach((run, place) => {
    places.fill(place, run.offset - offset, run.offset + run.length - offset);
  });
  return places;
}

/** Names of the classes of bytes, in the order of the legend. */
export const BYTE_CLASSES: Readonly<Record<ByteClass, string>> = {
  header: 'header',
  tag: 'tag',
  length: 'length',
  number: 'number',
  text: 'text',
  packed: 'packed list',
  blob: 'blob',
  unknown: 'unknown field',
  padding: 'padding',
  section: 'section',
  unreadable: 'unreadable',
};

/** Keeps the most recently used pages, up to a maximum number. */
export class KeptPages<T> {
  readonly #pages = new Map<string, T>();

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.#pages.size;
  }

  get(key: string): T | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  set(key: string, page: T): void {
    this.#pages.delete(key);
    this.#pages.set(key, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.limit) break;
      this.#pages.delete(oldest);
    }
  }
}
