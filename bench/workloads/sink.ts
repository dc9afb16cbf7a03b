import { RecordWriter } from '../../src/base/wire/record-writer.js';
import { varintSize } from '../../src/base/wire/value.js';

/**
 * Receiver of a generated model. Records of any size are opened and closed, small records are written in
 * memory, and the content of blobs is made only for output to a file.
 */
export interface ModelSink {
  open(field: number): void;
  close(): void;
  /** Writes small records into the open message. */
  write(fill: (writer: RecordWriter) => void): void;
  /** Writes a bytes field of `length` bytes: `head`, then filling. */
  blob(field: number, head: Uint8Array, length: number): void;
}

/** Receiver of a file's bytes, in order. */
export interface ByteOutput {
  write(bytes: Uint8Array): void;
  /** Skips `length` bytes, whose content does not matter. */
  fill(length: number): void;
}

/** A function that writes a model; every call writes the same model. */
export type ModelGenerator = (sink: ModelSink) => void;

/** The first pass: computes the length of every opened record, because lengths are written before contents. */
export class LengthSink implements ModelSink {
  /** Lengths of the records in the order in which they were opened. */
  readonly lengths: number[] = [];
  readonly #open: { index: number; size: number }[] = [{ index: -1, size: 0 }];
  readonly #writer = new RecordWriter();
  #opened = 0;

  get size(): number {
    return this.#open[0]!.size;
  }

  get messages(): number {
    return this.#opened + this.#writer.messages;
  }

  open(field: number): void {
    this.#add(varintSize(field * 8 + 2));
    this.#open.push({ index: this.lengths.push(0) - 1, size: 0 });
    this.#opened++;
  }

  close(): void {
    const { index, size } = this.#open.pop()!;
    this.lengths[index] = size;
    this.#add(varintSize(size) + size);
  }

  write(fill: (writer: RecordWriter) => void): void {
    this.#writer.clear();
    fill(this.#writer);
    this.#add(this.#writer.bytes.length);
  }

  blob(field: number, _head: Uint8Array, length: number): void {
    this.#add(varintSize(field * 8 + 2) + varintSize(length) + length);
  }

  #add(bytes: number): void {
    this.#open.at(-1)!.size += bytes;
  }
}

/** The second pass: writes the model, with the lengths from the first pass. */
export class OutputSink implements ModelSink {
  readonly #writer = new RecordWriter();
  #next = 0;

  constructor(
    private readonly output: ByteOutput,
    private readonly lengths: readonly number[],
  ) {}

  open(field: number): void {
    this.#varints(field * 8 + 2, this.lengths[this.#next++]!);
  }

  close(): void {}

  write(fill: (writer: RecordWriter) => void): void {
    this.#writer.clear();
    fill(this.#writer);
    this.output.write(this.#writer.bytes);
  }

  blob(field: number, head: Uint8Array, length: number): void {
    this.#varints(field * 8 + 2, length);
    this.output.write(head);
    this.output.fill(length - head.length);
  }

  #varints(...values: number[]): void {
    const bytes: number[] = [];
    for (const value of values) {
      let rest = value;
      for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
      bytes.push(rest);
    }
    this.output.write(Uint8Array.from(bytes));
  }
}
