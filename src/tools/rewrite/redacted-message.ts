import type { Span } from '../../base/diagnostics/diagnostic.js';
import { TYPE_STRING } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { MAX_HEAD_BYTES, MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_LEN, WIRE_VARINT } from '../../base/wire/tag.js';
import { isUtf8, UTF8_BAD, UTF8_START, utf8Step } from '../../base/wire/utf8.js';
import { BLOB, type Entry, MESSAGE_ENTRY } from '../../read/outline/entries.js';
import { keptSource } from '../../read/outline/load.js';
import { BYTES_STEP, END, ENTER, LEAVE, PROBLEM, type Step, UNKNOWN_STEP } from '../../read/outline/step.js';
import { type Tape, Tapes } from '../../read/outline/tape.js';
import { ROOT } from './canonical-encoder.js';
import { WORDS_INSIDE } from './found-fields.js';
import { NameTable } from './name-table.js';
import { OverwrittenCopy } from './overwritten-copy.js';
import type { Known } from './record-list.js';
import type { ByteTaker } from './rewriting.js';
import { SpanReader, WINDOW } from './span-reader.js';
import { writeZeros } from './zeros.js';

/** Size limit for made-up names; a longer name is replaced by the same letter throughout. */
const MAX_NAME = 1 << 20;

/** Bytes at the head of a configuration write that are kept: its number of words, and its address. */
const KEPT_HEAD = 8;

const WORDS = WORDS_INSIDE.child?.table.typeName;

/** Strings that describe only the tool chain and the features of the file. */
const PUBLIC = new Set(['ProtoMDLHeader', 'ProtoMDLExtension', 'ProtoMDLOptionalExtension']);

/** Characters that may occur in versions and names of features: a part of ASCII. */
const PUBLIC_BYTES = Array.from({ length: 256 }, (_, byte) => /[\w .+:/-]/.test(String.fromCharCode(byte)));
const MAX_PUBLIC = 64;

/** Letter for each byte of a name that gets no made-up name. */
const LETTER = 0x61;
/** A byte that never occurs in UTF-8. */
const NO_UTF8 = 0xff;

type Message = Known;

/** Rewrites a message with the same records at the same offsets, but without their content. */
export class MessageRedaction {
  readonly #names = new NameTable();
  readonly #records = new RecordCursor();
  #tapes: Tapes | undefined;
  readonly #copy: OverwrittenCopy;

  constructor(
    private readonly source: Source,
    private readonly message: Span,
    take: ByteTaker,
  ) {
    this.#copy = new OverwrittenCopy(source, message, take);
  }

  async write(): Promise<void> {
    const { offset, length } = this.message;
    // Broken messages are redacted, too, as far as their records go.
    const options = { entersCut: true };
    this.#tapes = new Tapes(await keptSource(this.source, offset, offset + length, ROOT, options));
    await this.#message(offset, offset + length, ROOT);
    await this.#copy.finish();
  }

  /** Redacts the message between two offsets; the available bytes end at `end`. */
  async #message(from: number, end: number, known: Message): Promise<void> {
    if (known === undefined || from >= end) return;
    const tapes = this.#tapes as Tapes;
    const tape = tapes.take(from, end, known.table);
    const open: Known[] = [known];
    let record = from;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      // The result is only awaited if it is a promise, because hostile files have tens of thousands of steps,
      // and awaiting each takes longer than the work.
      const writing = this.#written(step, tape, open, record, end);
      if (writing !== undefined) await writing;
      record = tape.position;
    }
    tapes.give(tape);
  }

  #written(step: Step, tape: Tape, open: Known[], record: number, end: number): void | Promise<void> {
    if (step === ENTER) open.push(tape.entry?.child);
    else if (step === LEAVE) open.pop();
    else if (step === BYTES_STEP && tape.entry?.kind === BLOB)
      return this.#blob(tape.entry, tape.valueOffset, tape.length);
    else if (step === UNKNOWN_STEP) return this.#unknown(tape);
    else if (step === PROBLEM) return this.#unread(record, Math.min(tape.position, end), open.at(-1));
  }

  #unknown({ valueOffset, length, tag, position }: Tape): void | Promise<void> {
    if ((tag & 7) === WIRE_LEN) return this.#zero(valueOffset, length);
    if ((tag & 7) === WIRE_VARINT) return this.#varint(valueOffset, position - valueOffset);
    return this.#zero(valueOffset, position - valueOffset);
  }

  #blob(entry: Entry, offset: number, length: number): void | Promise<void> {
    if (length === 0) return;
    if (entry.field.type === TYPE_STRING) return this.#name(entry, offset, length);
    const kept = entry.message.typeName === WORDS ? Math.min(KEPT_HEAD, length) : 0;
    return this.#zero(offset + kept, length - kept);
  }

  #name(entry: Entry, offset: number, length: number): void | Promise<void> {
    if (length > MAX_NAME) return this.#longName(offset, length);
    if (this.#copy.holds(offset, length)) this.#rename(entry, offset, length);
    else return this.#copy.hold(offset, length).then(() => this.#rename(entry, offset, length));
  }

  #rename({ message }: Entry, offset: number, length: number): void {
    const { bytes, base } = this.#copy;
    const name = bytes.subarray(offset - base, offset - base + length);
    if (PUBLIC.has(message.typeName) && isPublic(name)) return;
    if (isUtf8(name, 0, length)) this.#names.replace(name);
    // Invalid UTF-8 stays invalid.
    else name.fill(LETTER).fill(NO_UTF8, length - 1);
  }

  #longName(offset: number, length: number): Promise<void> {
    return this.#copy.replace(offset, length, async (take) => {
      const isValid = await this.#isLongUtf8(offset, length);
      await writeZeros(length - 1, (bytes) => take(bytes.map(() => LETTER)));
      await take(Uint8Array.of(isValid ? LETTER : NO_UTF8));
    });
  }

  async #isLongUtf8(offset: number, length: number): Promise<boolean> {
    let state = UTF8_START;
    await new SpanReader(this.source).copy({ offset, length }, (bytes) => {
      state = state === UTF8_BAD ? state : utf8Step(state, bytes, 0, bytes.length);
    });
    return state === UTF8_START;
  }

  /**
   * Redacts the rest of a message, from a faulty record on. The rest may contain anything, such as a name
   * with a wrong length. Only the bits that make the rest unreadable are kept.
   */
  #unread(from: number, end: number, known: Message): void | Promise<void> {
    if (from >= end) return;
    // Tag and length, or the existing part of both.
    const head = Math.min(MAX_HEAD_BYTES, end - from);
    if (this.#copy.holds(from, head)) return this.#broken(from, head, end, known);
    return this.#copy.hold(from, head).then(() => this.#broken(from, head, end, known));
  }

  #broken(from: number, head: number, end: number, known: Message): void | Promise<void> {
    const records = this.#records;
    const { bytes, base } = this.#copy;
    records.reset(bytes, from - base, from - base + head);
    records.next();
    const { tag } = records;
    if (tag === 0) return this.#brokenVarint(from, end);
    const value = base + records.value;
    switch (tag & 7) {
      case WIRE_LEN: {
        if (records.length < 0) return this.#brokenVarint(value, end);
        const entry = known?.of(tag);
        const length = Math.min(records.length, end - value);
        // The existing part of a record that exceeds the end is redacted too.
        const writing =
          entry?.kind === MESSAGE_ENTRY
            ? this.#message(value, value + length, entry.child)
            : entry?.kind === BLOB
              ? this.#blob(entry, value, length)
              : this.#zero(value, length);
        return this.#thenZero(writing, value + length, end);
      }
      case WIRE_VARINT:
        return this.#brokenVarint(value, end);
      default:
        return this.#zero(value, end - value);
    }
  }

  /** Redacts an unreadable varint and everything after it. */
  #brokenVarint(from: number, end: number): void | Promise<void> {
    const length = Math.min(MAX_VARINT_BYTES, end - from);
    if (this.#copy.holds(from, length)) return this.#spoilVarint(from, length, end);
    return this.#copy.hold(from, length).then(() => this.#spoilVarint(from, length, end));
  }

  #spoilVarint(from: number, length: number, end: number): void | Promise<void> {
    const { bytes, base } = this.#copy;
    const first = from - base;
    let last = first;
    while (last < first + length && (bytes[last] as number) >= 0x80) last++;
    // A complete tag or length is kept as structure; its value is the fault.
    if (last === first + length) bytes.fill(0x80, first, last);
    else fillZeros(bytes, last + 1, first + length);
    return this.#zero(from + length, end - from - length);
  }

  #thenZero(writing: void | Promise<void>, from: number, end: number): void | Promise<void> {
    if (writing === undefined) return this.#zero(from, end - from);
    return writing.then(() => this.#zero(from, end - from));
  }

  /** Redacts a varint of an unknown field; the varint keeps its length, and does not become overlong. */
  #varint(offset: number, length: number): void | Promise<void> {
    if (this.#copy.holds(offset, length)) this.#hideVarint(offset, length);
    else return this.#copy.hold(offset, length).then(() => this.#hideVarint(offset, length));
  }

  #hideVarint(offset: number, length: number): void {
    const { bytes, base } = this.#copy;
    const end = offset - base + length - 1;
    const last = bytes[end] as number;
    for (let at = offset - base; at < end; at++) bytes[at] = 0x80;
    bytes[end] = last > 1 && length === MAX_VARINT_BYTES ? 2 : Math.min(last, 1);
  }

  #zero(offset: number, length: number): void | Promise<void> {
    if (length <= 0) return;
    const copy = this.#copy;
    if (length > WINDOW) return copy.replace(offset, length, (take) => writeZeros(length, take));
    if (!copy.holds(offset, length)) return copy.hold(offset, length).then(() => this.#zero(offset, length));
    fillZeros(copy.bytes, offset - copy.base, offset - copy.base + length);
  }
}

/** Fills bytes with zeros: usually only a few, for which a loop is faster than a call. */
function fillZeros(bytes: Uint8Array, from: number, to: number): void {
  if (to - from > 16) bytes.fill(0, from, to);
  else for (let at = from; at < to; at++) bytes[at] = 0;
}

/** True if a text can come from the tool chain: a broken length may have exposed other bytes. */
function isPublic(text: Uint8Array): boolean {
  return text.length <= MAX_PUBLIC && text.every((byte) => PUBLIC_BYTES[byte]);
}
