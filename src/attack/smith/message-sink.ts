import { RecordWriter } from '../../base/wire/record-writer.js';
import { varintSize } from '../../base/wire/value.js';
import type { Filling } from './filling.js';

/**
 * Destination of a model. Records of any size are opened and closed; small records are written in memory; the
 * content of a blob is made only if its bytes are needed.
 */
export interface MessageSink {
  open(field: number): void;
  close(): void;
  write(fill: (writer: RecordWriter) => void): void;
  /** Writes a bytes field. Yields whenever the caller can take output. */
  blob(field: number, filling: Filling): Iterable<void>;
}

/** Returns the size of a LEN record in bytes: its tag, length and payload. */
export function recordSize(field: number, length: number): number {
  return varintSize(field * 8 + 2) + varintSize(length) + length;
}

/** Measures every opened record in a first run, because the length of a record comes before its payload. */
export class LengthSink implements MessageSink {
  /** Lengths of the records in the order of opening. */
  readonly lengths: number[] = [];
  readonly #open: { readonly index: number; readonly field: number; size: number }[] = [
    { index: -1, field: 0, size: 0 },
  ];
  readonly #writer = new RecordWriter();

  get size(): number {
    return this.#top.size;
  }

  open(field: number): void {
    this.#open.push({ index: this.lengths.push(0) - 1, field, size: 0 });
  }

  close(): void {
    const { index, field, size } = this.#top;
    this.#open.pop();
    this.lengths[index] = size;
    this.#top.size += recordSize(field, size);
  }

  write(fill: (writer: RecordWriter) => void): void {
    this.#writer.clear();
    fill(this.#writer);
    this.#top.size += this.#writer.bytes.length;
  }

  blob(field: number, { length }: Filling): Iterable<void> {
    this.#top.size += recordSize(field, length);
    return NOTHING;
  }

  get #top() {
    return this.#open.at(-1) as { index: number; field: number; size: number };
  }
}

const NOTHING: readonly undefined[] = [];

/** Minimum number of bytes to collect before the caller takes them. */
const CHUNK = 1 << 18;

/**
 * Writes the message in a second run, with the lengths from the first run. The caller takes the bytes
 * whenever `isFull` is true.
 */
export class OutputSink implements MessageSink {
  readonly #writer = new RecordWriter();
  #next = 0;

  constructor(private readonly lengths: readonly number[]) {}

  /** True if enough bytes are collected for the caller to take. */
  get isFull(): boolean {
    return this.#writer.size >= CHUNK;
  }

  /** The collected bytes; valid until the next call of any method. */
  get pending(): Uint8Array {
    return this.#writer.bytes;
  }

  clear(): void {
    this.#writer.clear();
  }

  open(field: number): void {
    this.#writer.head(field, this.lengths[this.#next++] as number);
  }

  close(): void {}

  write(fill: (writer: RecordWriter) => void): void {
    fill(this.#writer);
  }

  *blob(field: number, filling: Filling): Iterable<void> {
    this.#writer.head(field, filling.length);
    for (const piece of filling.pieces()) {
      this.#writer.bytesOf(piece);
      if (this.isFull) yield;
    }
  }
}
