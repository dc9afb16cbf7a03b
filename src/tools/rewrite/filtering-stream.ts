import type { Span } from '../../base/diagnostics/span.js';
import { type Entry, MESSAGE } from '../../read/outline/entries.js';
import { type ByteSink, CountingSink } from './byte-sink.js';
import { headOf, MAX_IN_MEMORY } from './canonical-stream.js';
import type { FieldFilter } from './field-filter.js';
import { FilteringEncoder } from './filtering-encoder.js';
import type { Known } from './record-list.js';
import { type WalkedRecord, walkRecords } from './record-walk.js';
import type { SpanReader } from './span-reader.js';

type Message = NonNullable<Known>;

interface Measured {
  readonly length: number;
  readonly changed: boolean;
}

/** Leaves fields out of messages of any size (see FilteringEncoder). */
export class FilteringStream {
  readonly #encoder: FilteringEncoder;
  /** Large messages by the offset of their first byte. */
  readonly #measured = new Map<number, Measured>();

  constructor(
    private readonly reader: SpanReader,
    private readonly filter: FieldFilter,
    private readonly inMemory = MAX_IN_MEMORY,
  ) {
    this.#encoder = new FilteringEncoder(filter);
  }

  /** @returns true if something was left out */
  async write(message: Span, known: Message, sink: ByteSink): Promise<boolean> {
    if (message.length <= this.inMemory) return this.#small(message, known, sink);
    let changed = false;
    // Small adjacent records are rewritten together.
    let run: Span = { offset: message.offset, length: 0 };
    const flush = async (next: number): Promise<void> => {
      if (run.length > 0) changed = (await this.#small(run, known, sink)) || changed;
      run = { offset: next, length: 0 };
    };
    await walkRecords(this.reader.source, message, known, (record) => {
      const { offset, length } = record;
      if (run.length + length <= this.inMemory) {
        run = { offset: run.offset, length: run.length + length };
        return undefined;
      }
      const copy = { ...record };
      return flush(offset).then(async () => {
        if (length <= this.inMemory) run = { offset, length };
        else {
          changed = (await this.#large(copy, sink)) || changed;
          run = { offset: offset + length, length: 0 };
        }
      });
    });
    await flush(0);
    return changed;
  }

  /** Filters a message, or some records of a message, in memory. */
  async #small(span: Span, known: Message, sink: ByteSink): Promise<boolean> {
    const bytes = await this.reader.read(span);
    await sink.add(this.#encoder.encode(bytes, 0, bytes.length, known));
    return this.#encoder.changed;
  }

  async #large({ entry, offset, length, ...value }: WalkedRecord, sink: ByteSink): Promise<boolean> {
    if (entry === undefined ? this.filter.dropsUnknown : this.filter.drops(entry)) return true;
    if (entry?.kind === MESSAGE && this.filter.reaches(entry)) {
      const payload = { offset: value.valueOffset, length: value.valueLength };
      const inner = await this.#measure(payload, entry);
      if (inner.changed) {
        await sink.add(headOf(entry.field.number, inner.length));
        await this.write(payload, entry.child as Message, sink);
        return true;
      }
    }
    await sink.copy({ offset, length });
    return false;
  }

  async #measure(payload: Span, { child }: Entry): Promise<Measured> {
    let measured = this.#measured.get(payload.offset);
    if (measured === undefined) {
      const counting = new CountingSink();
      const changed = await this.write(payload, child as Message, counting);
      measured = { length: counting.size, changed };
      this.#measured.set(payload.offset, measured);
    }
    return measured;
  }
}
