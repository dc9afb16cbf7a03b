import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Span } from '../../base/diagnostics/span.js';
import { wireTypeOf } from '../../base/schema/table.js';
import { equalBytes } from '../../base/wire/bytes.js';
import { tagOf, WIRE_LEN, WIRE_VARINT } from '../../base/wire/tag.js';
import { BLOB, type Entry, MESSAGE, PACKED, SCALAR } from '../../read/outline/entries.js';
import { type ByteSink, CountingSink } from './byte-sink.js';
import { CanonicalEncoder } from './canonical-encoder.js';
import type { FieldFilter } from './field-filter.js';
import { type Known, RecordList } from './record-list.js';
import { type WalkedRecord, walkListed, walkRecords } from './record-walk.js';
import { lengthOf, type SpanReader, WINDOW } from './span-reader.js';

/**
 * Messages up to this size are rewritten in memory. For larger ones the length is remembered, one number
 * each.
 */
export const MAX_IN_MEMORY = 256 * 1024;

/** Limit for the stretches of a large message: a hostile file can have as many as it has bytes. */
const MAX_STRETCHES = 1 << 20;

/** Limit for an unknown group, which is rewritten in memory; no compiler writes larger ones. */
const MAX_GROUP = 1 << 26;

/** Positions of the records of one field. */
interface FieldPlaces {
  readonly entry: Entry | undefined;
  /** The effective value of a singular field. */
  value: Span;
  /** The record of that value. */
  record: Span;
  /** Payloads of a singular message. */
  payloads: Span[];
  /** Stretches that contain the records of a repeated field; other records may be between them. */
  readonly stretches: { offset: number; length: number }[];
}

type Message = NonNullable<Known>;

interface Surveyed {
  readonly places: ReadonlyMap<number, FieldPlaces>;
  /** True if the records are in canonical order, and no singular field occurs twice. */
  readonly isOrdered: boolean;
}

interface Measured {
  readonly length: number;
  readonly changed: boolean;
}

/**
 * Writes the canonical form of messages of any size (see CanonicalEncoder): a large message is read once to
 * find its fields, and then written field by field; small nested messages are rewritten in memory.
 */
export class CanonicalStream {
  readonly #encoder: CanonicalEncoder;
  readonly #records = new RecordList();
  /** Lengths of large messages, by the offset of their first byte. */
  readonly #measures = new Map<number, Measured>();

  constructor(
    private readonly reader: SpanReader,
    private readonly filter: FieldFilter,
    /** Limit for messages that are rewritten in memory: a multiple of 8, at least 16. */
    private readonly inMemory = MAX_IN_MEMORY,
  ) {
    this.#encoder = new CanonicalEncoder(filter);
  }

  /**
   * Writes the message that results from joining these payloads.
   * @returns true if it was not canonical
   */
  async write(spans: readonly Span[], known: Message, sink: ByteSink): Promise<boolean> {
    if (lengthOf(spans) <= this.inMemory) {
      await sink.add(await this.#encoded(spans, known));
      return this.#encoder.changed;
    }
    const { places, isOrdered } = await this.#survey(spans, known);
    const numbers = [...places.keys()].sort((a, b) => a - b);
    let changed = !isOrdered;
    for (const number of numbers) {
      const field = places.get(number) as FieldPlaces;
      const { entry } = field;
      const isDropped = entry === undefined ? this.filter.dropsUnknown : this.filter.drops(entry);
      if (isDropped || (await this.#field(field, known, sink))) changed = true;
    }
    return changed;
  }

  /** @returns true if its records were not canonical */
  async #field(field: FieldPlaces, known: Message, sink: ByteSink): Promise<boolean> {
    const { entry, value, record } = field;
    if (entry === undefined) return this.#each(field, known, sink);
    if (isNumeric(entry)) {
      if (entry.field.repeated) return this.#list(field, entry, known, sink);
      const encoded = this.#encoder.encodeScalar(entry, await this.reader.read(value)).slice();
      await sink.add(encoded);
      return !equalBytes(encoded, await this.reader.read(record));
    }
    if (entry.field.repeated) return this.#each(field, known, sink);
    if (entry.kind === MESSAGE) return this.#inner(entry, field.payloads, sink, record);
    if (value.length === 0 && entry.field.oneof < 0 && !entry.field.optional) return true;
    const head = headOf(entry.field.number, value.length);
    await sink.add(head);
    await sink.copy(value);
    return head.length + value.length !== record.length;
  }

  async #survey(spans: readonly Span[], known: Message): Promise<Surveyed> {
    const places = new Map<number, FieldPlaces>();
    // The last member found of each oneof.
    const members: number[] = [];
    let stretches = 0;
    let last = 0;
    let isOrdered = spans.length === 1;
    for (const span of spans) {
      await this.#walk(span, known, (record) => {
        const { entry, offset, length } = record;
        const key = entry?.field.number ?? Number.POSITIVE_INFINITY;
        if (entry !== undefined && entry.field.oneof >= 0) {
          const before = members[entry.field.oneof];
          if (before !== undefined && before !== key) {
            places.delete(before);
            isOrdered = false;
          }
          members[entry.field.oneof] = key;
        }
        const isList = entry === undefined || (entry.field.repeated && !isNumeric(entry));
        if (key < last || (key === last && !isList)) isOrdered = false;
        last = key;
        let field = places.get(key);
        if (field === undefined) {
          field = { entry, value: NOTHING, record: NOTHING, payloads: [], stretches: [] };
          places.set(key, field);
        }
        if (entry === undefined || entry.field.repeated) {
          const open = field.stretches.at(-1);
          // Within one payload a single stretch is enough: records between are skipped when it is read.
          if (open !== undefined && open.offset >= span.offset) open.length = offset + length - open.offset;
          else stretches += field.stretches.push({ offset, length }) > 0 ? 1 : 0;
        } else {
          field.record = { offset, length };
          field.value = { offset: record.valueOffset, length: record.valueLength };
          if (entry.kind === MESSAGE && record.valueLength > 0)
            stretches += field.payloads.push(field.value) > 0 ? 1 : 0;
        }
        if (stretches > MAX_STRETCHES) {
          throw new ProtomdlError(
            'message-too-scattered',
            `a message lies in more than ${MAX_STRETCHES} pieces, which would have to be held in memory`,
            offset,
          );
        }
      });
    }
    return { places, isOrdered };
  }

  /** A tape costs kilobytes, so a message in a hundred thousand pieces is listed in memory piece by piece. */
  async #walk(
    span: Span,
    known: Message,
    visit: (record: WalkedRecord) => void | Promise<void>,
  ): Promise<void> {
    if (span.length > Math.min(WINDOW, this.inMemory))
      await walkRecords(this.reader.source, span, known, visit);
    else await walkListed(await this.reader.read(span), span.offset, known, this.#records, visit);
  }

  /** Writes the records of a repeated field other than numbers, or unknown ones, one by one and in order. */
  async #each({ entry: wanted, stretches }: FieldPlaces, known: Message, sink: ByteSink): Promise<boolean> {
    let changed = false;
    // Small adjacent records are rewritten together.
    let run = NOTHING;
    const flush = async (): Promise<void> => {
      if (run.length === 0) return;
      const bytes = await this.reader.read(run);
      await sink.add(this.#encoder.encode(bytes, 0, bytes.length, known));
      changed ||= this.#encoder.changed;
      run = NOTHING;
    };
    for (const stretch of stretches) {
      await this.#walk(stretch, known, (record) => {
        const { entry, offset, length } = record;
        if (entry?.field !== wanted?.field) return undefined;
        const isNext = run.offset + run.length === offset && run.length + length <= this.inMemory;
        if (isNext && run.length > 0) {
          run = { offset: run.offset, length: run.length + length };
          return undefined;
        }
        const copy = { ...record };
        return flush().then(async () => {
          if (length <= this.inMemory) run = { offset, length };
          else changed = (await this.#large(copy, sink)) || changed;
        });
      });
    }
    await flush();
    return changed;
  }

  async #large(record: WalkedRecord, sink: ByteSink): Promise<boolean> {
    const { entry, tag, offset, length, valueOffset, valueLength } = record;
    const value = { offset: valueOffset, length: valueLength };
    if (entry?.kind === MESSAGE) return this.#inner(entry, [value], sink, record);
    if (entry?.kind === BLOB || (tag & 7) === WIRE_LEN) {
      const head = headOf(tag >>> 3, valueLength);
      await sink.add(head);
      await sink.copy(value);
      return head.length + valueLength !== length;
    }
    if (length > MAX_GROUP) {
      throw new ProtomdlError(
        'group-too-large',
        `an unknown group of ${length} bytes; up to ${MAX_GROUP} are rewritten`,
        offset,
      );
    }
    await sink.add(this.#encoder.encodeUnknown(await this.reader.read({ offset, length })));
    return this.#encoder.changed;
  }

  async #inner(
    { field, child }: Entry,
    payloads: readonly Span[],
    sink: ByteSink,
    record: Span,
  ): Promise<boolean> {
    const message = child as Message;
    const [only] = payloads;
    const before = record.length;
    if (lengthOf(payloads) <= this.inMemory) {
      const encoded = await this.#encoded(payloads, message);
      const isOther = this.#encoder.changed || payloads.length > 1;
      const head = headOf(field.number, encoded.length);
      await sink.add(head);
      await sink.add(encoded);
      return isOther || head.length + encoded.length !== before;
    }
    const { length, changed } = await this.#measured(payloads, message);
    const head = headOf(field.number, length);
    await sink.add(head);
    // A message that has been measured is not read again for counting.
    if (sink instanceof CountingSink) sink.size += length;
    else if (changed || only === undefined) await this.write(payloads, message, sink);
    else await sink.copy(only);
    return changed || head.length + length !== before;
  }

  /** Rewrites a message in memory; the result is valid until the next call. */
  async #encoded(spans: readonly Span[], known: Message): Promise<Uint8Array> {
    const bytes = await this.reader.readAll(spans);
    return this.#encoder.encode(bytes, 0, bytes.length, known);
  }

  /** Measures a message that is too large to rewrite in memory. */
  async #measured(payloads: readonly Span[], known: Message): Promise<Measured> {
    const key = payloads[0]?.offset ?? -1;
    let measured = this.#measures.get(key);
    if (measured === undefined) {
      const counting = new CountingSink();
      const changed = await this.write(payloads, known, counting);
      measured = { length: counting.size, changed: changed || payloads.length > 1 };
      this.#measures.set(key, measured);
    }
    return measured;
  }

  /** Writes a list of numbers packed. Always counts as changed: its previous encoding is not checked. */
  async #list({ stretches }: FieldPlaces, entry: Entry, known: Message, sink: ByteSink): Promise<boolean> {
    const { field } = entry;
    const elements = async (to: ByteSink): Promise<void> => {
      for (const stretch of stretches) {
        await this.#walk(stretch, known, async (record) => {
          if (record.entry?.field !== field) return;
          await this.#elements(field.type, record.valueOffset, record.valueLength, to);
        });
      }
    };
    const counting = new CountingSink();
    await elements(counting);
    if (counting.size === 0) return true;
    await sink.add(headOf(field.number, counting.size));
    await elements(sink);
    return true;
  }

  async #elements(type: number, offset: number, length: number, sink: ByteSink): Promise<void> {
    for (let at = 0; at < length; ) {
      const bytes = await this.reader.read({
        offset: offset + at,
        length: Math.min(this.inMemory, length - at),
      });
      let whole = bytes.length;
      // A varint may continue in the next piece; fixed values are never cut, because pieces are multiples of
      // eight.
      if (at + whole < length && wireTypeOf(type) === WIRE_VARINT)
        while ((bytes[whole - 1] as number) >= 0x80) whole--;
      await sink.add(this.#encoder.encodeElements(type, bytes.subarray(0, whole)));
      at += whole;
    }
  }
}

const NOTHING: Span = { offset: 0, length: 0 };

function isNumeric({ kind }: Entry): boolean {
  return kind === SCALAR || kind === PACKED;
}

/** Returns the tag and length of a LEN record, in the fewest bytes. */
export function headOf(number: number, length: number): Uint8Array {
  const head: number[] = [];
  for (let value of [tagOf(number, WIRE_LEN), length]) {
    for (; value >= 0x80; value = Math.floor(value / 128)) head.push((value & 0x7f) | 0x80);
    head.push(value);
  }
  return Uint8Array.from(head);
}
