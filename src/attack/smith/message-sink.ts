import { RecordWriter } from '../../base/wire/record-writer.js';
import { varintSize } from '../../base/wire/varint.js';
import type { Filling } from './filling.js';

/**
 * Where a model goes. Records that may be of any size are opened and closed, small ones are written in memory,
 * and the content of blobs is made only when the bytes are wanted.
 */
export interface MessageSink {
  open(field: number): void;
  close(): void;
  /** Small records, in the message that is open. */
  write(fill: (writer: RecordWriter) => void): void;
  /** A bytes field. Yields whenever there is something to be taken away. */
  blob(field: number, filling: Filling): Iterable<void>;
}

/** Bytes of the tag and length of a LEN record, and of its payload. */
export function recordSize(field: number, length: number): number {
  return varintSize(field * 8 + 2) + varintSize(length) + length;
}

/** The first pass: finds out how long every opened record is. A length stands before what it is of. */
export class LengthSink implements MessageSink {
  /** Lengths of the records in the order in which they were opened. */
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

/** Bytes that are collected before they are handed on. */
const CHUNK = 1 << 18;

/** The second pass: writes, with the lengths of the first. Its caller takes the bytes away now and then. */
export class OutputSink implements MessageSink {
  readonly #writer = new RecordWriter();
  #next = 0;

  constructor(private readonly lengths: readonly number[]) {}

  /** Whether there is enough to be taken away. */
  get isFull(): boolean {
    return this.#writer.size >= CHUNK;
  }

  /** What there is; valid until the next call of any kind. */
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
