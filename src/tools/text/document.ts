import type { Source } from '../../base/source/source.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { CUT, OK, TOO_DEEP } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { fieldNumberOf, WIRE_LEN, WIRE_SGROUP } from '../../base/wire/tag.js';
import { type HeldMessage, joinedOf, type Origin } from '../../read/outline/held-message.js';
import { inOrder, isCutMessage, isRegular, type Piece } from '../../read/outline/merged.js';
import type { SparseBytes } from '../../read/outline/sparse.js';
import { type Cell, type Cells, COMPACT, MESSAGE, SCALAR, TEXTPROTO } from './notation.js';
import type { Printer } from './printer.js';

/** Number of bytes in the buffer at which the text is written out. */
const FLUSH_BYTES = 512 * 1024;

/** Bytes of a blob that are read at a time. */
const CHUNK = 256 * 1024;

/**
 * Unknown payloads up to this size are loaded: text format prints them as a message if they can be read as a
 * message.
 */
const MAX_GUESSED = 1 << 20;

/** A message whose members are being printed. */
class Level {
  readonly records = new RecordCursor();
  message!: SparseBytes;
  origin!: Origin;
  cells!: Cells;
  to = 0;
  entersTail = false;
  isShort = false;
  /** The message's records, if they are not in order. */
  pieces: Piece<Cell>[] | undefined;
  next = 0;
}

interface Missing {
  readonly tag: number;
  /** Undefined for an unknown field. */
  readonly cell: Cell | undefined;
  /** Absolute offset of the record. */
  readonly record: number;
  readonly offset: number;
  readonly length: number;
}

/** Prints messages in memory, as protobuf's rules merge them. Large blobs are read from the file. */
export class DocumentPrinter {
  /** Messages being printed, by depth. */
  readonly #levels: Level[] = [];
  #missing: Missing | undefined;
  /**
   * True if the text lacks a record, because a later record replaces it, or because several pieces are
   * printed as one message.
   */
  isMerged = false;
  /** True if the end of the file was reported as a problem. */
  isCutReported = false;

  /**
   * @param source the file
   * @param write receives bytes that are valid until it returns or its promise resolves
   */
  constructor(
    readonly printer: Printer,
    private readonly source: Source,
    private readonly write: (bytes: Uint8Array) => Promise<void> | void,
  ) {}

  /** Writes out the buffer if it holds at least this many bytes. */
  flush(least = FLUSH_BYTES): Promise<void> | undefined {
    const { out } = this.printer;
    if (out.at < least || out.at === 0) return undefined;
    const waiting = this.write(out.written);
    if (waiting === undefined) {
      out.at = 0;
      return undefined;
    }
    return waiting.then(() => {
      out.at = 0;
    });
  }

  /**
   * Prints the members of a message as the first members of the text's outermost message.
   * @returns a promise if the caller has to wait
   */
  contents(held: HeldMessage): Promise<void> | undefined {
    const { message, from, to, origin, entersTail, isShort } = held;
    this.#begin(message, from, to, origin, entersTail, isShort);
    return this.#run() ? undefined : this.#rest();
  }

  /** Prints the value of the string or bytes record at `held.from`. */
  async value({ message, from, to, origin }: HeldMessage, cell: Cell): Promise<void> {
    const records = new RecordCursor(message.bytes, from, to);
    records.gaps = message;
    if (!records.next()) return;
    const { value, valueEnd, length } = records;
    if (!message.hasGap(value, valueEnd)) {
      this.printer.blobValue(cell, message.bytes, value, valueEnd, origin);
    } else await this.#blob(origin.offsetOf(value), length);
  }

  async #rest(): Promise<void> {
    do {
      const missing = this.#missing;
      this.#missing = undefined;
      if (missing?.cell !== undefined) await this.#blob(missing.offset, missing.length);
      else if (missing !== undefined) await this.#missingUnknown(missing);
      const waiting = this.flush();
      if (waiting !== undefined) await waiting;
    } while (!this.#run());
  }

  #begin(
    message: SparseBytes,
    from: number,
    to: number,
    origin: Origin,
    entersTail: boolean,
    isShort: boolean,
  ): Level {
    const { depth, cells } = this.printer;
    this.#levels[depth] ??= new Level();
    const level = this.#levels[depth];
    const { records } = level;
    level.message = message;
    level.origin = origin;
    level.cells = cells;
    level.to = to;
    level.entersTail = entersTail;
    level.isShort = isShort;
    level.pieces = undefined;
    records.depth = depth;
    records.gaps = message;
    records.reset(message.bytes, from, to);
    const isInOrder = isRegular(records, cells, entersTail);
    records.reset(message.bytes, from, to);
    if (!isInOrder) {
      this.isMerged = true;
      level.pieces = inOrder(records, cells, entersTail);
      level.next = 0;
    }
    return level;
  }

  /** Prints until the buffer is full, or a value is not in memory. @returns true at the end */
  #run(): boolean {
    const { printer } = this;
    const { out } = printer;
    let level = this.#levels[printer.depth] as Level;
    while (out.at < FLUSH_BYTES && this.#missing === undefined) {
      const { records, cells, message, origin, pieces } = level;
      if (pieces !== undefined) {
        const piece = pieces[level.next++];
        if (piece?.more !== undefined) {
          level = this.#merged(level, piece);
          continue;
        }
        records.reset(message.bytes, piece?.start ?? level.to, piece?.end ?? level.to);
      }
      if (records.next()) {
        const { tag, value, valueEnd } = records;
        const cell = cells.of(tag);
        if (cell === undefined) this.#unknown(level);
        else if (cell.kind === SCALAR) printer.scalar(cell, records.lo, records.hi);
        else if (cell.kind === MESSAGE) {
          if (this.#isTooDeep(level, cell, records.start)) continue;
          printer.enter(cell);
          level = this.#begin(message, value, valueEnd, origin, false, false);
        } else if (records.length <= message.least || !message.hasGap(value, valueEnd)) {
          printer.payload(cell, message.bytes, value, valueEnd, origin);
        } else this.#largeBlob(level, cell);
      } else if (records.problem !== OK) level = this.#broken(level);
      else {
        if (level.isShort) this.#cut(level);
        if (printer.depth === 0) return true;
        printer.leave();
        level = this.#levels[printer.depth] as Level;
      }
    }
    return false;
  }

  /** Reports a message that is nested too deeply to be opened. */
  #isTooDeep({ origin }: Level, cell: Cell, start: number): boolean {
    const { printer } = this;
    if (printer.depth < MAX_DEPTH) return false;
    printer.follow(cell);
    printer.broken(TOO_DEEP, origin.offsetOf(start), cell);
    return true;
  }

  /**
   * Opens a message that comes in pieces. Each piece is first read to its readable end, because a truncated
   * piece would swallow the next piece.
   */
  #merged(level: Level, { cell, start, value, end, more = [] }: Piece<Cell>): Level {
    const { message, origin } = level;
    if (cell === undefined || this.#isTooDeep(level, cell, start)) return level;
    this.printer.enter(cell);
    const records = new RecordCursor(message.bytes);
    records.gaps = message;
    const stretches = [{ value, end }, ...more].map(({ value, end }) => {
      records.reset(message.bytes, value, end);
      while (records.next());
      const { problem, tag, pos, start } = records;
      if (problem !== OK) {
        this.printer.broken(problem, origin.offsetOf(start), tag === 0 ? undefined : cell.child?.of(tag));
      }
      return { from: value, to: pos };
    });
    const joined = joinedOf(message, stretches, origin);
    return this.#begin(joined.message, joined.from, joined.to, joined.origin, false, false);
  }

  /** Handles a record that cannot be read, which is the last record of its message. */
  #broken(level: Level): Level {
    const { records, origin, cells, to } = level;
    const { problem, tag, start, value } = records;
    const cell = tag === 0 ? undefined : cells.of(tag);
    // Nothing more of the message is read, not even after a truncated message inside it.
    records.pos = records.end;
    if (cell === undefined && (tag & 7) === WIRE_SGROUP && problem !== TOO_DEEP) {
      records.valueEnd = to;
      this.printer.unknown(records);
    }
    if (level.entersTail && cell !== undefined && isCutMessage(records, cells)) {
      if (this.#isTooDeep(level, cell, start)) return level;
      this.printer.enter(cell);
      return this.#begin(level.message, value, to, origin, true, true);
    }
    if (level.entersTail && problem === CUT) this.#cut(level);
    else {
      if (cell !== undefined) this.printer.follow(cell);
      this.printer.broken(problem, origin.offsetOf(start), cell);
    }
    return level;
  }

  /** Reports, once, that the file ends before its message. */
  #cut({ origin, to }: Level): void {
    if (!this.isCutReported) this.printer.broken(CUT, origin.offsetOf(to), undefined);
    this.isCutReported = true;
  }

  #largeBlob({ records, origin }: Level, cell: Cell): void {
    const { printer } = this;
    const { tag, start, value, length } = records;
    printer.name(cell);
    if (!printer.blobs.reads(length)) printer.blobs.withoutBytes(printer.out, length);
    else {
      const [record, offset] = [origin.offsetOf(start), origin.offsetOf(value)];
      this.#missing = { tag, cell, record, offset, length };
    }
  }

  #unknown({ records, message, origin }: Level): void {
    const { printer } = this;
    const { tag, start, value, valueEnd, length } = records;
    if ((tag & 7) === WIRE_LEN && length > message.least && message.hasGap(value, valueEnd)) {
      const [record, offset] = [origin.offsetOf(start), origin.offsetOf(value)];
      this.#missing = { tag, cell: undefined, record, offset, length };
      return;
    }
    printer.unknown(records);
  }

  async #missingUnknown({ tag, record, offset, length }: Missing): Promise<void> {
    const { printer } = this;
    const { blobs, out } = printer;
    const { layout } = printer.notation;
    const isRead = blobs.reads(length);
    if (isRead && length <= MAX_GUESSED) {
      const bytes = new Uint8Array(offset - record + length);
      let at = 0;
      await this.#chunks(record, bytes.length, (chunk) => {
        bytes.set(chunk, at);
        at += chunk.length;
      });
      const records = new RecordCursor(bytes);
      if (records.next()) printer.unknown(records);
      return;
    }
    printer.beginUnknown();
    const number = fieldNumberOf(tag);
    if (layout === TEXTPROTO) out.text(`${number}: `);
    else if (layout === COMPACT) out.text(`{"number":${number},"bytes":`);
    else out.text(`{"number": ${number}, "bytes": `);
    if (isRead) await this.#blob(offset, length);
    else blobs.withoutBytes(out, length);
    if (layout !== TEXTPROTO) out.text('}');
  }

  async #blob(offset: number, length: number): Promise<void> {
    const { blobs, out } = this.printer;
    if (!blobs.reads(length)) {
      blobs.withoutBytes(out, length);
      return;
    }
    await blobs.stream(
      out,
      () => length,
      (take) => this.#chunks(offset, length, take),
      () => this.flush(),
    );
  }

  /** Passes bytes of the file to `take`, in pieces. @returns true if all bytes exist */
  async #chunks(
    offset: number,
    length: number,
    take: (chunk: Uint8Array) => void | Promise<void>,
  ): Promise<boolean> {
    const chunk = new Uint8Array(Math.min(length, CHUNK));
    for (let at = 0; at < length; ) {
      const wanted = Math.min(chunk.length, length - at);
      const read = await this.source.read(offset + at, chunk.subarray(0, wanted));
      await take(chunk.subarray(0, read));
      if (read < wanted) return false;
      at += read;
    }
    return true;
  }
}
