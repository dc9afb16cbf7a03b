import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import type { TextPlace } from './parse-error.js';

/** Maximum size of a text in bytes. Blobs of larger models belong in files (`dump --bytes file`). */
const MAX_TEXT_BYTES = 512 * 1024 * 1024;
const FIRST_SIZE = 256 * 1024;

/** A text in memory, and the position of its next token. */
export class InputText {
  pos = 0;
  line = 1;
  #lineStart = 0;

  constructor(readonly bytes: Uint8Array) {}

  get end(): number {
    return this.bytes.length;
  }

  /** Call this for each line break passed, in order. @param at position of the line break */
  newLine(at: number): void {
    this.line++;
    this.#lineStart = at + 1;
  }

  /** Returns the line and column of a position in the current line. */
  placeOf(at: number): TextPlace {
    let column = at - this.#lineStart + 1;
    // Bytes that continue a character do not count as columns.
    for (let i = this.#lineStart; i < at; i++) if (((this.bytes[i] as number) & 0xc0) === 0x80) column--;
    return { line: this.line, column, offset: at };
  }

  /** Skips a byte order mark at the very beginning. */
  skipMark(): void {
    const { bytes } = this;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      this.pos = 3;
      this.#lineStart = 3;
    }
  }
}

/**
 * Reads all of a text. The source is not closed.
 * @param most limit in bytes
 * @throws ProtomdlError `source-too-large`
 */
export async function readText(source: Source, most = MAX_TEXT_BYTES): Promise<InputText> {
  const { size = 0 } = source;
  if (size > most) throw tooLong(most);
  let bytes = source.bytes ?? new Uint8Array(Math.min(Math.max(FIRST_SIZE, size + 1), most + 1));
  let length = source.bytes?.length ?? 0;
  while (source.bytes === undefined) {
    const read = await source.read(length, bytes.subarray(length));
    length += read;
    if (read === 0 || length > most) break;
    if (length < bytes.length) continue;
    const grown = new Uint8Array(Math.min(bytes.length * 2, most + 1));
    grown.set(bytes);
    bytes = grown;
  }
  if (length > most) throw tooLong(most);
  return new InputText(bytes.subarray(0, length));
}

function tooLong(most: number): ProtomdlError {
  const text = `a text of more than ${most >> 20} MiB is not read: keep blobs in files (dump --bytes file)`;
  return new ProtomdlError('source-too-large', text);
}
