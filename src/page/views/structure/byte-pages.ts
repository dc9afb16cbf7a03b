import type { ByteClass, Run, Stretch } from '../../../show/inspect/part.js';
import { KeptPages } from './kept-pages.js';

/** Bytes that are asked for at once: a tall window shows some 900. */
const PAGE = 2048;
/** 512 KiB of bytes, and what they are. */
const MAX_PAGES = 256;

/** Says what bytes are. */
export interface ByteReader {
  stretch(offset: number, length: number): Promise<Stretch>;
}

/** One byte of the file, and what it is. */
export interface KnownByte {
  readonly value: number;
  readonly class: ByteClass;
  readonly run: Run;
}

interface Page extends Stretch {
  /** Place in `runs` of what each byte is in. */
  readonly places: Uint16Array;
}

/** The bytes that are seen, which are asked for when they are. */
export class BytePages {
  readonly #pages = new KeptPages<Page>(MAX_PAGES);
  #wanted = { from: 0, end: 0 };
  #busy = false;
  #ended = false;

  /** @param onChange called when bytes have come @param onError receives what the reader throws; asking ends with it */
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

  /** Says which bytes are seen now, and asks for those that are not known. */
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

function placesOf({ offset, bytes, runs }: Stretch): Uint16Array {
  const places = new Uint16Array(bytes.length);
  runs.forEach((run, place) => {
    places.fill(place, run.offset - offset, run.offset + run.length - offset);
  });
  return places;
}
