import type { Span } from '../diagnostics/span.js';
import { MDL } from '../schema/mdl.gen.js';
import { TYPE_STRING } from '../schema/table.js';
import type { Source } from '../source/source.js';
import {
  BLOB,
  BYTES,
  END,
  ENTER,
  type Entry,
  LEAVE,
  MESSAGE,
  MORE,
  PROBLEM,
  Tape,
  UNKNOWN,
} from '../tape/index.js';
import { Cursor, isUtf8, MAX_HEAD_BYTES, OK, WIRE_LEN } from '../wire/index.js';
import { WritingSink } from './byte-sink.js';
import { ROOT } from './canonical-encoder.js';
import { WORDS_INSIDE } from './found-fields.js';
import { NameTable } from './name-table.js';
import type { Known } from './record-list.js';
import type { ByteTaker } from './rewriting.js';
import { SpanReader } from './span-reader.js';
import { writeZeros } from './zeros.js';

/** What a name may have and still be replaced as one; longer ones are all letters. */
const MAX_NAME = 1 << 20;

/** Bytes at the head of a configuration write that stay: how many words it has, and for where. */
const KEPT_HEAD = 8;

const WORDS = WORDS_INSIDE.child?.table.typeName;

/** Strings that say nothing about the model, but by what and for what features it was made. */
const PUBLIC = new Set(['ProtoMDLHeader', 'ProtoMDLExtension', 'ProtoMDLOptionalExtension']);

type Message = Known;

/** A message with the same records in the same places, and nothing in them. */
export class MessageRedaction {
  readonly #names = new NameTable();
  readonly #reader: SpanReader;
  readonly #sink: WritingSink;
  /** Up to here everything is written. */
  #position = 0;

  constructor(
    private readonly source: Source,
    take: ByteTaker,
  ) {
    this.#reader = new SpanReader(source);
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
    const tape = new Tape(this.source, from, end, {
      schema: MDL,
      table: known.table,
      wants: ({ field }) => field.type === TYPE_STRING,
      wantsUnknown: false,
    });
    const open: Known[] = [known];
    let record = from;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) {
        const waiting = tape.fill();
        if (waiting !== undefined) await waiting;
        continue;
      }
      if (step === ENTER) open.push(tape.entry?.child);
      else if (step === LEAVE) open.pop();
      else if (step === BYTES && tape.entry?.kind === BLOB) await this.#blob(tape.entry, tape);
      else if (step === UNKNOWN && (tape.tag & 7) === WIRE_LEN) {
        await this.#zero(tape.valueOffset, tape.length);
      } else if (step === PROBLEM) {
        await this.#unread(record, Math.min(tape.position, end), open[open.length - 1]);
      }
      record = tape.position;
    }
  }

  async #blob(entry: Entry, { valueOffset, length }: { valueOffset: number; length: number }): Promise<void> {
    if (entry.field.type === TYPE_STRING) return this.#name(entry, valueOffset, length);
    const kept = entry.message.typeName === WORDS ? Math.min(KEPT_HEAD, length) : 0;
    await this.#zero(valueOffset + kept, length - kept);
  }

  async #name({ message }: Entry, offset: number, length: number): Promise<void> {
    if (PUBLIC.has(message.typeName)) return;
    await this.#keepTo(offset);
    this.#position = offset + length;
    if (length > MAX_NAME) {
      await this.#sink.flush();
      await this.#reader.copy({ offset, length }, (bytes) => this.#sink.add(bytes.map(letterFor)));
      return;
    }
    const name = (await this.#reader.read({ offset, length })).slice();
    if (isUtf8(name, 0, length)) this.#names.replace(name);
    // What is no UTF-8 stays none.
    else name.set(name.map(letterFor));
    await this.#sink.add(name);
  }

  /** What the tape could not read: the rest of a message, from the record on that is wrong. */
  async #unread(from: number, end: number, known: Message): Promise<void> {
    if (from >= end) return;
    const head = await this.#reader.read({ offset: from, length: Math.min(MAX_HEAD_BYTES, end - from) });
    const cursor = new Cursor(head.slice());
    if (cursor.readTag() === OK && (cursor.tag & 7) === WIRE_LEN) {
      const entry = known?.of(cursor.tag);
      if (cursor.readLength() === OK) {
        const value = from + cursor.pos;
        const length = end - value;
        // A record that goes on past the end is looked into as far as it is there.
        if (entry?.kind === MESSAGE) return this.#message(value, end, entry.child);
        if (entry?.kind === BLOB) return this.#blob(entry, { valueOffset: value, length });
        return this.#zero(value, length);
      }
    }
    const kept = Math.min(MAX_HEAD_BYTES, end - from);
    await this.#zero(from + kept, end - from - kept);
  }

  async #zero(offset: number, length: number): Promise<void> {
    if (length <= 0) return;
    await this.#keepTo(offset);
    await writeZeros(length, (bytes) => this.#sink.add(bytes));
    this.#position = offset + length;
  }

  /** What comes in front of an offset and has not been written stays as it is. */
  async #keepTo(offset: number): Promise<void> {
    if (offset <= this.#position) return;
    await this.#sink.copy({ offset: this.#position, length: offset - this.#position });
    this.#position = offset;
  }
}

/** One byte for another that is as good a part of UTF-8 as it is. */
function letterFor(byte: number): number {
  return byte < 0x80 ? 0x61 : byte < 0xc0 ? 0x80 : byte;
}
