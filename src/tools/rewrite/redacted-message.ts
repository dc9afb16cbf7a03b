import type { Span } from '../../base/diagnostics/span.js';
import { TYPE_STRING } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { Cursor } from '../../base/wire/cursor.js';
import { MAX_HEAD_BYTES, MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { OK } from '../../base/wire/problem.js';
import { WIRE_LEN, WIRE_VARINT } from '../../base/wire/tag.js';
import { isUtf8 } from '../../base/wire/utf8.js';
import { BLOB, type Entry, MESSAGE } from '../../read/tape/entries.js';
import type { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, LEAVE, MORE, PROBLEM, type Step, UNKNOWN } from '../../read/tape/step.js';
import { Tapes } from '../../read/tape/tapes.js';
import { WritingSink } from './byte-sink.js';
import { ROOT } from './canonical-encoder.js';
import { WORDS_INSIDE } from './found-fields.js';
import { NameTable } from './name-table.js';
import type { Known } from './record-list.js';
import type { ByteTaker } from './rewriting.js';
import { SpanReader } from './span-reader.js';
import { writeZeros, ZEROS } from './zeros.js';

/** What a name may have and still be replaced as one; longer ones are all letters. */
const MAX_NAME = 1 << 20;

/** Bytes at the head of a configuration write that stay: how many words it has, and for where. */
const KEPT_HEAD = 8;

const WORDS = WORDS_INSIDE.child?.table.typeName;

/** Strings that say nothing about the model, but by what and for what features it was made. */
const PUBLIC = new Set(['ProtoMDLHeader', 'ProtoMDLExtension', 'ProtoMDLOptionalExtension']);

/** How versions and names of features are spelled: in a few ASCII characters. */
const PUBLIC_BYTES = Array.from({ length: 256 }, (_, byte) => /[\w .+:/-]/.test(String.fromCharCode(byte)));
const MAX_PUBLIC = 64;

/** What is made of names that keep nothing but their length. */
const LETTER = 0x61;
/** In no UTF-8. */
const NO_UTF8 = 0xff;

type Message = Known;

/** A message with the same records in the same places, and nothing in them. */
export class MessageRedaction {
  readonly #names = new NameTable();
  readonly #cursor = new Cursor(new Uint8Array(0));
  readonly #reader: SpanReader;
  readonly #tapes: Tapes;
  readonly #sink: WritingSink;
  /** Up to here everything is written. */
  #position = 0;

  constructor(source: Source, take: ByteTaker) {
    this.#reader = new SpanReader(source);
    this.#tapes = new Tapes(source);
    this.#sink = new WritingSink(new SpanReader(source), take);
  }

  async write(message: Span): Promise<void> {
    this.#position = message.offset;
    const end = message.offset + message.length;
    await this.#message(message.offset, end, ROOT);
    await this.#keepTo(end);
    await this.#sink.flush();
  }

  /** The message between two offsets, of which the second is where its bytes end. */
  async #message(from: number, end: number, known: Message): Promise<void> {
    if (known === undefined || from >= end) return;
    const tape = this.#tapes.take(from, end, known.table, isText);
    const open: Known[] = [known];
    let record = from;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) {
        const waiting = tape.fill();
        if (waiting !== undefined) await waiting;
        continue;
      }
      // Hostile files have tens of thousands of these, and waiting takes longer than what is waited for.
      const writing = this.#written(step, tape, open, record, end);
      if (writing !== undefined) await writing;
      record = tape.position;
    }
    this.#tapes.give(tape);
  }

  #written(step: Step, tape: Tape, open: Known[], record: number, end: number): void | Promise<void> {
    if (step === ENTER) open.push(tape.entry?.child);
    else if (step === LEAVE) open.pop();
    else if (step === BYTES && tape.entry?.kind === BLOB) return this.#blob(tape.entry, tape);
    else if (step === UNKNOWN) return this.#unknown(tape);
    else if (step === PROBLEM) return this.#unread(record, Math.min(tape.position, end), open.at(-1));
  }

  #unknown({ valueOffset, length, tag, position }: Tape): void | Promise<void> {
    if ((tag & 7) === WIRE_LEN) return this.#zero(valueOffset, length);
    if ((tag & 7) === WIRE_VARINT) return this.#varint(valueOffset, position - valueOffset);
    return this.#zero(valueOffset, position - valueOffset);
  }

  #blob(
    entry: Entry,
    { valueOffset, length }: { valueOffset: number; length: number },
  ): void | Promise<void> {
    if (length === 0) return;
    if (entry.field.type === TYPE_STRING) return this.#name(entry, valueOffset, length);
    const kept = entry.message.typeName === WORDS ? Math.min(KEPT_HEAD, length) : 0;
    return this.#zero(valueOffset + kept, length - kept);
  }

  #name(entry: Entry, offset: number, length: number): void | Promise<void> {
    if (length > MAX_NAME) return this.#longName(offset, length);
    const span = { offset, length };
    const held = this.#reader.held(span);
    if (held !== undefined) return this.#rename(entry, offset, held);
    return this.#reader.read(span).then((bytes) => this.#rename(entry, offset, bytes));
  }

  #rename({ message }: Entry, offset: number, bytes: Uint8Array): void | Promise<void> {
    if (PUBLIC.has(message.typeName) && isPublic(bytes)) return;
    const name = bytes.slice();
    if (isUtf8(name, 0, name.length)) this.#names.replace(name);
    // What is no UTF-8 stays none.
    else name.fill(LETTER).fill(NO_UTF8, name.length - 1);
    return this.#put(offset, name);
  }

  async #longName(offset: number, length: number): Promise<void> {
    await this.#keepTo(offset);
    this.#position = offset + length;
    await this.#sink.flush();
    const isValid = await this.#isLongUtf8(offset, length);
    await writeZeros(length - 1, (bytes) => this.#sink.add(bytes.map(() => LETTER)));
    await this.#sink.add(Uint8Array.of(isValid ? LETTER : NO_UTF8));
  }

  async #isLongUtf8(offset: number, length: number): Promise<boolean> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      await this.#reader.copy({ offset, length }, (bytes) => {
        decoder.decode(bytes, { stream: true });
      });
      decoder.decode();
      return true;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }

  /**
   * What the tape could not read: the rest of a message, from the record on that is wrong. It may be anything, a name
   * whose length was spoiled say, so that of values only those bits stay that make it unreadable.
   */
  #unread(from: number, end: number, known: Message): void | Promise<void> {
    if (from >= end) return;
    const head = { offset: from, length: Math.min(MAX_HEAD_BYTES, end - from) };
    const held = this.#reader.held(head);
    if (held !== undefined) return this.#broken(held, from, end, known);
    return this.#reader.read(head).then((bytes) => this.#broken(bytes, from, end, known));
  }

  /** @param head bytes from `from` on, in which the tag and the length are as far as they are there */
  #broken(head: Uint8Array, from: number, end: number, known: Message): void | Promise<void> {
    const cursor = this.#cursor;
    cursor.reset(head, 0, head.length);
    if (cursor.readTag() !== OK) return this.#brokenVarint(from, end);
    const value = from + cursor.pos;
    switch (cursor.tag & 7) {
      case WIRE_LEN: {
        if (cursor.readLength() !== OK) return this.#brokenVarint(value, end);
        const entry = known?.of(cursor.tag);
        const start = from + cursor.pos;
        const length = Math.min(cursor.length, end - start);
        // A record that goes on past the end is looked into as far as it is there.
        const writing =
          entry?.kind === MESSAGE
            ? this.#message(start, start + length, entry.child)
            : entry?.kind === BLOB
              ? this.#blob(entry, { valueOffset: start, length })
              : this.#zero(start, length);
        return this.#thenZero(writing, start + length, end);
      }
      case WIRE_VARINT:
        return this.#brokenVarint(value, end);
      default:
        return this.#zero(value, end - value);
    }
  }

  /** A varint that cannot be read, and all that follows it. */
  #brokenVarint(from: number, end: number): void | Promise<void> {
    const span = { offset: from, length: Math.min(MAX_VARINT_BYTES, end - from) };
    const put = (there: Uint8Array): void | Promise<void> => {
      const bytes = there.slice();
      let last = 0;
      while (last < bytes.length && (bytes[last] as number) >= 0x80) last++;
      // A tag or length that ends is structure, and its number is what is wrong with it.
      if (last === bytes.length) bytes.fill(0x80);
      else bytes.fill(0, last + 1);
      return this.#thenZero(this.#put(from, bytes), from + bytes.length, end);
    };
    const held = this.#reader.held(span);
    return held === undefined ? this.#reader.read(span).then(put) : put(held);
  }

  #thenZero(writing: void | Promise<void>, from: number, end: number): void | Promise<void> {
    if (writing === undefined) return this.#zero(from, end - from);
    return writing.then(() => this.#zero(from, end - from));
  }

  /** The value of an unknown field, which stays as long as it is, and no longer than it has to be where it was not. */
  #varint(offset: number, length: number): void | Promise<void> {
    const end = { offset: offset + length - 1, length: 1 };
    const held = this.#reader.held(end);
    const put = ([last = 0]: Uint8Array): void | Promise<void> => {
      const bytes = new Uint8Array(length).fill(0x80);
      bytes[length - 1] = last > 1 && length === MAX_VARINT_BYTES ? 2 : Math.min(last, 1);
      return this.#put(offset, bytes);
    };
    return held === undefined ? this.#reader.read(end).then(put) : put(held);
  }

  #zero(offset: number, length: number): void | Promise<void> {
    if (length <= 0) return;
    return length <= ZEROS.length
      ? this.#put(offset, ZEROS.subarray(0, length))
      : this.#manyZeros(offset, length);
  }

  async #manyZeros(offset: number, length: number): Promise<void> {
    await this.#keepTo(offset);
    await writeZeros(length, (bytes) => this.#sink.add(bytes));
    this.#position = offset + length;
  }

  /** Writes bytes in place of as many of the source. */
  #put(offset: number, bytes: Uint8Array): void | Promise<void> {
    const keeping = this.#keepTo(offset);
    this.#position = offset + bytes.length;
    return keeping === undefined ? this.#sink.add(bytes) : keeping.then(() => this.#sink.add(bytes));
  }

  /** What comes in front of an offset and has not been written stays as it is. */
  #keepTo(offset: number): void | Promise<void> {
    const from = this.#position;
    if (offset <= from) return;
    this.#position = offset;
    return this.#sink.copy({ offset: from, length: offset - from });
  }
}

const isText = ({ field }: Entry): boolean => field.type === TYPE_STRING;

/** Whether a text of the tool chain is one: a broken length may have put something else in its place. */
function isPublic(text: Uint8Array): boolean {
  return text.length <= MAX_PUBLIC && text.every((byte) => PUBLIC_BYTES[byte]);
}
