import { wireTypeOf } from '../../base/schema/table.js';
import { concatBytes } from '../../base/wire/bytes.js';
import { MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { fieldNumberOf, WIRE_I64, WIRE_VARINT } from '../../base/wire/tag.js';
import type { Tape } from '../../read/tape/reader.js';
import { type Cell, COMPACT, STRING, TEXTPROTO } from './notation.js';
import type { Printer } from './printer.js';
import { type Origin, originAt } from './regular.js';

/** Bytes of a long payload to print before the text is written out. */
const PIECE = 64 * 1024;

/** Prints payloads that are not in memory, because they reach past a tape's window, piece by piece. */
export class LongValuePrinter {
  readonly #layout: number;

  /** @param flush writes out the buffer if it holds enough */
  constructor(
    private readonly printer: Printer,
    private readonly flush: () => Promise<void> | undefined,
  ) {
    this.#layout = printer.notation.layout;
  }

  /** Writes a string or bytes whose name is already written. */
  async value(tape: Tape, cell: Cell): Promise<void> {
    const { blobs, out } = this.printer;
    const { length } = tape;
    if (cell.form === STRING) await this.#string(tape);
    else if (!blobs.reads(length)) blobs.withoutBytes(out, length);
    else await this.#blob(tape, length);
  }

  /** Writes a packed list that is longer than the window: in pieces that end at element boundaries. */
  async packed(tape: Tape, origin: Origin, cell: Cell): Promise<void> {
    const { printer } = this;
    let position = origin.offsetOf(tape.valueOffset);
    let left = new Uint8Array(0);
    await tape.chunks(async (chunk) => {
      for (let at = 0; at < chunk.length; at += PIECE) {
        const bytes = concatBytes([left, chunk.subarray(at, at + PIECE)]);
        const end = elementsEnd(bytes, cell);
        printer.payload(cell, bytes, 0, end, originAt(position));
        position += end;
        left = bytes.slice(end);
        const waiting = this.flush();
        if (waiting !== undefined) await waiting;
      }
    });
    if (left.length > 0) printer.payload(cell, left, 0, left.length, originAt(position));
  }

  /** Writes a complete unknown field of bytes. */
  async unknown(tape: Tape): Promise<void> {
    const { printer } = this;
    const { blobs, out } = printer;
    printer.beginUnknown();
    const number = fieldNumberOf(tape.tag);
    if (this.#layout === TEXTPROTO) out.text(`${number}: `);
    else if (this.#layout === COMPACT) out.text(`{"number":${number},"bytes":`);
    else out.text(`{"number": ${number}, "bytes": `);
    const { length } = tape;
    if (blobs.reads(length)) await this.#blob(tape, length);
    else blobs.withoutBytes(out, length);
    if (this.#layout !== TEXTPROTO) out.text('}');
  }

  async #blob(tape: Tape, length: number): Promise<void> {
    const { blobs, out } = this.printer;
    await blobs.stream(
      out,
      () => length,
      (take) => tape.chunks(take),
      () => this.flush(),
    );
  }

  /**
   * Validity as UTF-8 is not known yet, so the string is written in the notation that allows invalid bytes.
   */
  async #string(tape: Tape): Promise<void> {
    const { blobs, out } = this.printer;
    const isText = this.#layout === TEXTPROTO;
    if (!isText) out.text(this.#layout === COMPACT ? '{"$string":' : '{"$string": ');
    await blobs.spelled(
      out,
      false,
      (take) => tape.chunks(take),
      () => this.flush(),
    );
    if (!isText) out.text('}');
  }
}

/** Loads a payload that is known to be short. */
export async function collected(tape: Tape): Promise<Uint8Array> {
  let bytes = new Uint8Array(0);
  await tape.chunks((chunk) => {
    bytes = concatBytes([bytes, chunk]);
  });
  return bytes;
}

/** Returns the end of the last whole element in a part of a packed list. */
function elementsEnd(bytes: Uint8Array, { field }: Cell): number {
  const wireType = wireTypeOf(field.type);
  if (wireType !== WIRE_VARINT) return bytes.length - (bytes.length % (wireType === WIRE_I64 ? 8 : 4));
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] as number) >= 0x80) end--;
  // A varint longer than the maximum is reported by its reader.
  return bytes.length - end > MAX_VARINT_BYTES ? bytes.length : end;
}
