import { ProtomdlError } from '../diagnostics/error.js';
import type { Span } from '../diagnostics/span.js';
import { wireTypeOf } from '../schema/table.js';
import { BLOB, type Entry, MESSAGE, PACKED, SCALAR } from '../tape/index.js';
import { tagOf, WIRE_LEN, WIRE_VARINT } from '../wire/index.js';
import { type ByteSink, CountingSink } from './byte-sink.js';
import { CanonicalEncoder } from './canonical-encoder.js';
import type { FieldFilter } from './field-filter.js';
import type { Known } from './record-list.js';
import { type WalkedRecord, walkRecords } from './record-walk.js';
import { lengthOf, type SpanReader } from './span-reader.js';

/** Messages up to this size are rewritten in memory. Of larger ones the length is remembered, one number each. */
export const MAX_IN_MEMORY = 256 * 1024;

/** Stretches that a large message may be scattered over: a hostile file has as many as it has bytes. */
const MAX_STRETCHES = 1 << 20;

/** An unknown group is rewritten in memory; nobody writes larger ones. */
const MAX_GROUP = 1 << 26;

/** Where the records of one field are. */
interface FieldPlaces {
  readonly entry: Entry | undefined;
  /** The value that counts, of what counts once. */
  value: Span;
  /** Payloads of a message that counts once. */
  payloads: Span[];
  /** Stretches that hold its records, of what may be there often; other records may be between them. */
  readonly stretches: { offset: number; length: number }[];
}

type Message = NonNullable<Known>;

/**
 * The canonical form of messages of any size (see CanonicalEncoder): a large one is gone over to find where its
 * fields are, and then field by field; what lies in it and is small is rewritten in memory.
 */
export class CanonicalStream {
  readonly #encoder: CanonicalEncoder;
  /** Lengths of large messages by the offset of their first byte. */
  readonly #lengths = new Map<number, number>();

  constructor(
    private readonly reader: SpanReader,
    private readonly filter: FieldFilter,
    /** Bytes that are rewritten in memory: a multiple of 8, at least 16. */
    private readonly inMemory = MAX_IN_MEMORY,
  ) {
    this.#encoder = new CanonicalEncoder(filter);
  }

  /** Writes the message that these payloads make, one behind another. */
  async write(spans: readonly Span[], known: Message, sink: ByteSink): Promise<void> {
    if (lengthOf(spans) <= this.inMemory) {
      const bytes = await this.reader.readAll(spans);
      await sink.add(this.#encoder.encode(bytes, 0, bytes.length, known));
      return;
    }
    const places = await this.#survey(spans, known);
    const numbers = [...places.keys()].sort((a, b) => a - b);
    for (const number of numbers) {
      const field = places.get(number) as FieldPlaces;
      const { entry } = field;
      if (entry === undefined ? this.filter.dropsUnknown : this.filter.drops(entry)) continue;
      if (entry === undefined) await this.#each(field, known, sink);
      else if (isNumeric(entry)) {
        if (entry.field.repeated) await this.#list(field, entry, known, sink);
        else await sink.add(this.#encoder.encodeScalar(entry, await this.reader.read(field.value)));
      } else if (entry.field.repeated) await this.#each(field, known, sink);
      else if (entry.kind === MESSAGE) await this.#inner(entry, field.payloads, sink);
      else if (field.value.length > 0 || entry.field.oneof >= 0 || entry.field.optional) {
        await sink.add(headOf(entry.field.number, field.value.length));
        await sink.copy(field.value);
      }
    }
  }

  async #survey(spans: readonly Span[], known: Message): Promise<Map<number, FieldPlaces>> {
    const places = new Map<number, FieldPlaces>();
    // By oneof, the member that was met last.
    const members: number[] = [];
    let stretches = 0;
    for (const span of spans) {
      await walkRecords(this.reader.source, span, known, (record) => {
        const { entry, offset, length } = record;
        const key = entry?.field.number ?? Number.POSITIVE_INFINITY;
        if (entry !== undefined && entry.field.oneof >= 0) {
          const before = members[entry.field.oneof];
          if (before !== undefined && before !== key) places.delete(before);
          members[entry.field.oneof] = key;
        }
        let field = places.get(key);
        if (field === undefined) {
          field = { entry, value: NOTHING, payloads: [], stretches: [] };
          places.set(key, field);
        }
        if (entry === undefined || entry.field.repeated) {
          const open = field.stretches.at(-1);
          // Within a payload of the message one stretch will do: what is between is passed over again.
          if (open !== undefined && open.offset >= span.offset) open.length = offset + length - open.offset;
          else stretches += field.stretches.push({ offset, length }) > 0 ? 1 : 0;
        } else {
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
    return places;
  }

  /** Records of a repeated field that holds no numbers, or unknown ones: each by itself, in order. */
  async #each({ entry: wanted, stretches }: FieldPlaces, known: Message, sink: ByteSink): Promise<void> {
    // Small records that lie side by side are rewritten together.
    let run = NOTHING;
    const flush = async (): Promise<void> => {
      if (run.length === 0) return;
      const bytes = await this.reader.read(run);
      await sink.add(this.#encoder.encode(bytes, 0, bytes.length, known));
      run = NOTHING;
    };
    for (const stretch of stretches) {
      await walkRecords(this.reader.source, stretch, known, (record) => {
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
          else await this.#large(copy, sink);
        });
      });
    }
    await flush();
  }

  async #large(record: WalkedRecord, sink: ByteSink): Promise<void> {
    const { entry, tag, offset, length, valueOffset, valueLength } = record;
    const value = { offset: valueOffset, length: valueLength };
    if (entry?.kind === MESSAGE) return this.#inner(entry, [value], sink);
    if (entry?.kind === BLOB || (tag & 7) === WIRE_LEN) {
      await sink.add(headOf(tag >>> 3, valueLength));
      await sink.copy(value);
      return;
    }
    if (length > MAX_GROUP) {
      throw new ProtomdlError(
        'group-too-large',
        `an unknown group of ${length} bytes; up to ${MAX_GROUP} are rewritten`,
        offset,
      );
    }
    await sink.add(this.#encoder.encodeUnknown(await this.reader.read({ offset, length })));
  }

  async #inner({ field, child }: Entry, payloads: readonly Span[], sink: ByteSink): Promise<void> {
    const message = child as Message;
    await sink.add(headOf(field.number, await this.#measured(payloads, message)));
    await this.write(payloads, message, sink);
  }

  async #measured(payloads: readonly Span[], known: Message): Promise<number> {
    const key = payloads[0]?.offset ?? -1;
    const isLarge = lengthOf(payloads) > this.inMemory;
    let length = isLarge ? this.#lengths.get(key) : undefined;
    if (length === undefined) {
      const counting = new CountingSink();
      await this.write(payloads, known, counting);
      length = counting.size;
      if (isLarge) this.#lengths.set(key, length);
    }
    return length;
  }

  /** A list of numbers, packed. */
  async #list({ stretches }: FieldPlaces, entry: Entry, known: Message, sink: ByteSink): Promise<void> {
    const { field } = entry;
    const elements = async (to: ByteSink): Promise<void> => {
      for (const stretch of stretches) {
        await walkRecords(this.reader.source, stretch, known, async (record) => {
          if (record.entry?.field !== field) return;
          await this.#elements(field.type, record.valueOffset, record.valueLength, to);
        });
      }
    };
    const counting = new CountingSink();
    await elements(counting);
    if (counting.size === 0) return;
    await sink.add(headOf(field.number, counting.size));
    await elements(sink);
  }

  async #elements(type: number, offset: number, length: number, sink: ByteSink): Promise<void> {
    for (let at = 0; at < length; ) {
      const bytes = await this.reader.read({
        offset: offset + at,
        length: Math.min(this.inMemory, length - at),
      });
      let whole = bytes.length;
      // A varint goes on in the next piece; fixed values are cut nowhere, for pieces are multiples of eight.
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

/** Tag and length of a LEN record, in the fewest bytes. */
export function headOf(number: number, length: number): Uint8Array {
  const head: number[] = [];
  for (let value of [tagOf(number, WIRE_LEN), length]) {
    for (; value >= 0x80; value = Math.floor(value / 128)) head.push((value & 0x7f) | 0x80);
    head.push(value);
  }
  return Uint8Array.from(head);
}
