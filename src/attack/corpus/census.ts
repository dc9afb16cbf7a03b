import type { Source } from '../../base/source/source.js';
import { MAX_DEPTH, MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { TOO_DEEP } from '../../base/wire/problem.js';
import { WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from '../../base/wire/tag.js';
import { MESSAGE_ENTRY, type MessageEntries, PACKED } from '../../read/outline/entries.js';
import { keptSource } from '../../read/outline/load.js';
import { BYTES_STEP, END, ENTER, LEAVE, PROBLEM, VALUE } from '../../read/outline/step.js';
import { Tape } from '../../read/outline/tape.js';
import { type CensusPlan, type CountedEntry, type CountedMessage, isVarintList } from './census-plan.js';
import type { WireForm } from './features.js';

/** An open message; an unknown group if `of` is undefined. */
interface Open {
  readonly of: CountedMessage | undefined;
  /** Bits of the fields seen. */
  seen: number;
  /** Field number of the previous record. */
  number: number;
}

/**
 * Counts the features that the records of messages exercise, in one pass over the outline of each
 * message. Rules see elements after protobuf's merging; the census counts the records as they were written.
 *
 * A broken part is counted up to its first error. A message in two parts counts as two, and an enum field
 * that is absent from one of the two counts as its value 0.
 */
export class CorpusCensus {
  readonly #counts: Float64Array;

  constructor(private readonly plan: CensusPlan) {
    this.#counts = new Float64Array(plan.space.features.length);
  }

  /** Returns the occurrences of each feature. */
  features(): Float64Array {
    return this.#counts.slice();
  }

  /**
   * Counts a message. Strings and blobs are not read. The source must have random access.
   * @param end absolute offset of the message's end; infinite if the message ends with the source
   * @throws ProtomdlError with a `source-*` code
   */
  async take(source: Source, from: number, end: number): Promise<void> {
    const root = this.plan.schema.messages[0] as MessageEntries;
    const kept = await keptSource(source, from, end, root, { entersCut: true });
    this.#message(kept, from, end, root, 0);
  }

  /** @param around number of enclosing messages and groups */
  #message(source: Source, from: number, end: number, { table }: MessageEntries, around: number): void {
    const { schema } = this.plan.space;
    const tape = new Tape(source, from, end, { schema, table });
    const open = [this.#opened(table.index)];
    for (let step = tape.next(); step !== END; step = tape.next()) {
      const last = open[open.length - 1] as Open;
      if (step === LEAVE) {
        open.pop();
        this.#close(last);
        continue;
      }
      const { entry } = tape;
      if (step === PROBLEM) {
        // A record that exceeds its message is counted, and is read up to the message's end.
        const { overrunAt, position } = tape;
        if (overrunAt >= 0 || (tape.problem === TOO_DEEP && entry !== undefined)) this.#record(last, tape);
        const depth = around + open.length;
        if (overrunAt >= 0 && entry?.kind === MESSAGE_ENTRY && depth <= MAX_DEPTH) {
          this.#message(source, overrunAt, position, entry.child as MessageEntries, depth);
        }
        continue;
      }
      this.#widths(tape, step);
      this.#record(last, tape);
      if (step === ENTER) {
        if (entry !== undefined && around + tape.depth > MAX_DEPTH) tape.skip();
        else open.push(this.#opened(entry?.field.message));
      } else if (step === BYTES_STEP && entry !== undefined && isVarintList(entry)) {
        this.#list(tape.payload, this.plan.entries[entry.id] as CountedEntry);
      }
    }
    this.#close(open[0] as Open);
  }

  #opened(message = -1): Open {
    return { of: this.plan.messages[message], seen: 0, number: 0 };
  }

  #close({ of, seen }: Open): void {
    if (of === undefined) return;
    this.#add(of.feature);
    for (const [bit, zero] of of.zeros) if ((seen & bit) === 0) this.#add(zero);
  }

  /** Counts tags, lengths and values with more bytes than necessary. In such a varint, the last byte is 0. */
  #widths(
    { window, payloadStart: value, offset, valueOffset, tag, length, entry }: Tape,
    step: number,
  ): void {
    const start = value - (valueOffset - offset);
    const isLen = (tag & 7) === WIRE_LEN;
    let tagEnd = value;
    if (isLen) {
      tagEnd = start + 1;
      while ((window[tagEnd - 1] as number) >= 0x80) tagEnd++;
    }
    if (tagEnd - start > 1 && window[tagEnd - 1] === 0) this.#count('overlong-tag');
    if (value - tagEnd > 1 && window[value - 1] === 0) this.#count('overlong-length');
    const isVarint = step === VALUE && entry !== undefined && (tag & 7) === WIRE_VARINT;
    if (isVarint && length > 1 && window[value + length - 1] === 0) this.#count('overlong-value');
  }

  #record(open: Open, { entry, tag, length, lo, hi }: Tape): void {
    const { of } = open;
    if (of === undefined) return;
    if (entry === undefined) {
      this.#count(of.known.has(tag >>> 3) ? 'other-wire-type' : (UNKNOWN_FORMS[tag & 7] as WireForm));
      return;
    }
    const { field, member, bit, oneof, isImplicit, isUnpacked, values } = this.plan.entries[
      entry.id
    ] as CountedEntry;
    this.#add(field);
    if (member >= 0) this.#add(member);
    if (isUnpacked) this.#count('unpacked');
    if (entry.kind === PACKED) this.#count(length === 0 ? 'packed-empty' : 'packed');
    else if (values !== undefined) this.#enumerated(values, lo);
    const isEmpty = (tag & 7) === WIRE_LEN ? length === 0 : lo === 0 && hi === 0;
    if (isImplicit && isEmpty) this.#count('default-written');
    const { number } = entry.field;
    if (number < open.number) this.#count('out-of-order');
    open.number = number;
    if ((open.seen & bit) !== 0) this.#count(entry.kind === MESSAGE_ENTRY ? 'merged' : 'repeated-value');
    if ((open.seen & oneof & ~bit) !== 0) this.#count('oneof-switched');
    open.seen = (open.seen & ~oneof) | bit;
  }

  /** Reads the numbers of a packed list, up to the first invalid number. */
  #list(list: Uint8Array, { values }: CountedEntry): void {
    let width = 0;
    let low = 0;
    for (const byte of list) {
      if (width >= MAX_VARINT_BYTES) return;
      if (width < 5) low |= (byte & 0x7f) << (7 * width);
      width++;
      if (byte >= 0x80) continue;
      if (byte === 0 && width > 1) this.#count('overlong-value');
      if (values !== undefined) this.#enumerated(values, low);
      width = 0;
      low = 0;
    }
  }

  #enumerated(values: ReadonlyMap<number, number>, value: number): void {
    const feature = values.get(value);
    if (feature === undefined) this.#count('unlisted-enum-value');
    else this.#add(feature);
  }

  #count(form: WireForm): void {
    this.#add(this.plan.space.wireForms[form]);
  }

  #add(feature: number): void {
    this.#counts[feature] = (this.#counts[feature] as number) + 1;
  }
}

const UNKNOWN_FORMS: Readonly<Record<number, WireForm>> = {
  [WIRE_VARINT]: 'unknown-varint',
  [WIRE_I64]: 'unknown-i64',
  [WIRE_LEN]: 'unknown-len',
  [WIRE_SGROUP]: 'unknown-group',
  [WIRE_I32]: 'unknown-i32',
};
